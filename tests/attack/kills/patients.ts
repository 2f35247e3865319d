import { setTimeout as pause } from 'node:timers/promises'
import { createConsent } from '#booking/contract/consents.ts'
import { SIGNED_IN_COOKIE } from '#core/rules/cookie-names.ts'
import { openSession } from '#core/server/database/sessions.ts'
import { sessionCookieName } from '#core/server/http/cookies.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { type Answer, createVisitor, type Visitor } from '#tests/fixtures/visitor.ts'
import type { Random } from '../random.ts'
import {
  type Attempt,
  type Known,
  leavingAttempt,
  NOTHING,
  randomAttempt,
  type Subjects,
} from './patient.ts'

/** A patient begins to leave after so many calls, before their limits refuse everything, and is gone a few calls later. */
const MOST_CALLS = 60
const LEAVING_CALLS = 4
/** How often, in percent, a patient clicks twice: the same call to two processes at once. */
const DOUBLE_CLICKS = 10

/** Before a patient tries again when there is no process: the others need the processor. */
const UNSENT_PAUSE_MS = 20

/** What came of a call: an answer, or nothing that tells whether it was done. */
type Result =
  | { readonly is: 'acknowledged'; readonly body: Answer['body'] }
  | { readonly is: 'refused' | 'unknown' }
  /** The process was not there: nothing was sent. */
  | { readonly is: 'unsent' }

export type Patient = {
  readonly profileId: number
  readonly visitors: readonly [Visitor, ...Visitor[]]
  calls: number
  /** What was acknowledged last. */
  known: Known
  /** After a call without an answer: what they have if it was done. */
  open: Known | undefined
}

/** What happened so far. */
export type Tally = {
  acknowledged: number
  refused: number
  unknown: number
  readonly consents: string[]
  readonly faults: string[]
}

/** A new patient with a session, who reaches every process from a network of their own. */
export async function newPatient(
  database: SqlDatabase,
  urls: readonly string[],
  number: number,
): Promise<Patient> {
  const userId = crypto.randomUUID()
  const email = `${userId}@example.org`
  const profileId = await buildProfile(database, { user_id: userId, email })
  const secret = await openSession(database, { userId, email, device: 'Test browser' })
  const [first, ...others] = urls.map((url) => {
    const visitor = createVisitor(url, `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`)
    visitor.cookies.set(sessionCookieName(SITE_URL), secret)
    visitor.cookies.set(SIGNED_IN_COOKIE, '1')
    return visitor
  })
  if (first === undefined) throw new Error('There is no process.')
  return { profileId, visitors: [first, ...others], calls: 0, known: NOTHING, open: undefined }
}

const isLeaving = ({ calls }: Patient) => calls >= MOST_CALLS

/** Whether the patient has made their last call. */
export const isGone = (patient: Patient) =>
  patient.calls >= MOST_CALLS + LEAVING_CALLS ||
  (isLeaving(patient) && leavingAttempt(patient.known) === undefined)

async function send(visitor: Visitor, { endpoint, input }: Attempt): Promise<Result | Answer> {
  try {
    const answer = await visitor.call(endpoint, input)
    if (answer.status < 300) return { is: 'acknowledged', body: answer.body }
    if (answer.status === 503) return { is: 'unknown' }
    return answer.status === 409 || answer.status === 429 ? { is: 'refused' } : answer
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    return { is: code === 'ECONNREFUSED' ? 'unsent' : 'unknown' }
  }
}

/** One call, or two at once; of two, the better answer. Only when both are over is it certain what was done. */
async function sendAll(
  visitors: readonly Visitor[],
  attempt: Attempt,
  tally: Tally,
): Promise<{ result: Result; isCertain: boolean }> {
  const results: Result[] = []
  for (const one of await Promise.all(visitors.map((visitor) => send(visitor, attempt)))) {
    if ('is' in one) results.push(one)
    else tally.faults.push(`${attempt.endpoint.name} answered ${one.status}: ${one.text}`)
  }
  const of = (is: Result['is']) => results.find((result) => result.is === is)
  const result = of('acknowledged') ?? of('unknown') ?? of('refused') ?? { is: 'unsent' as const }
  return { result, isCertain: of('unknown') === undefined }
}

/** One random call of a patient. Answers whether they know what they have and go on. */
export async function callOnce(
  patient: Patient,
  { random, subjects, tally }: { random: Random; subjects: Subjects; tally: Tally },
): Promise<boolean> {
  const { profileId, known, visitors } = patient
  if (isGone(patient)) return false
  const leaving = isLeaving(patient) ? leavingAttempt(known) : undefined
  const attempt = leaving ?? randomAttempt(random, subjects, profileId, known)
  const chosen = random.chance(DOUBLE_CLICKS) ? visitors : [random.pick(visitors)]
  const { result, isCertain } = await sendAll(chosen, attempt, tally)
  if (result.is === 'unsent') {
    await pause(UNSENT_PAUSE_MS)
    return true
  }
  patient.calls += 1
  tally[result.is] += 1
  if (result.is === 'acknowledged') {
    patient.known = attempt.after(result.body)
    if (attempt.endpoint === createConsent) tally.consents.push(String(result.body['consent_id']))
  }
  if (result.is === 'unknown') patient.open = attempt.after()
  return isCertain
}
