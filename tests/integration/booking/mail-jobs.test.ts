import { createHash } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseClock } from '#server/database/clock.ts'
import type { MailMessage } from '#server/gateways/mail.ts'
import { type JobDeps, runNextJob, startJobs } from '#server/jobs/loop.ts'
import { verifyProfileEmail } from '#server/repositories/email-verifications.ts'
import { listDeadJobs, reviveJob } from '#server/repositories/jobs/dead-jobs.ts'
import { enqueueVerifyEmail } from '#server/repositories/jobs/mails.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import {
  type BookingServices,
  bookWithConsent,
  CHARITY,
  CONTEXT,
  callerOf,
  sealer,
  servicesAt,
} from './booking-setup.ts'

const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'

let test: TestDatabase
let services: BookingServices
let sent: MailMessage[]
let logged: string[]
let sendError: Error | undefined

beforeAll(async () => {
  test = await testDatabase()
  services = servicesAt(test, NOW)
})
beforeEach(async () => {
  sent = []
  logged = []
  sendError = undefined
  await services.database.query('delete from app.jobs')
})
afterAll(() => test.close())

async function jobDeps(database = services.database): Promise<JobDeps> {
  return {
    database,
    clock: await databaseClock(database),
    logger: pino({ base: null }, { write: (line) => logged.push(line) }),
    charity: () => Promise.resolve(CHARITY),
    siteUrl: 'https://halyard.example',
    sealer,
    tidy: [],
    mail: {
      send: (message) => {
        if (sendError !== undefined) return Promise.reject(sendError)
        sent.push(message)
        return Promise.resolve()
      },
    },
  }
}

async function runAll(deps: JobDeps): Promise<number> {
  let count = 0
  while (await runNextJob(deps)) count += 1
  return count
}

const newPatient = () => buildProfile(services.database)
const newEvent = () => buildEvent(services.database, { event_on: DAY })

