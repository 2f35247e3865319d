import { timingSafeEqual } from 'node:crypto'
import { ownPath } from '#domain/own-path.ts'
import type { Clock } from '#server/database/clock.ts'
import type { PreviewSecrets } from '#server/gateways/preview-secrets.ts'
import type { Limiter } from '#server/repositories/limits.ts'
import type { Sealer } from '#server/security/seal.ts'

/** Why a preview is refused. `link-over`: the secret is unknown, expired or used. */
export type PreviewRefusal =
  | 'link-over'
  | 'address-wrong'
  | 'not-configured'
  | 'unreachable'
  | 'too-many-requests'

/** The parameters of a preview link. `secret` and `path` come from the query string and are not validated yet. */
export type PreviewRequest = {
  readonly secret: string | null
  readonly path: string | null
  readonly network: string
}

export type PreviewStart =
  | { readonly ok: true; readonly path: string; readonly pass: string }
  | { readonly ok: false; readonly reason: PreviewRefusal }

/** How long a preview pass is valid. */
export const PREVIEW_SECONDS = 3600

const PURPOSE = 'preview pass'
const SECRET = /^[\w-]{16,128}$/
const PASS = /^(\d{10})\.([\w-]{43})$/

const refuse = (reason: PreviewRefusal): PreviewStart => ({ ok: false, reason })

/** Previews of drafts on the real pages (CMS-05): a one-time secret of the Studio is exchanged for a pass of one hour. */
export function previewService(deps: {
  readonly clock: Clock
  readonly sealer: Sealer
  readonly limiter: Pick<Limiter, 'count'>
  readonly secrets: PreviewSecrets | undefined
  readonly assetOrigin: string
}) {
  const { clock, sealer, limiter, secrets, assetOrigin } = deps
  const signed = (second: string) => sealer.lookup(second, PURPOSE)
  const passUntil = (until: Date) => {
    const second = String(Math.floor(until.getTime() / 1000))
    return `${second}.${signed(second).toString('base64url')}`
  }
  return {
    async start({ secret, path, network }: PreviewRequest): Promise<PreviewStart> {
      if (secrets === undefined) return refuse('not-configured')
      const target = ownPath(path ?? '/')
      if (target === undefined) return refuse('address-wrong')
      if (secret === null || !SECRET.test(secret)) return refuse('link-over')
      if (await limiter.count(['previewStartPerNetwork', network])) {
        return refuse('too-many-requests')
      }
      const fresh = await secrets.isFresh(secret).catch(() => undefined)
      if (fresh === undefined) return refuse('unreachable')
      // Counted in the database, so that it holds across processes; after the check, so that only real secrets are stored.
      if (!fresh || (await limiter.count(['previewSecret', secret]))) return refuse('link-over')
      const until = new Date(clock.now().getTime() + PREVIEW_SECONDS * 1000)
      return { ok: true, path: target, pass: passUntil(until) }
    },

    /** When a pass expires; undefined when it is forged or expired. */
    openPass(pass: string | undefined): Date | undefined {
      const [, second, signature] = PASS.exec(pass ?? '') ?? []
      if (second === undefined || signature === undefined) return undefined
      const until = new Date(Number(second) * 1000)
      if (until <= clock.now()) return undefined
      return timingSafeEqual(Buffer.from(signature, 'base64url'), signed(second))
        ? until
        : undefined
    },

    /** Whether a URL is an image or file of the content, by origin and folder. The preview proxy fetches nothing else. */
    isAsset(kind: 'images' | 'files', address: string | null): boolean {
      const url = URL.parse(address ?? '')
      return url?.origin === assetOrigin && url.pathname.startsWith(`/${kind}/`)
    },
  }
}
export type PreviewService = ReturnType<typeof previewService>
