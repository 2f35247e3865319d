import fc from 'fast-check'
import { enqueueVerifyEmail } from '#account/mails/verify-email.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import { claimJob, failJob, finishJob, type Job } from '#core/server/jobs/queue.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'

const TEMPLATES = ['booked', 'moved', 'details-changed', 'cancelled', 'event-cancelled'] as const
const OUTCOMES = ['sent', 'sent', 'failed', 'failed', 'refused', 'crashed'] as const
const PATIENTS = 4
const LEASE_SECONDS = 60
const RETRY_SECONDS = 600

type Outcome = (typeof OUTCOMES)[number]
export type Step =
  | { readonly do: 'mail'; readonly patient: number; readonly template: (typeof TEMPLATES)[number] }
  | { readonly do: 'verify'; readonly patient: number }
  | { readonly do: 'run'; readonly outcome: Outcome; readonly longestWaiting: boolean }
  | { readonly do: 'wait'; readonly seconds: number }

const patient = fc.nat({ max: PATIENTS - 1 })

/** Mails are queued, sent, refused, fail or are left by a crash, and time passes, in any order. */
export const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('mail' as const),
        patient,
        template: fc.constantFrom(...TEMPLATES),
      }),
    },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('verify' as const), patient }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('run' as const),
        outcome: fc.constantFrom(...OUTCOMES),
        longestWaiting: fc.boolean(),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        seconds: fc.constantFrom(1, 61, 601),
      }),
    },
  ),
  { minLength: 5, maxLength: 40 },
)

type Patient = { readonly profile: number; readonly appointment: string }
type Row = {
  readonly id: number
  readonly appointment: string | null
  readonly recipient: string
  readonly template: string
  readonly priority: number
  readonly attempts: number
  readonly done: boolean
  readonly failed: boolean
  readonly superseded: number | null
  readonly due: boolean
  readonly leased: boolean
}

/** Four patients with an appointment each, on one connection, so that its clock can be moved. */
export async function createPatients(database: SqlDatabase): Promise<Patient[]> {
  const event = await buildEvent(database)
  const slots = (await slotsOf(database, event)).slice(0, PATIENTS)
  return Promise.all(
    slots.map(async (slot) => {
      const profile = await buildProfile(database)
      const { appointment_id } = await database.kysely
        .insertInto('appointments')
        .values({
          event_id: event,
          profile_id: profile,
          slot_start: slot,
          slot_end: new Date(slot.getTime() + 600_000),
          place_no: 1,
          status: 'booked',
          idempotency_key: 'x',
          booked_at: databaseNow,
        })
        .returning('appointment_id')
        .executeTakeFirstOrThrow()
      return { profile, appointment: appointment_id }
    }),
  )
}

async function rowsOf({ query }: SqlDatabase): Promise<Row[]> {
  const { rows } = await query<Row>(
    `select job_id as id, payload ->> 'appointment_id' as appointment, recipient, payload ->> 'template' as template, priority,
            attempts, done_at is not null as done, failed_at is not null as failed, superseded_by as superseded,
            run_at <= app.clock_now() as due, coalesce(locked_until > app.clock_now(), false) as leased
       from app.jobs order by job_id`,
  )
  return rows
}

const isOpen = ({ done, failed }: Row) => !(done || failed)
const isSame = (one: Row, other: Row) =>
  one.appointment !== null && one.appointment === other.appointment

/** The mails that could be sent now: none about the same appointment is being sent. */
const sendable = (rows: readonly Row[]) =>
  rows.filter(
    (row) =>
      isOpen(row) &&
      row.due &&
      !row.leased &&
      !rows.some((other) => isSame(row, other) && isOpen(other) && other.leased),
  )