describe('the outbox', () => {
  it('BOOK-10 mails every booking, change and cancellation once, in order, with its calendar entry', async () => {
    const deps = await jobDeps()
    const patient = await newPatient()
    const appointment_id = await bookWithConsent(services, patient, await newEvent(), DAY, '09:00')
    await services.appointments.reschedule(
      { appointment_id, appt_time: '10:00' },
      callerOf(patient),
      CONTEXT,
    )
    await services.appointments.cancel({ appointment_id }, callerOf(patient), CONTEXT)
    expect(await runAll(deps)).toBe(3)
    expect(await runAll(deps)).toBe(0)
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Your appointment with Halyard Men’s Health is confirmed',
      'Your appointment with Halyard Men’s Health has a new time',
      'Your appointment with Halyard Men’s Health is cancelled',
    ])
    expect(sent.map(({ calendar }) => calendar?.method)).toEqual(['PUBLISH', 'PUBLISH', 'CANCEL'])
    const sequences = sent.map(({ calendar }) => /SEQUENCE:(\d)/.exec(calendar?.ics ?? '')?.[1])
    expect(sequences).toEqual(['0', '1', '2'])
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(3)
    expect(sent[0]?.messageId).toMatch(/^job-\d+@halyard\.example$/)
    const { email } = await services.database.kysely
      .selectFrom('profiles')
      .select('email')
      .where('profile_id', '=', patient)
      .executeTakeFirstOrThrow()
    expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([email]))
  })

  it('OPS-02 BOOK-10 cancelling an event frees every place and mails every booked patient, but not the holders of holds', async () => {
    const deps = await jobDeps()
    const [id, first, second] = [await newEvent(), await newPatient(), await newPatient()]
    await bookWithConsent(services, first, id, DAY, '09:00')
    await bookWithConsent(services, second, id, DAY, '09:10')
    await runAll(deps)
    sent = []
    await services.database.query('select booking.cancel_event($1)', [id])
    expect(await runAll(deps)).toBe(2)
    expect(new Set(sent.map(({ subject }) => subject))).toEqual(
      new Set(['Halyard Men’s Health had to cancel your appointment']),
    )
    await bookWithConsent(services, first, await newEvent(), DAY, '09:00')
  })

  it('BOOK-10 an appointment is booked while mail is down; its mail is sent later, with the same Message-ID and before later ones', async () => {
    const deps = await jobDeps()
    const patient = await newPatient()
    const appointment_id = await bookWithConsent(services, patient, await newEvent(), DAY, '09:00')
    sendError = Object.assign(new Error('connect ECONNREFUSED for patient@example.org'), {
      code: 'ECONNREFUSED',
    })
    expect(await runAll(deps)).toBe(1)
    sendError = undefined
    await services.appointments.cancel({ appointment_id }, callerOf(patient), CONTEXT)
    expect(await runAll(deps)).toBe(0)
    const later = await jobDeps(servicesAt(test, '2027-06-01T09:30:00Z').database)
    expect(await runAll(later)).toBe(2)
    expect(sent.map(({ subject }) => subject.split(' ').at(-1))).toEqual(['confirmed', 'cancelled'])
    expect(logged.join('')).toContain('Error ECONNREFUSED')
    expect(logged.join('')).not.toContain('example.org')
    const { rows } = await services.database.query('select from app.jobs where done_at is null')
    expect(rows).toHaveLength(0)
  })

  it('BOOK-10 a mail that failed twelve times is listed for operators, who can retry it', async () => {
    const deps = await jobDeps()
    await bookWithConsent(services, await newPatient(), await newEvent(), DAY, '09:00')
    await services.database.query('update app.jobs set attempts = 11')
    sendError = Object.assign(new Error('no'), { code: 'EAUTH' })
    await runAll(deps)
    const [dead] = await listDeadJobs(services.database)
    expect(dead).toMatchObject({ error: 'Error EAUTH' })
    sendError = undefined
    expect(await runAll(deps)).toBe(0)
    expect(await reviveJob(services.database, dead?.jobId ?? 0)).toBe(true)
    expect(await reviveJob(services.database, dead?.jobId ?? 0)).toBe(false)
    expect(await runAll(deps)).toBe(1)
    expect(sent).toHaveLength(1)
  })

  it('BOOK-10 a mail is not sent twice when the database fails directly after sending', async () => {
    await bookWithConsent(services, await newPatient(), await newEvent(), DAY, '09:00')
    let isUnavailable = true
    const kysely = services.database.kysely.withPlugin({
      transformQuery({ node }) {
        const fails =
          isUnavailable && JSON.stringify('updates' in node && node.updates).includes('done_at')
        if (fails) isUnavailable = false
        if (fails) throw new Error('gone')
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    expect(await runAll(await jobDeps({ ...services.database, kysely }))).toBe(1)
    expect(isUnavailable).toBe(false)
    expect(await runAll(await jobDeps(servicesAt(test, '2027-06-01T09:05:00Z').database))).toBe(0)
    expect(sent).toHaveLength(1)
  })

  it('BOOK-10 another process takes the job of a crashed process when the lease has ended', async () => {
    await bookWithConsent(services, await newPatient(), await newEvent(), DAY, '09:00')
    await services.database.query(
      `update app.jobs set attempts = 1, locked_until = app.clock_now() + interval '59 seconds'`,
    )
    expect(await runAll(await jobDeps())).toBe(0)
    const later = await jobDeps(servicesAt(test, '2027-06-01T09:30:00Z').database)
    expect(await runAll(later)).toBe(1)
  })

  it('BOOK-10 a job of unknown kind or template fails without stopping other jobs', async () => {
    await services.database.query(
      `insert into app.jobs (kind, dedupe_key, payload, run_at)
       values ('strange', 'x', '{}', app.clock_now()), ('mail', 'y', '{"template":"unknown"}', app.clock_now())`,
    )
    expect(await runAll(await jobDeps())).toBe(2)
    const { rows } = await services.database.query(
      'select from app.jobs where last_error is not null',
    )
    expect(rows).toHaveLength(2)
  })
})

describe('job loops in several processes', () => {
  it('BOOK-10 send each mail once; stop waits for the running job', async () => {
    for (let n = 0; n < 12; n += 1)
      await enqueueVerifyEmail(services.database, await newPatient(), 'k')
    await services.database.query('update app.profiles set is_verified = false')
    const loops = await Promise.all([1, 2, 3].map(async () => startJobs(await jobDeps())))
    await vi.waitFor(() => expect(sent).toHaveLength(12), { timeout: 10_000 })
    await Promise.all(loops.map((loop) => loop.stop()))
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(12)
    await enqueueVerifyEmail(services.database, await newPatient(), 'later')
    for (const loop of loops) loop.nudge()
    expect(sent).toHaveLength(12)
  })
})

describe('the verification mail', () => {
  const linkOf = (message: MailMessage | undefined) =>
    /https:\/\/halyard\.example\/verify-email#([\w-]{43})\n/.exec(message?.text ?? '')?.[1] ?? ''
  const hashOf = (token: string) => createHash('sha256').update(token).digest()

  it('AUTH-12 creates its token when it is sent, stores only the hash, accepts it once; a newer link replaces it', async () => {
    const deps = await jobDeps()
    const patient = await buildProfile(services.database, { is_verified: false })
    await enqueueVerifyEmail(services.database, patient, 'sign-up')
    await enqueueVerifyEmail(services.database, patient, 'sign-up')
    expect(await runAll(deps)).toBe(1)
    const first = linkOf(sent[0])
    const { rows } = await services.database.query(
      `select expires_at - app.clock_now() > interval '6 days 23 hours' as week from app.email_verifications where token_hash = $1`,
      [hashOf(first)],
    )
    expect(rows).toEqual([{ week: true }])
    await enqueueVerifyEmail(services.database, patient, 'again')
    await runAll(deps)
    const second = linkOf(sent[1])
    expect(second).not.toBe(first)
    expect(await verifyProfileEmail(services.database, hashOf(first))).toBe(false)
    expect(await verifyProfileEmail(services.database, hashOf(second))).toBe(true)
    expect(await verifyProfileEmail(services.database, hashOf(second))).toBe(false)
    await enqueueVerifyEmail(services.database, patient, 'needless')
    await runAll(deps)
    expect(sent).toHaveLength(2)
  })
})
