import { createClient } from '@sanity/client'
import { validatePreviewUrl } from '@sanity/preview-url-secret'
import { schemaType, urlSearchParamPreviewSecret } from '@sanity/preview-url-secret/constants'
import type { ContentEnv } from '#server/config/env.ts'

/** The secrets that the Studio's Preview action leaves in the content lake, as documents that only a token may read. */
export type PreviewSecrets = {
  /**
   * Whether the Studio made this secret within the last two minutes, by the lake's own clock.
   * @throws when the lake does not answer.
   */
  isFresh(secret: string): Promise<boolean>
}

/** Sanity lets a secret live for an hour; it is exchanged at once, so that two minutes are plenty. */
export const SECRET_SECONDS = 120

const FRESH = `defined(*[
  _type == $type && secret == $secret && dateTime(_updatedAt) > dateTime(now()) - $seconds
][0]._id)`
const TIME_OUT_MS = 5_000

/** The secrets of the lake that `env` names; undefined without a read token, which alone may see them and drafts. */
export function previewSecretsGateway(env: ContentEnv): PreviewSecrets | undefined {
  if (env.token === undefined) return undefined
  const client = createClient({
    projectId: env.projectId,
    dataset: env.dataset,
    apiVersion: '2025-02-19',
    perspective: 'raw',
    useCdn: false,
    timeout: TIME_OUT_MS,
    maxRetries: 0,
    token: env.token,
    ...(env.apiHost === undefined ? {} : { apiHost: env.apiHost, useProjectHostname: false }),
  })
  return {
    async isFresh(secret) {
      const { isValid } = await validatePreviewUrl(
        client,
        `/?${new URLSearchParams({ [urlSearchParamPreviewSecret]: secret })}`,
      )
      // A secret for sharing, which the package takes as well, has no end of its own: it is no document of this type.
      const asked = { type: schemaType, secret, seconds: SECRET_SECONDS }
      return isValid && (await client.fetch<unknown>(FRESH, asked)) === true
    },
  }
}

/** Where the content's pictures and files lie: the only place that a preview fetches any from. */
export function assetOrigin({ apiHost }: ContentEnv): string {
  return new URL(apiHost ?? 'https://cdn.sanity.io').origin
}
