import { createHash } from 'node:crypto'
import pino from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { databaseClock } from '#server/database/clock.ts'
import type { MailMessage } from '#server/gateways/mail.ts'
import { type JobDeps, runNextJob, startJobs } from '#server/jobs/loop.ts'
import { enqueueVerifyEmail, listDeadJobs, reviveJob } from '#server/repositories/jobs.ts'
import { verifyProfileEmail } from '#server/repositories/profiles.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { bookAt, CHARITY, CONTEXT, patient, type Stage, sealer, servicesAt } from './stage.ts'

const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'

let test: TestDatabase
let stage: Stage
let sent: MailMessage[]
let logged: string[]
let refuse: Error | undefined

beforeAll(async () => {
  test = await testDatabase()
  stage = servicesAt(test, NOW)
})
beforeEach(async () => {
  sent = []
  logged = []
  refuse = undefined
  await stage.database.query('delete from app.jobs')
})
afterAll(() => test.close())

async function jobDeps(database = stage.database): Promise<JobDeps> {
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
        if (refuse !== undefined) return Promise.reject(refuse)
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

const newMan = () => buildProfile(stage.database)
const newEvent = () => buildEvent(stage.database, { event_on: DAY })

describe('the outbox', () => {
  it('BOOK-10 every booking, change and cancellation is mailed once, in order, with its calendar entry', async () => {
    const deps = await jobDeps()
    const man = await newMan()
    const appointment_id = await bookAt(stage, man, await newEvent(), DAY, '09:00')
    await stage.appointments.reschedule(
      { appointment_id, appt_time: '10:00' },
      patient(man),
      CONTEXT,
    )
    await stage.appointments.cancel({ appointment_id }, patient(man), CONTEXT)
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
    const { email } = await stage.database.kysely
      .selectFrom('profiles')
      .select('email')
      .where('profile_id', '=', man)
      .executeTakeFirstOrThrow()
    expect(new Set(sent.map(({ to }) => to))).toEqual(new Set([email]))
  })

  it('OPS-02 BOOK-10 cancelling an event frees and tells everybody booked, and holds go without a mail', async () => {
    const deps = await jobDeps()
    const [id, first, second] = [await newEvent(), await newMan(), await newMan()]
    await bookAt(stage, first, id, DAY, '09:00')
    await bookAt(stage, second, id, DAY, '09:10')
    await runAll(deps)
    sent = []
    await stage.database.query('select booking.cancel_event($1)', [id])
    expect(await runAll(deps)).toBe(2)
    expect(new Set(sent.map(({ subject }) => subject))).toEqual(
      new Set(['Halyard Men’s Health had to cancel your appointment']),
    )
    await bookAt(stage, first, await newEvent(), DAY, '09:00')
  })

  it('BOOK-10 with mail down the booking stands; it is sent later, with the same Message-ID, later changes after it', async () => {
    const deps = await jobDeps()
    const man = await newMan()
    const appointment_id = await bookAt(stage, man, await newEvent(), DAY, '09:00')
    refuse = Object.assign(new Error('connect ECONNREFUSED for man@example.org'), {
      code: 'ECONNREFUSED',
    })
    expect(await runAll(deps)).toBe(1)
    refuse = undefined
    await stage.appointments.cancel({ appointment_id }, patient(man), CONTEXT)
    expect(await runAll(deps)).toBe(0)
    const later = await jobDeps(servicesAt(test, '2027-06-01T09:30:00Z').database)
    expect(await runAll(later)).toBe(2)
    expect(sent.map(({ subject }) => subject.split(' ').at(-1))).toEqual(['confirmed', 'cancelled'])
    expect(logged.join('')).toContain('Error ECONNREFUSED')
    expect(logged.join('')).not.toContain('example.org')
    const { rows } = await stage.database.query('select from app.jobs where done_at is null')
    expect(rows).toHaveLength(0)
  })

  it('BOOK-10 a mail given up after twelve attempts is shown to operators, who can send it again', async () => {
    const deps = await jobDeps()
    await bookAt(stage, await newMan(), await newEvent(), DAY, '09:00')
    await stage.database.query('update app.jobs set attempts = 11')
    refuse = Object.assign(new Error('no'), { code: 'EAUTH' })
    await runAll(deps)
    const [dead] = await listDeadJobs(stage.database)
    expect(dead).toMatchObject({ error: 'Error EAUTH' })
    refuse = undefined
    expect(await runAll(deps)).toBe(0)
    expect(await reviveJob(stage.database, dead?.jobId ?? 0)).toBe(true)
    expect(await reviveJob(stage.database, dead?.jobId ?? 0)).toBe(false)
    expect(await runAll(deps)).toBe(1)
    expect(sent).toHaveLength(1)
  })

  it('BOOK-10 a mail that is sent is not sent again because the database was away just then', async () => {
    await bookAt(stage, await newMan(), await newEvent(), DAY, '09:00')
    let isAway = true
    const query: typeof stage.database.query = (sql, values) => {
      const fails = isAway && sql.includes('set done_at')
      if (fails) isAway = false
      return fails ? Promise.reject(new Error('gone')) : stage.database.query(sql, values)
    }
    expect(await runAll(await jobDeps({ ...stage.database, query }))).toBe(1)
    expect(isAway).toBe(false)
    expect(await runAll(await jobDeps(servicesAt(test, '2027-06-01T09:05:00Z').database))).toBe(0)
    expect(sent).toHaveLength(1)
  })

  it('BOOK-10 a process that died leaves its job to another when its lease is over', async () => {
    await bookAt(stage, await newMan(), await newEvent(), DAY, '09:00')
    await stage.database.query(
      `update app.jobs set attempts = 1, locked_until = app.clock_now() + interval '59 seconds'`,
    )
    expect(await runAll(await jobDeps())).toBe(0)
    const later = await jobDeps(servicesAt(test, '2027-06-01T09:30:00Z').database)
    expect(await runAll(later)).toBe(1)
  })

  it('BOOK-10 an unknown kind of job fails by itself and stops nobody', async () => {
    await stage.database.query(
      `insert into app.jobs (kind, dedupe_key, payload, run_at)
       values ('strange', 'x', '{}', app.clock_now()), ('mail', 'y', '{"template":"unknown"}', app.clock_now())`,
    )
    expect(await runAll(await jobDeps())).toBe(2)
    const { rows } = await stage.database.query('select from app.jobs where last_error is not null')
    expect(rows).toHaveLength(2)
  })
})

describe('the loops of several processes', () => {
  it('BOOK-10 send each mail once, and stop lets the running one end', async () => {
    for (let n = 0; n < 12; n += 1) await enqueueVerifyEmail(stage.database, await newMan(), 'k')
    await stage.database.query('update app.profiles set is_verified = false')
    const loops = await Promise.all([1, 2, 3].map(async () => startJobs(await jobDeps())))
    await vi.waitFor(() => expect(sent).toHaveLength(12), { timeout: 10_000 })
    await Promise.all(loops.map((loop) => loop.stop()))
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(12)
    await enqueueVerifyEmail(stage.database, await newMan(), 'later')
    for (const loop of loops) loop.nudge()
    expect(sent).toHaveLength(12)
  })
})

describe('the verification mail', () => {
  const linkOf = (message: MailMessage | undefined) =>
    /https:\/\/halyard\.example\/verify-email#([\w-]{43})\n/.exec(message?.text ?? '')?.[1] ?? ''
  const hashOf = (token: string) => createHash('sha256').update(token).digest()

  it('AUTH-12 its token is made when it is sent, kept hashed, works once; a newer link ends it', async () => {
    const deps = await jobDeps()
    const man = await buildProfile(stage.database, { is_verified: false })
    await enqueueVerifyEmail(stage.database, man, 'sign-up')
    await enqueueVerifyEmail(stage.database, man, 'sign-up')
    expect(await runAll(deps)).toBe(1)
    const first = linkOf(sent[0])
    const { rows } = await stage.database.query(
      `select expires_at - app.clock_now() > interval '6 days 23 hours' as week from app.email_verifications where token_hash = $1`,
      [hashOf(first)],
    )
    expect(rows).toEqual([{ week: true }])
    await enqueueVerifyEmail(stage.database, man, 'again')
    await runAll(deps)
    const second = linkOf(sent[1])
    expect(second).not.toBe(first)
    expect(await verifyProfileEmail(stage.database, hashOf(first))).toBe(false)
    expect(await verifyProfileEmail(stage.database, hashOf(second))).toBe(true)
    expect(await verifyProfileEmail(stage.database, hashOf(second))).toBe(false)
    await enqueueVerifyEmail(stage.database, man, 'needless')
    await runAll(deps)
    expect(sent).toHaveLength(2)
  })
})