/** What is wrong with a claim, given the queue before it. */
function faultsOfClaim(
  before: readonly Row[],
  job: Job | undefined,
  longestWaiting: boolean,
): string[] {
  const waiting = sendable(before)
  if (job === undefined) return waiting.length === 0 ? [] : ['a due mail was not claimed']
  const claimed = before.find(({ id }) => id === job.jobId)
  if (claimed === undefined || !waiting.includes(claimed))
    return ['a mail was claimed that could not be sent']
  const most = Math.min(...waiting.map(({ priority }) => priority))
  const isUrgent = waiting.some(
    (row) => row.priority === most && (row === claimed || isSame(row, claimed)),
  )
  return isUrgent || longestWaiting ? [] : ['an urgent mail waited']
}

/** Whether a mail about an appointment was attempted after a later one. `attempted` are the claimed jobs, in order. */
function isOutOfOrder(rows: readonly Row[], attempted: readonly number[]): boolean {
  return attempted.some((id, at) => {
    const row = rows.find((one) => one.id === id)
    return attempted.slice(0, at).some((earlier) => {
      const other = rows.find((one) => one.id === earlier)
      return earlier > id && row !== undefined && other !== undefined && isSame(row, other)
    })
  })
}

/** What is wrong with one mail in the end, when every mail that could be sent was sent. */
function faultOfMail(
  row: Row,
  rows: readonly Row[],
  delivered: ReadonlySet<number>,
): string | undefined {
  if (isOpen(row)) return 'a mail was not sent'
  if (row.superseded === null) {
    return row.done === delivered.has(row.id) ? undefined : 'a mail is done that was not sent'
  }
  const later = rows.filter((other) => isSame(row, other) && other.id > row.id)
  if (!later.some(({ id }) => id === row.superseded)) {
    return 'a mail was superseded by none of its appointment'
  }
  const isRepeated = later.some(({ template }) => template === row.template)
  return row.attempts > 0 || isRepeated
    ? undefined
    : 'a mail was superseded that could have been sent'
}

/** Runs the steps, then sends everything that is left. Returns every violated rule. `database` has one connection. */
export async function runScenario(
  database: SqlDatabase,
  patients: readonly Patient[],
  played: readonly Step[],
): Promise<string[]> {
  const faults: string[] = []
  const attempted: number[] = []
  const delivered = new Set<number>()
  let sequence = 0
  let offset = 0
  const wait = async (seconds: number) => {
    offset += seconds
    await database.query(`select set_config('app.clock_offset', $1, false)`, [String(offset)])
  }
  const run = async (outcome: Outcome, longestWaiting: boolean): Promise<boolean> => {
    const before = await rowsOf(database)
    const job = await claimJob(
      database,
      ['mail'],
      LEASE_SECONDS,
      longestWaiting ? 'longest-waiting' : 'urgent-first',
    )
    faults.push(...faultsOfClaim(before, job, longestWaiting))
    if (job === undefined) return false
    attempted.push(job.jobId)
    if (outcome === 'sent') delivered.add(job.jobId)
    if (outcome === 'sent') await finishJob(database, job)
    else if (outcome !== 'crashed')
      await failJob(database, job, 'x', outcome === 'refused' ? undefined : RETRY_SECONDS)
    return true
  }

  await database.query('delete from app.jobs')
  await wait(0)
  for (const step of played) {
    sequence += 1
    const { profile, appointment } = patients['patient' in step ? step.patient : 0] ?? {
      profile: 0,
      appointment: '',
    }
    if (step.do === 'mail') {
      const values = [step.template, appointment, sequence]
      await database.query('select booking.enqueue_mail($1, $2, $3, app.clock_now())', values)
    } else if (step.do === 'verify') await enqueueVerifyEmail(database, profile, String(sequence))
    else if (step.do === 'wait') await wait(step.seconds)
    else await run(step.outcome, step.longestWaiting)
  }
  await wait(RETRY_SECONDS + 1)
  while (await run('sent', false));
  const rows = await rowsOf(database)
  if (isOutOfOrder(rows, attempted)) faults.push('an earlier mail came after a later one')
  faults.push(...rows.flatMap((row) => faultOfMail(row, rows, delivered) ?? []))
  return [...new Set(faults)]
}
