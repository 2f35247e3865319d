import { timingSafeEqual } from 'node:crypto'
import type { BesideRefusal } from '#content/rules/preview-beside.ts'
import type { PreviewSecrets } from '#content/server/gateways/preview-secrets.ts'
import { sameSitePath } from '#core/rules/same-site-path.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import type { Sealer } from '#core/server/security/seal.ts'

/** Why a preview is refused. */
export type PreviewRefusal = Exclude<BesideRefusal, 'token-over'>

/** The parameters of a preview link. `secret` and `path` come from the query string and are not validated yet. */
export type PreviewRequest = {
  readonly secret: string | null
  readonly path: string | null
  readonly network: string
}

export type PreviewStart =
  | { readonly ok: true; readonly path: string; readonly pass: string }
  | { readonly ok: false; readonly reason: PreviewRefusal }

export type BesideStart =
  | { readonly ok: true; readonly token: string }
  | { readonly ok: false; readonly reason: PreviewRefusal }

/** How long a preview pass is valid. */
export const PREVIEW_SECONDS = 3600
/** How long the token of a preview beside the form is valid; the Studio requests the next one. */
export const BESIDE_SECONDS = 600

const SECRET = /^[\w-]{16,128}$/
const SIGNED = /^(\d{10})\.([\w-]{43})$/
/** The purpose of a signed value: a value for one purpose is refused for the other. */
const PURPOSES = { pass: 'preview pass', token: 'preview beside the form' } as const

const refuse = (reason: PreviewRefusal) => ({ ok: false, reason }) as const

/** Values that are an instant and its HMAC: valid until then, and they identify no one. */
function signedInstants({ clock, sealer }: { clock: Clock; sealer: Pick<Sealer, 'lookup'> }) {
  return (purpose: string) => {
    const signed = (second: string) => sealer.lookup(second, purpose)
    return {
      issue(seconds: number): string {
        const second = String(Math.floor(clock.now().getTime() / 1000) + seconds)
        return `${second}.${signed(second).toString('base64url')}`
      },
      /** When a value expires; undefined when it is forged or expired. */
      open(value: string | undefined): Date | undefined {
        const [, second, signature] = SIGNED.exec(value ?? '') ?? []
        if (second === undefined || signature === undefined) return undefined
        const until = new Date(Number(second) * 1000)
        if (until <= clock.now()) return undefined
        return timingSafeEqual(Buffer.from(signature, 'base64url'), signed(second))
          ? until
          : undefined
      },
    }
  }
}

/**
 * Previews of drafts on the real pages (CMS-05): a one-time secret of the Studio is exchanged for a pass of one hour, which
 * the browser holds as a cookie, or for a token of ten minutes, which the Studio holds.
 */
export function previewService(deps: {
  readonly clock: Clock
  readonly sealer: Sealer
  readonly limiter: Pick<Limiter, 'count'>
  readonly secrets: PreviewSecrets | undefined
  readonly assetOrigin: string
}) {
  const { clock, sealer, limiter, secrets, assetOrigin } = deps
  const signedFor = signedInstants({ clock, sealer })
  const passes = signedFor(PURPOSES.pass)
  const tokens = signedFor(PURPOSES.token)
  /** Marks a secret as used; undefined when it was valid. */
  const spend = async (
    secret: string | null,
    network: string,
  ): Promise<PreviewRefusal | undefined> => {
    if (secrets === undefined) return 'not-configured'
    if (secret === null || !SECRET.test(secret)) return 'link-over'
    if (await limiter.count(['previewStartPerNetwork', network])) return 'too-many-requests'
    const fresh = await secrets.isFresh(secret).catch(() => undefined)
    if (fresh === undefined) return 'unreachable'
    // Counted in the database, so that it holds across processes; after the check, so that only real secrets are stored.
    return !fresh || (await limiter.count(['previewSecret', secret])) ? 'link-over' : undefined
  }
  return {
    async start({ secret, path, network }: PreviewRequest): Promise<PreviewStart> {
      if (secrets === undefined) return refuse('not-configured')
      const target = sameSitePath(path ?? '/')
      if (target === undefined) return refuse('address-wrong')
      const reason = await spend(secret, network)
      if (reason !== undefined) return refuse(reason)
      return { ok: true, path: target, pass: passes.issue(PREVIEW_SECONDS) }
    },

    /** When a pass expires; undefined when it is forged or expired. */
    openPass: passes.open,

    /** Exchanges a secret for the token of a preview beside the form. */
    async startBeside({ secret, network }: Omit<PreviewRequest, 'path'>): Promise<BesideStart> {
      const reason = await spend(secret, network)
      return reason === undefined
        ? { ok: true, token: tokens.issue(BESIDE_SECONDS) }
        : refuse(reason)
    },

    /** When a token expires; undefined when it is forged or expired. */
    openToken: tokens.open,

    /** Whether a URL is an image or file of the content, by origin and folder. The preview proxy fetches nothing else. */
    isAsset(kind: 'images' | 'files', address: string | null): boolean {
      const url = URL.parse(address ?? '')
      return url?.origin === assetOrigin && url.pathname.startsWith(`/${kind}/`)
    },
  }
}
export type PreviewService = ReturnType<typeof previewService>
