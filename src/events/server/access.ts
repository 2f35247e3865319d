import { findIsVerified } from '#account/server/database/email-verifications.ts'
import type { InputOf } from '#core/contract/endpoint.ts'
import type { Account, RequestContext } from '#core/server/caller.ts'
import { ACCESS_CODE_STEP_MS } from '#core/server/config/limits.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter, Use } from '#core/server/database/limits.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, refused } from '#core/server/outcome.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { createToken } from '#core/server/security/token.ts'
import { type Timer, waitForStep } from '#core/server/steady-answer.ts'
import { checkAccessCode } from '#events/contract/events.ts'
import { accessCodeLookup } from '#events/server/access-code.ts'
import { findOpenCode, grantFinder, saveGrant } from '#events/server/database/access-grants.ts'
import { ACCESS_CODE_TEXTS } from '#events/texts/events.ts'

export type AccessDeps = {
  readonly database: Database
  readonly limiter: Limiter
  readonly sealer: Sealer
  readonly timer: Timer
}

/**
 * The limits in the order in which one guesser reaches them. A patient with a confirmed address has separate limits, which strangers in the same
 * network cannot use up; all others share the limits of their network. The event's limits are far higher: see decision 029.
 */
function usesOf(
  eventId: number,
  { account, isVerified }: { account: Account | undefined; isVerified: boolean },
  network: string,
): readonly Use[] {
  const own: readonly Use[] = account
    ? [
        ['accessCodePerAccount', account.userId],
        ['accessCodePerAccountADay', account.userId],
      ]
    : []
  if (isVerified) return [...own, ['accessCodePerEventByVerified', String(eventId)]]
  return [
    ...own,
    ['accessCodePerEventAndNetwork', `${eventId}\n${network}`],
    ['accessCodePerEventAndNetworkADay', `${eventId}\n${network}`],
    ['accessCodePerNetwork', network],
    ['accessCodePerEvent', String(eventId)],
  ]
}

/** Access codes of private events and what they open (EVD-05, decision 029). */
export function accessService({ database, limiter, sealer, timer }: AccessDeps) {
  const codeOf = async (eventId: number, code: string) =>
    findOpenCode(database, eventId, accessCodeLookup(sealer, code))

  /**
   * Remembers that the caller gave the right code. Only wrong codes count against the limits, but each is counted before it is
   * compared and given back when it is right, so that concurrent guesses are limited as well. Returns the token of the
   * browser's cookie when the grant is the browser's.
   */
  async function check(
    { event_id: eventId, access_code: code }: InputOf<typeof checkAccessCode>,
    caller: Account | undefined,
    { network, accessCookie }: RequestContext,
  ) {
    const startedAt = timer.now()
    const profileId = caller?.profileId ?? null
    const isVerified = profileId !== null && (await findIsVerified(database, profileId)) === true
    const uses = usesOf(eventId, { account: caller, isVerified }, network)
    const limited = await limiter.count(...uses)
    if (limited && isVerified) return limited
    if (limited) return { ...limited, text: `${limited.text} ${ACCESS_CODE_TEXTS.limited}` }
    const codeId = await codeOf(eventId, code).catch(async (error: unknown) => {
      // The code was not compared, so it does not count as wrong. A second failure must not hide the first.
      await limiter.giveBack(...uses).catch(() => undefined)
      throw error
    })
    if (codeId === undefined) {
      await waitForStep(timer, startedAt, ACCESS_CODE_STEP_MS)
      return refused('access-code-invalid')
    }
    await limiter.giveBack(...uses)
    const holder = profileId === null ? { token: accessCookie ?? createToken() } : { profileId }
    await saveGrant(database, { eventId, codeId }, holder)
    await waitForStep(timer, startedAt, ACCESS_CODE_STEP_MS)
    return done({ token: 'token' in holder ? holder.token : undefined })
  }

  return {
    check,
    checkAccessCode: bind(checkAccessCode, async (input, caller, context, { setAccess }) => {
      const granted = await check(input, caller, context)
      if (!granted.ok) return granted
      if (granted.value.token !== undefined) setAccess(granted.value.token)
      return done({ status: 'success' })
    }),

    /** Whether the visitor gave a code of this private event that is open now. */
    hasGrant: grantFinder(database),
  }
}
