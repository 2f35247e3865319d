import { validatePreviewUrl } from '@sanity/preview-url-secret'
import { schemaType, urlSearchParamPreviewSecret } from '@sanity/preview-url-secret/constants'
import { PREVIEW_LINK_MINUTES } from '#core/rules/link-life.ts'
import type { ContentEnv } from '#core/server/config/env.ts'
import { lakeClient } from '#core/server/gateways/content-lake.ts'
import { SANITY_FILE_HOST } from '#shared/content-lake.ts'

/** The secrets that the Studio's Preview action stores in the content lake, as documents that only a token can read. */
export type PreviewSecrets = {
  /**
   * Whether the Studio created this secret within PREVIEW_LINK_MINUTES, by the lake's clock.
   * @throws when the lake does not respond.
   */
  isFresh(secret: string): Promise<boolean>
}

const SECRET_SECONDS = PREVIEW_LINK_MINUTES * 60

const FRESH = `defined(*[
  _type == $type && secret == $secret && dateTime(_updatedAt) > dateTime(now()) - $seconds
][0]._id)`
const TIME_OUT_MS = 5_000

/** The secrets of the lake in `env`; undefined without a read token, which secrets and drafts need. */
export function previewSecretsGateway(env: ContentEnv): PreviewSecrets | undefined {
  if (env.token === undefined) return undefined
  const client = lakeClient(env, { perspective: 'raw', timeout: TIME_OUT_MS, maxRetries: 0 })
  return {
    async isFresh(secret) {
      const { isValid } = await validatePreviewUrl(
        client,
        `/?${new URLSearchParams({ [urlSearchParamPreviewSecret]: secret })}`,
      )
      // The package also accepts secrets for sharing, which never expire; they have another document type.
      const asked = { type: schemaType, secret, seconds: SECRET_SECONDS }
      return isValid && (await client.fetch<unknown>(FRESH, asked)) === true
    },
  }
}

/** The origin of the content's images and files; a preview fetches them from nowhere else. */
export function assetOrigin({ apiHost }: ContentEnv): string {
  return new URL(apiHost ?? `https://${SANITY_FILE_HOST}`).origin
}
