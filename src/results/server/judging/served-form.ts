import { timingSafeEqual } from 'node:crypto'
import type { Clock } from '#core/server/database/clock.ts'
import type { Sealer } from '#core/server/security/seal.ts'

/** How long after a page was served its judgement is taken: the second click of a double click comes sooner. */
export const READING_MS = 1000

/** The case that a form is about, as its page showed it, and to whom. */
export type ServedCase = {
  readonly resultId: string
  readonly revision: number
  readonly judgements: number
  readonly staffId: number
}

type Deps = { readonly sealer: Pick<Sealer, 'lookup'>; readonly clock: Clock }

const macOf = (sealer: Deps['sealer'], one: ServedCase, at: string) =>
  sealer.lookup(
    [one.resultId, one.revision, one.judgements, one.staffId, at].join('\n'),
    'served-form',
  )

/** The signed time at which a page is served, for its form. */
export function signServed({ sealer, clock }: Deps, one: ServedCase): string {
  const at = String(clock.now().getTime())
  return `${at}.${macOf(sealer, one, at).toString('hex')}`
}

/** Whether a form is of a page that was served for this case, and not only a moment ago. */
export function checkServed(
  { sealer, clock }: Deps,
  one: ServedCase,
  signed: string,
): 'ok' | 'foreign' | 'too-soon' {
  const [, at = '', hex = ''] = /^(\d{1,15})\.([\da-f]{64})$/.exec(signed) ?? []
  if (at === '' || !timingSafeEqual(Buffer.from(hex, 'hex'), macOf(sealer, one, at))) {
    return 'foreign'
  }
  return clock.now().getTime() - Number(at) < READING_MS ? 'too-soon' : 'ok'
}
