import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ETHNICITIES, GENDERS } from '#domain/profile-fields.ts'
import { LIMITS } from '#server/config/limits.ts'
import type { Database } from '#server/database/database.ts'
import type { MailMessage } from '#server/gateways/mail.ts'
import { type JobDeps, startJobs } from '#server/jobs/loop.ts'
import { verifyProfileEmail } from '#server/repositories/email-verifications.ts'
import { listDeadJobs, reviveJob } from '#server/repositories/jobs/dead-jobs.ts'
import { enqueueVerifyEmail } from '#server/repositories/jobs/mails.ts'
import { createLimiter } from '#server/repositories/limits.ts'
import { profilesService } from '#server/services/profiles.ts'
import { verificationService } from '#server/services/verification.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import {
  type BookingServices,
  bookWithConsent,
  CONTEXT,
  callerOf,
  sealer,
  servicesAt,
} from './booking-setup.ts'
import { createOutbox, type Outbox, runAll } from './outbox.ts'

const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'

let test: TestDatabase
let services: BookingServices
let outbox: Outbox

beforeAll(async () => {
  test = await testDatabase()
  services = servicesAt(test, NOW)
})
beforeEach(async () => {
  outbox = createOutbox()
  await services.database.query('delete from app.jobs')
})
afterAll(() => test.close())

const jobDeps = (database: Database = services.database) => outbox.depsFor(database)

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
    expect(outbox.sent.map(({ subject }) => subject)).toEqual([
      'Your appointment with Halyard Men’s Health is confirmed',
      'Your appointment with Halyard Men’s Health has a new time',
      'Your appointment with Halyard Men’s Health is cancelled',
    ])
    expect(outbox.sent.map(({ calendar }) => calendar?.method)).toEqual([
      'PUBLISH',
      'PUBLISH',
      'CANCEL',
    ])
    const sequences = outbox.sent.map(
      ({ calendar }) => /SEQUENCE:(\d)/.exec(calendar?.ics ?? '')?.[1],
    )
    expect(sequences).toEqual(['0', '1', '2'])
    expect(new Set(outbox.sent.map(({ messageId }) => messageId)).size).toBe(3)
    expect(outbox.sent[0]?.messageId).toMatch(/^[0-9a-f-]{36}@halyard\.example$/)
    const { email } = await services.database.kysely
      .selectFrom('profiles')
      .select('email')
      .where('profile_id', '=', patient)
      .executeTakeFirstOrThrow()
    expect(new Set(outbox.sent.map(({ to }) => to))).toEqual(new Set([email]))
  })

  it('OPS-02 BOOK-10 cancelling an event frees every place and mails every booked patient, but not the holders of holds', async () => {
    const deps = await jobDeps()
    const [id, first, second] = [await newEvent(), await newPatient(), await newPatient()]
    await bookWithConsent(services, first, id, DAY, '09:00')
    await bookWithConsent(services, second, id, DAY, '09:10')
    await runAll(deps)
    outbox.sent.length = 0
    await services.database.query('select booking.cancel_event($1)', [id])
    expect(await runAll(deps)).toBe(2)
    expect(new Set(outbox.sent.map(({ subject }) => subject))).toEqual(
      new Set(['Halyard Men’s Health had to cancel your appointment']),
    )
    await bookWithConsent(services, first, await newEvent(), DAY, '09:00')
  })

  it('BOOK-10 an appointment is booked while mail is down; its mail is sent later', async () => {
    const deps = await jobDeps()
    await bookWithConsent(services, await newPatient(), await newEvent(), DAY, '09:00')
    outbox.sendError = Object.assign(new Error('connect ECONNREFUSED for patient@example.org'), {
      code: 'ECONNREFUSED',
    })
    expect(await runAll(deps)).toBe(1)
    outbox.sendError = undefined
    expect(await runAll(deps)).toBe(0)
    const later = await jobDeps(servicesAt(test, '2027-06-01T09:30:00Z').database)
    expect(await runAll(later)).toBe(1)
    expect(outbox.sent.map(({ subject }) => subject.split(' ').at(-1))).toEqual(['confirmed'])
    expect(outbox.logged.join('')).toContain('Error ECONNREFUSED')
    expect(outbox.logged.join('')).not.toContain('example.org')
    const { rows } = await services.database.query('select from app.jobs where done_at is null')
    expect(rows).toHaveLength(0)
  })

  it('BOOK-10 every attempt has the same Message-ID; ids that repeat after a restore do not repeat it', async () => {
    const messageIds: string[] = []
    const deps: JobDeps = {
      ...(await jobDeps()),
      mail: {
        send({ messageId }) {
          messageIds.push(messageId)
          return messageIds.length === 1 ? Promise.reject(new Error('lost')) : Promise.resolve()
        },
      },
    }
    const patient = await buildProfile(services.database, { is_verified: false })
    for (const key of ['before', 'after the restore']) {
      await services.database.query('delete from app.jobs')
      await services.database.query('alter sequence app.jobs_job_id_seq restart with 1000000')
      await enqueueVerifyEmail(services.database, patient, key)
      await runAll(deps)
      await services.database.query('update app.jobs set run_at = app.clock_now()')
      await runAll(deps)
    }
    expect(messageIds).toHaveLength(3)
    expect(messageIds[1]).toBe(messageIds[0])
    expect(messageIds[2]).not.toBe(messageIds[0])
  })

  it('BOOK-10 a mail that failed twelve times is listed for operators, who can retry it', async () => {
    const deps = await jobDeps()
    await bookWithConsent(services, await newPatient(), await newEvent(), DAY, '09:00')
    await services.database.query('update app.jobs set attempts = 11')
    outbox.sendError = Object.assign(new Error('no'), { code: 'EAUTH' })
    await runAll(deps)
    const [dead] = await listDeadJobs(services.database)
    expect(dead).toMatchObject({ error: 'Error EAUTH' })
    outbox.sendError = undefined
    expect(await runAll(deps)).toBe(0)
    expect(await reviveJob(services.database, dead?.jobId ?? 0)).toBe(true)
    expect(await reviveJob(services.database, dead?.jobId ?? 0)).toBe(false)
    expect(await runAll(deps)).toBe(1)
    expect(outbox.sent).toHaveLength(1)
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
    expect(outbox.sent).toHaveLength(1)
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

  it('BOOK-10 a job of a kind that a newer release has queued stays for it; an unknown template stops no other job', async () => {
    await services.database.query(
      `insert into app.jobs (kind, dedupe_key, payload, run_at)
       values ('strange', 'x', '{}', app.clock_now()), ('mail', 'y', '{"template":"unknown"}', app.clock_now())`,
    )
    expect(await runAll(await jobDeps())).toBe(1)
    const { rows } = await services.database.query(
      'select kind, attempts, last_error is not null as failed from app.jobs order by kind',
    )
    expect(rows).toEqual([
      { kind: 'mail', attempts: 1, failed: true },
      { kind: 'strange', attempts: 0, failed: false },
    ])
  })
})

