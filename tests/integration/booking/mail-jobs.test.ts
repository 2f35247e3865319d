import { describe, expect, it, vi } from 'vitest'
import { enqueueVerifyEmail } from '#account/mails/verify-email.ts'
import { type JobDeps, startJobs } from '#app/jobs/loop.ts'
import { listDeadJobs, reviveJob } from '#core/server/jobs/dead-jobs.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { bookWithConsent, CONTEXT, callerOf } from './booking-setup.ts'
import { DAY, mailSetup } from './mail-setup.ts'
import { runAll } from './outbox.ts'

const mails = mailSetup()
const { booking, jobDeps, newPatient, newEvent, addressOf } = mails

describe('the outbox', () => {
  it('BOOK-10 mails every booking, change and cancellation once, in order, with its calendar entry', async () => {
    const deps = await jobDeps()
    const patient = await newPatient()
    const appointment_id = await bookWithConsent(
      booking.services,
      patient,
      await newEvent(),
      DAY,
      '09:00',
    )
    await booking.services.appointments.reschedule(
      { appointment_id, appt_time: '10:00' },
      callerOf(patient),
      CONTEXT,
    )
    await booking.services.appointments.cancel({ appointment_id }, callerOf(patient), CONTEXT)
    expect(await runAll(deps)).toBe(3)
    expect(await runAll(deps)).toBe(0)
    expect(mails.outbox.sent.map(({ subject }) => subject)).toEqual([
      'Your appointment with Halyard Men’s Health is confirmed',
      'Your appointment with Halyard Men’s Health has a new time',
      'Your appointment with Halyard Men’s Health is cancelled',
    ])
    expect(mails.outbox.sent.map(({ calendar }) => calendar?.method)).toEqual([
      'PUBLISH',
      'PUBLISH',
      'CANCEL',
    ])
    const sequences = mails.outbox.sent.map(
      ({ calendar }) => /SEQUENCE:(\d)/.exec(calendar?.ics ?? '')?.[1],
    )
    expect(sequences).toEqual(['0', '1', '2'])
    expect(new Set(mails.outbox.sent.map(({ messageId }) => messageId)).size).toBe(3)
    expect(mails.outbox.sent[0]?.messageId).toMatch(/^[0-9a-f-]{36}@halyard\.example$/)
    expect(new Set(mails.outbox.sent.map(({ to }) => to))).toEqual(
      new Set([await addressOf(patient)]),
    )
  })

  it('OPS-02 BOOK-10 cancelling an event frees every place and mails every booked patient, but not the holders of holds', async () => {
    const deps = await jobDeps()
    const [id, first, second] = [await newEvent(), await newPatient(), await newPatient()]
    await bookWithConsent(booking.services, first, id, DAY, '09:00')
    await bookWithConsent(booking.services, second, id, DAY, '09:10')
    await runAll(deps)
    mails.outbox.sent.length = 0
    await booking.services.database.query('select booking.cancel_event($1)', [id])
    expect(await runAll(deps)).toBe(2)
    expect(new Set(mails.outbox.sent.map(({ subject }) => subject))).toEqual(
      new Set(['Halyard Men’s Health had to cancel your appointment']),
    )
    await bookWithConsent(booking.services, first, await newEvent(), DAY, '09:00')
  })

  it('BOOK-10 an appointment is booked while mail is down; its mail is sent later', async () => {
    const deps = await jobDeps()
    await bookWithConsent(booking.services, await newPatient(), await newEvent(), DAY, '09:00')
    mails.outbox.sendError = Object.assign(
      new Error('connect ECONNREFUSED for patient@example.org'),
      {
        code: 'ECONNREFUSED',
      },
    )
    expect(await runAll(deps)).toBe(1)
    mails.outbox.sendError = undefined
    expect(await runAll(deps)).toBe(0)
    const later = await jobDeps(booking.at('2027-06-01T09:30:00Z').database)
    expect(await runAll(later)).toBe(1)
    expect(mails.outbox.sent.map(({ subject }) => subject.split(' ').at(-1))).toEqual(['confirmed'])
    expect(mails.outbox.logged.join('')).toContain('Error ECONNREFUSED')
    expect(mails.outbox.logged.join('')).not.toContain('example.org')
    const { rows } = await booking.services.database.query(
      'select from app.jobs where done_at is null',
    )
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
    const patient = await buildProfile(booking.services.database, { is_verified: false })
    for (const key of ['before', 'after the restore']) {
      await booking.services.database.query('delete from app.jobs')
      await booking.services.database.query(
        'alter sequence app.jobs_job_id_seq restart with 1000000',
      )
      await enqueueVerifyEmail(booking.services.database, patient, key)
      await runAll(deps)
      await booking.services.database.query('update app.jobs set run_at = app.clock_now()')
      await runAll(deps)
    }
    expect(messageIds).toHaveLength(3)
    expect(messageIds[1]).toBe(messageIds[0])
    expect(messageIds[2]).not.toBe(messageIds[0])
  })

  it('BOOK-10 a mail that failed twelve times is listed for operators, who can retry it', async () => {
    const deps = await jobDeps()
    await bookWithConsent(booking.services, await newPatient(), await newEvent(), DAY, '09:00')
    await booking.services.database.query('update app.jobs set attempts = 11')
    mails.outbox.sendError = Object.assign(new Error('no'), { code: 'EAUTH' })
    await runAll(deps)
    const [dead] = await listDeadJobs(booking.services.database)
    expect(dead).toMatchObject({ error: 'Error EAUTH' })
    mails.outbox.sendError = undefined
    expect(await runAll(deps)).toBe(0)
    expect(await reviveJob(booking.services.database, dead?.jobId ?? 0)).toBe(true)
    expect(await reviveJob(booking.services.database, dead?.jobId ?? 0)).toBe(false)
    expect(await runAll(deps)).toBe(1)
    expect(mails.outbox.sent).toHaveLength(1)
  })

  it('BOOK-10 a mail is not sent twice when the database fails directly after sending', async () => {
    await bookWithConsent(booking.services, await newPatient(), await newEvent(), DAY, '09:00')
    let isUnavailable = true
    const kysely = booking.services.database.kysely.withPlugin({
      transformQuery({ node }) {
        const fails =
          isUnavailable && JSON.stringify('updates' in node && node.updates).includes('done_at')
        if (fails) isUnavailable = false
        if (fails) throw new Error('gone')
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    expect(await runAll(await jobDeps({ ...booking.services.database, kysely }))).toBe(1)
    expect(isUnavailable).toBe(false)
    expect(await runAll(await jobDeps(booking.at('2027-06-01T09:05:00Z').database))).toBe(0)
    expect(mails.outbox.sent).toHaveLength(1)
  })

  it('BOOK-10 another process takes the job of a crashed process when the lease has ended', async () => {
    await bookWithConsent(booking.services, await newPatient(), await newEvent(), DAY, '09:00')
    await booking.services.database.query(
      `update app.jobs set attempts = 1, locked_until = app.clock_now() + interval '59 seconds'`,
    )
    expect(await runAll(await jobDeps())).toBe(0)
    const later = await jobDeps(booking.at('2027-06-01T09:30:00Z').database)
    expect(await runAll(later)).toBe(1)
  })

  it('BOOK-10 a job of a kind that a newer release has queued stays for it; an unknown template stops no other job', async () => {
    await booking.services.database.query(
      `insert into app.jobs (kind, dedupe_key, payload, run_at)
       values ('strange', 'x', '{}', app.clock_now()), ('mail', 'y', '{"template":"unknown"}', app.clock_now())`,
    )
    expect(await runAll(await jobDeps())).toBe(1)
    const { rows } = await booking.services.database.query(
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
      await enqueueVerifyEmail(booking.services.database, await newPatient(), 'k')
    await booking.services.database.query('update app.profiles set is_verified = false')
    const loops = await Promise.all([1, 2, 3].map(async () => startJobs(await jobDeps())))
    await vi.waitFor(() => expect(mails.outbox.sent).toHaveLength(12), { timeout: 10_000 })
    await Promise.all(loops.map((loop) => loop.stop()))
    expect(new Set(mails.outbox.sent.map(({ messageId }) => messageId)).size).toBe(12)
    await enqueueVerifyEmail(booking.services.database, await newPatient(), 'later')
    for (const loop of loops) loop.nudge()
    expect(mails.outbox.sent).toHaveLength(12)
  })
})
