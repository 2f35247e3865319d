import { timingSafeEqual } from 'node:crypto'
import { ownPath } from '#domain/own-path.ts'
import type { Clock } from '#server/database/clock.ts'
import type { PreviewSecrets } from '#server/gateways/preview-secrets.ts'
import type { Limiter } from '#server/repositories/limits.ts'
import type { Sealer } from '#server/security/seal.ts'

/** Why no preview begins. `link-over`: the secret is unknown, too old or was used. */
export type PreviewRefusal =
  | 'link-over'
  | 'address-wrong'
  | 'not-configured'
  | 'unreachable'
  | 'too-many-requests'

/** What a link of the Studio asks for; both come from an address and may be anything. */
export type PreviewAsked = {
  readonly secret: string | null
  readonly path: string | null
  readonly network: string
}

export type PreviewStart =
  | { readonly ok: true; readonly path: string; readonly pass: string }
  | { readonly ok: false; readonly reason: PreviewRefusal }

/** How long one press of Preview lets drafts be read. */
export const PREVIEW_SECONDS = 3600

const PURPOSE = 'preview pass'
const SECRET = /^[\w-]{16,128}$/
const PASS = /^(\d{10})\.([\w-]{43})$/

const refuse = (reason: PreviewRefusal): PreviewStart => ({ ok: false, reason })

/** Staff look at drafts on the real pages (CMS-05): a secret of the Studio, once, for a pass that lasts an hour. */
export function previewService(deps: {
  readonly clock: Clock
  readonly sealer: Sealer
  readonly limiter: Limiter
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
    async start({ secret, path, network }: PreviewAsked): Promise<PreviewStart> {
      if (secrets === undefined) return refuse('not-configured')
      const target = ownPath(path ?? '/')
      if (target === undefined) return refuse('address-wrong')
      if (secret === null || !SECRET.test(secret)) return refuse('link-over')
      if (!(await limiter.use('previewStartPerNetwork', network))) {
        return refuse('too-many-requests')
      }
      const fresh = await secrets.isFresh(secret).catch(() => undefined)
      if (fresh === undefined) return refuse('unreachable')
      // Counted in the database, so that copies of the server agree; after the check, so that only real ones fill it.
      if (!fresh || !(await limiter.use('previewSecret', secret))) return refuse('link-over')
      const until = new Date(clock.now().getTime() + PREVIEW_SECONDS * 1000)
      return { ok: true, path: target, pass: passUntil(until) }
    },

    /** When the preview of a pass ends; undefined when the pass is not ours or over. */
    openPass(pass: string | undefined): Date | undefined {
      const [, second, signature] = PASS.exec(pass ?? '') ?? []
      if (second === undefined || signature === undefined) return undefined
      const until = new Date(Number(second) * 1000)
      if (until <= clock.now()) return undefined
      return timingSafeEqual(Buffer.from(signature, 'base64url'), signed(second))
        ? until
        : undefined
    },

    /** Whether an address is a picture or file of the content, by host, port and folder: we fetch nothing else for anybody. */
    isAsset(kind: 'images' | 'files', address: string | null): boolean {
      const url = URL.parse(address ?? '')
      return url?.origin === assetOrigin && url.pathname.startsWith(`/${kind}/`)
    },
  }
}
export type PreviewService = ReturnType<typeof previewService>