describe('job loops in several processes', () => {
  it('BOOK-10 send each mail once; stop waits for the running job', async () => {
    for (let n = 0; n < 12; n += 1)
      await enqueueVerifyEmail(services.database, await newPatient(), 'k')
    await services.database.query('update app.profiles set is_verified = false')
    const loops = await Promise.all([1, 2, 3].map(async () => startJobs(await jobDeps())))
    await vi.waitFor(() => expect(outbox.sent).toHaveLength(12), { timeout: 10_000 })
    await Promise.all(loops.map((loop) => loop.stop()))
    expect(new Set(outbox.sent.map(({ messageId }) => messageId)).size).toBe(12)
    await enqueueVerifyEmail(services.database, await newPatient(), 'later')
    for (const loop of loops) loop.nudge()
    expect(outbox.sent).toHaveLength(12)
  })
})

const PROFILE = {
  first_name: 'Arthur',
  last_name: 'Pendle',
  gender: GENDERS[0],
  date_of_birth: '1960-02-03',
  ethnicity: ETHNICITIES[0],
  phone: '01206 555 0100',
  home_address: '1 High Street, Colchester, CO1 1AA, England',
  occupation: undefined,
  billing_address: undefined,
  nhs_number: undefined,
}

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
    const first = linkOf(outbox.sent[0])
    const { rows } = await services.database.query(
      `select expires_at - app.clock_now() > interval '6 days 23 hours' as week from app.email_verifications where token_hash = $1`,
      [hashOf(first)],
    )
    expect(rows).toEqual([{ week: true }])
    await enqueueVerifyEmail(services.database, patient, 'again')
    await runAll(deps)
    const second = linkOf(outbox.sent[1])
    expect(second).not.toBe(first)
    expect(await verifyProfileEmail(services.database, hashOf(first))).toBe(false)
    expect(await verifyProfileEmail(services.database, hashOf(second))).toBe(true)
    expect(await verifyProfileEmail(services.database, hashOf(second))).toBe(false)
    await enqueueVerifyEmail(services.database, patient, 'needless')
    await runAll(deps)
    expect(outbox.sent).toHaveLength(2)
  })

  it('AUTH-12 an address gets at most ten verification mails a day, however it is signed up and by whom', async () => {
    const email = 'victim@example.org'
    const servicesOf = (at: string) => {
      const { database, clock } = servicesAt(test, at)
      const limiter = createLimiter(database, (text) => sealer.lookup(text, 'limit'))
      const deps = { database, clock, sealer, limiter, nudgeJobs: () => {} }
      return { profiles: profilesService(deps), verification: verificationService(deps) }
    }
    const { most } = LIMITS.verificationMailPerAddress
    const { profiles, verification } = servicesOf(NOW)
    /** Signs the address up with a new account; an earlier profile of it is gone. */
    const signUp = async () => {
      await services.database.query('delete from app.profiles where email = $1', [email])
      const account = { ...callerOf(0), email, profileId: null }
      const created = await profiles.create(PROFILE, account, CONTEXT)
      if (!created.ok) throw new Error(created.reason)
      return { ...account, profileId: created.value.userProfile.profileId }
    }
    const countMails = async () =>
      (await services.database.query('select from app.jobs')).rows.length
    for (let n = 0; n < most - 1; n += 1) await signUp()
    const patient = await signUp()
    expect(await countMails()).toBe(most)
    const resent = await verification.resend(patient)
    expect(resent).toMatchObject({ ok: false, reason: 'too-many-requests' })
    const last = await signUp()
    expect(await countMails()).toBe(most)
    const nextDay = servicesOf('2027-06-02T09:00:10Z')
    expect((await nextDay.verification.resend(last)).ok).toBe(true)
    expect(await countMails()).toBe(most + 1)
  })
})
