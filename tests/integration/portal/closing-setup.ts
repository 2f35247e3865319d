import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll } from 'vitest'
import { accountGateway } from '#account/server/gateways/identity.ts'
import { addDays, londonDate } from '#core/rules/time.ts'
import type { Job } from '#core/server/jobs/queue.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { closeAccount, previewClosing } from '#portal/contract/own-data.ts'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { type TestService, testService } from '#tests/fixtures/service.ts'
import { allRows, foundIn } from '#tests/integration/encryption/plaintext-search.ts'
import { createFullPatient, type FullPatient } from '#tests/integration/portal/full-patient.ts'

/** Of the patients of `createFullPatient`. */
export const PASSWORD = 'a-long-enough-password'
export const TODAY = londonDate(new Date())

let service: TestService | undefined
let eventId: number
let slots: Date[]
let slot = 0

/** Starts the service before the tests of a file, and closes it after them. */
export function withClosingService(): void {
  beforeAll(async () => {
    service = await testService()
    eventId = await buildEvent(service.db.database)
    slots = await slotsOf(service.db.database, eventId)
  })
  afterAll(() => service?.close())
}

export function closingTestService(): TestService {
  if (service === undefined) throw new Error('withClosingService() starts it.')
  return service
}

/** The start of the slot that the last patient has. */
export const lastSlot = () => slots[slot]

/** A patient who has confirmed the address, unless told otherwise. */
export async function createPatient(name: string, isVerified = true) {
  slot += 1
  const startsAt = slots[slot] ?? new Date()
  const email = `${name}@example.org`
  const patient = await createFullPatient(closingTestService(), email, { eventId, startsAt })
  await query('update app.profiles set is_verified = $2 where profile_id = $1', [
    patient.profileId,
    isVerified,
  ])
  return patient
}

export const query = <Row extends object>(text: string, values: unknown[] = []) =>
  closingTestService().db.database.query<Row>(text, values)
export const close = (
  { visitor }: FullPatient,
  password = PASSWORD,
  agreed: { refund_pence?: number } = {},
) => visitor.call(closeAccount, { password, ...agreed })
export const preview = async ({ visitor }: FullPatient) => (await visitor.call(previewClosing)).body

/** The patient was tested this many days ago, with a consent of that day. Answers the day. */
export async function addTest({ profileId }: FullPatient, daysAgo: number, status = 'attended') {
  const day = addDays(TODAY, -daysAgo)
  const past = await buildEvent(closingTestService().db.database, { event_on: day })
  const [at] = await slotsOf(closingTestService().db.database, past)
  await query(
    `with made as (insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, idempotency_key, booked_at, closed_at)
     values ($1, $2, $3::timestamptz, $3::timestamptz + interval '10 minutes', 1, $4, $5, $3, $3::timestamptz + interval '10 minutes') returning *)
     insert into app.appointment_events (appointment_id, profile_id, at, action, to_slot, changed_by)
     select appointment_id, profile_id, booked_at, 'booked', slot_start, 'patient' from made`,
    [past, profileId, at, status, randomUUID()],
  )
  await query(
    `${BY_HAND} insert into app.consents values ($1, $2, $3, '1.0', 'x', 'x', $4::timestamptz - interval '9 days')`,
    [randomUUID(), profileId, day, at],
  )
  return day
}

export async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const tables = await allRows(closingTestService().db.database)
  return [...tables].filter(([, rows]) => foundIn(rows, texts).length > 0).map(([name]) => name)
}

export const deps = () => ({
  database: closingTestService().db.database,
  sealer: createSealer(closingTestService().env.keys),
  identity: accountGateway(closingTestService().env.supabase),
})
export const subjects = async (email: string, count: number) =>
  (await closingTestService().waitForMails(email, count)).map(({ subject }) => subject)
export const LAST_MAIL = 'Your account with The charity is deleted'

export const closingJob = async (userId: string): Promise<Job> => {
  const { rows } = await query<Job>(
    `select job_id as "jobId", kind, payload, attempts, message_id as "messageId" from app.jobs
      where kind = 'close-account'
        and payload ->> 'closing_id' in (select closing_id::text from app.account_closings where user_id = $1)`,
    [userId],
  )
  const [job] = rows
  if (job === undefined) throw new Error('There is no job of the closing.')
  return job
}

/** Closes as the service does, but no process takes the job: as if this one had died after the commit. */
export const closeWithoutJob = (profileId: number) =>
  closingTestService().db.database.transaction(async ({ kysely }) => {
    await sql`select app.close_account(${profileId}, '{}', 8, 'r')`.execute(kysely)
    await sql`update app.jobs set attempts = 1, run_at = 'infinity' where kind = 'close-account' and done_at is null`.execute(
      kysely,
    )
  })
