import { findIsVerified } from '#account/server/database/email-verifications.ts'
import { findProfileByUser } from '#account/server/database/profiles.ts'
import { refuseForeign } from '#account/server/foreign-access.ts'
import type { OutputOf } from '#core/contract/endpoint.ts'
import { londonDate } from '#core/rules/time.ts'
import type { Patient, RequestContext } from '#core/server/caller.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import type { Limiter } from '#core/server/database/limits.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { bind } from '#core/server/http/binding.ts'
import type { Logger } from '#core/server/logger.ts'
import { done, type Outcome, refused } from '#core/server/outcome.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { acknowledgeResult, getResultLetter, listResults } from '#results/contract/results.ts'
import { newestOf, sayingsOf } from '#results/rules/result-saying.ts'
import { listPatientTests } from '#results/server/database/patient-tests.ts'
import {
  acknowledge,
  findResultOwner,
  listResultFacts,
  type Reading,
  type ResultFacts,
  readResults,
  type ShownResult,
} from '#results/server/database/released-results.ts'
import type { ReadLetterContent } from '#results/server/gateways/letter-content.ts'
import { letterOf } from '#results/server/results-letter.ts'
import { itemsOf } from '#results/server/results-wire.ts'

export type ResultDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
  readonly limiter: Limiter
  readonly logger: Logger
  charity(): Promise<Charity>
  readonly readLetterContent: ReadLetterContent
}

/** A patient who may read results: the own ones (RES-03), with a confirmed address (AUTH-12). */
async function admitted(
  { database }: ResultDeps,
  profileId: number,
  caller: Patient,
  context: RequestContext,
): Promise<Outcome<null, 'email-not-verified'>> {
  if (profileId !== caller.profileId) {
    return refuseForeign(database, caller, `profile:${profileId}`, context)
  }
  const isVerified = await findIsVerified(database, profileId)
  return isVerified ? done(null) : refused('email-not-verified')
}

/** The results that the patient is shown, each with its audit entry; one that cannot be decrypted is reported by its id. */
async function read(
  { database, sealer, logger }: ResultDeps,
  caller: Patient,
  reading: { why: Reading; requestId: string; resultId?: string },
): Promise<ShownResult[]> {
  const shown = await readResults(database, sealer, caller, reading)
  for (const { resultId, content } of shown) {
    if (content === 'unreadable') {
      logger.error({ result_id: resultId }, 'a result cannot be decrypted')
    }
  }
  return shown
}

/** An id under the own profile that is not shown: another patient's is refused and recorded, as RES-03 says. */
async function notFound(
  { database }: ResultDeps,
  resultId: string,
  caller: Patient,
  context: RequestContext,
): Promise<Outcome<never, 'result-not-found'>> {
  const owner = await findResultOwner(database, resultId)
  return owner === undefined || owner === caller.profileId
    ? refused('result-not-found')
    : refuseForeign(database, caller, `result:${resultId}`, context)
}

/** The day that a letter is as of: the last change of its result or of the newest one, which can remove its advice. */
const asOf = (own: ResultFacts, facts: readonly ResultFacts[]): Date =>
  new Date(Math.max(own.changedAt.getTime(), (newestOf(facts) ?? own).changedAt.getTime()))

/** The letter of a result that the caller may read, as what may be said of it now. */
async function writeLetter(
  deps: ResultDeps,
  resultId: string,
  caller: Patient,
  context: RequestContext,
): Promise<Outcome<OutputOf<typeof getResultLetter>, 'result-not-found' | 'unavailable'>> {
  const { database, sealer, logger } = deps
  const { requestId } = context
  const [result] = await read(deps, caller, { why: 'result-letter-read', requestId, resultId })
  if (result === undefined || typeof result.content === 'string') {
    return notFound(deps, resultId, caller, context)
  }
  // Read after the content: a change in between can only remove something.
  const facts = await listResultFacts(database, sealer, caller.profileId)
  const says = sayingsOf(facts).get(resultId)
  const own = facts.find((each) => each.resultId === resultId)
  if (says === undefined || says === 'withheld' || own === undefined) {
    return notFound(deps, resultId, caller, context)
  }
  const { content } = result
  const { light, riskGroup } = content
  const today = londonDate(deps.clock.now())
  const judgement = says === 'all' && light && riskGroup ? { light, riskGroup, today } : undefined
  const texts = await deps.readLetterContent(judgement).catch(() => undefined)
  if (texts === undefined) {
    logger.warn('the texts of a letter could not be read')
    return refused('unavailable')
  }
  const profile = await findProfileByUser(database, sealer, caller.userId)
  const nhsNumber = profile?.nhs_number_to_check ? null : (profile?.nhs_number ?? null)
  const { test } = own
  return done(
    await letterOf({ ...result, content, says, test, asOf: asOf(own, facts), nhsNumber }, texts),
  )
}

/** Released results: reading, 'I have read this', and the letter (RES-01 to RES-06). */
export function resultsService(deps: ResultDeps) {
  const { database, limiter } = deps
  return {
    list: bind(listResults, async ({ profileId }, caller, context) => {
      const admission = await admitted(deps, profileId, caller, context)
      if (!admission.ok) return admission
      const limited = await limiter.count(['readResultsPerPatient', String(profileId)])
      if (limited) return limited
      const { requestId } = context
      const shown = await read(deps, caller, { why: 'result-read', requestId })
      const tests = await listPatientTests(database, profileId)
      const facts = await listResultFacts(database, deps.sealer, profileId)
      const names = new Map(facts.map(({ resultId, test }) => [resultId, test]))
      const { product } = await deps.charity()
      const today = londonDate(deps.clock.now())
      return done({
        data: itemsOf({ results: shown, names, tests, product, today }),
      })
    }),

    acknowledge: bind(
      acknowledgeResult,
      async ({ profileId, result_id: resultId, round }, caller, context) => {
        const admission = await admitted(deps, profileId, caller, context)
        if (!admission.ok) return admission
        const { requestId } = context
        const readAt = await acknowledge(database, caller, { resultId, round, requestId })
        if (readAt === 'result-not-found') return notFound(deps, resultId, caller, context)
        if (readAt === 'result-changed') return refused(readAt)
        return done({ status: 'success', read_at: readAt.toISOString() })
      },
    ),

    letter: bind(getResultLetter, async ({ profileId, result_id: resultId }, caller, context) => {
      const admission = await admitted(deps, profileId, caller, context)
      if (!admission.ok) return admission
      const limited = await limiter.count(['letterPerPatient', String(profileId)])
      if (limited) return limited
      return await writeLetter(deps, resultId, caller, context)
    }),
  }
}
