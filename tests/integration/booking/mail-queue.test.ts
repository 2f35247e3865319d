import { describe, expect, it } from 'vitest'
import { enqueueVerifyEmail } from '#account/mails/verify-email.ts'
import { enqueueConfirmationMail } from '#content/mails/confirmations.ts'
import type { Database } from '#core/server/database/database.ts'
import { AddressRefusedError } from '#core/server/gateways/mail.ts'
import { listDeadJobs } from '#core/server/jobs/dead-jobs.ts'
import { releaseHeldMails } from '#core/server/jobs/held-mails.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { bookWithConsent, CONTEXT, callerOf } from './booking-setup.ts'
import { DAY, mailSetup } from './mail-setup.ts'
import { runAll as runJobs } from './outbox.ts'

const SOON = '2027-06-01T09:01:30Z'

const mails = mailSetup()
const { booking, jobDeps, newEvent, newPatient, addressOf } = mails

async function newSubscription(): Promise<number> {
  const { rows } = await booking.services.database.query<{ id: number }>(
    `insert into app.subscriptions (email, name, hear_about_event, asked_at)
     values (gen_random_uuid() || '@example.org', 'Ned', true, app.clock_now()) returning subscription_id as id`,
  )
  return rows[0]?.id ?? 0
}

const move = (patient: number, appointment_id: string, appt_time: string) =>
  booking.services.appointments.reschedule(
    { appointment_id, appt_time },
    callerOf(patient),
    CONTEXT,
  )
const cancel = (patient: number, appointment_id: string) =>
  booking.services.appointments.cancel({ appointment_id }, callerOf(patient), CONTEXT)
const cancelEvent = (id: number) =>
  booking.services.database.query('select booking.cancel_event($1)', [id])

const runAll = async (database: Database) => runJobs(await jobDeps(database))
const endsOfSubjects = () => mails.outbox.sent.map(({ subject }) => subject.split(' ').at(-1))
const temporary = Object.assign(new Error('try later'), { code: 'EENVELOPE', responseCode: 451 })

describe('the order of the queue', () => {
  /** 30 mails to one patient, then one to each of five others. Answers how many of the first six go to different patients. */
  async function sendFlood(): Promise<number> {
    await booking.services.database.query('delete from app.jobs')
    const flooded = await newPatient()
    for (let n = 0; n < 30; n += 1)
      await enqueueVerifyEmail(booking.services.database, flooded, `n${n}`)
    for (let n = 0; n < 5; n += 1) {
      await enqueueVerifyEmail(booking.services.database, await newPatient(), 'sign-up')
    }
    await booking.services.database.query('update app.profiles set is_verified = false')
    await runAll(booking.services.database)
    expect(mails.outbox.sent).toHaveLength(35)
    return new Set(mails.outbox.sent.slice(0, 6).map(({ to }) => to)).size
  }

  it('BOOK-10 many mails to one recipient do not delay the mails to others', async () => {
    expect(await sendFlood()).toBe(6)
  })

  it('BOOK-10 without turns the same mails delay the others', async () => {
    const restore = await patchFunction(booking.services.database, 'app.next_turn', (text) =>
      text.replace(/greatest\(p_at.*\)\)/, 'p_at'),
    )
    try {
      expect(await sendFlood()).toBe(1)
    } finally {
      await restore()
    }
  })

  it('BOOK-10 the failed attempts for one recipient do not come before new mails to others', async () => {
    await booking.services.database.query('update app.profiles set is_verified = true')
    const failing = await newPatient()
    const profiles = 'update app.profiles set is_verified = false where profile_id = $1'
    await booking.services.database.query(profiles, [failing])
    for (let n = 0; n < 10; n += 1)
      await enqueueVerifyEmail(booking.services.database, failing, `n${n}`)
    mails.outbox.sendError = temporary
    expect(await runAll(booking.services.database)).toBe(10)
    mails.outbox.sendError = undefined
    const later = booking.at(SOON).database
    const other = await newPatient()
    await later.query(profiles, [other])
    await enqueueVerifyEmail(later, other, 'sign-up')
    expect(await runAll(later)).toBe(11)
    const to = mails.outbox.sent.map((message) => message.to)
    expect(to.slice(0, 2)).toContain(await addressOf(other))
  })

  it('BOOK-10 the cancellation of an event comes first, then other appointments, verifications and the newsletter', async () => {
    const [event, other] = [await newEvent(), await newEvent()]
    const [first, second, third] = [await newPatient(), await newPatient(), await newPatient()]
    await bookWithConsent(booking.services, first, event, DAY, '09:00')
    await runAll(booking.services.database)
    mails.outbox.sent.length = 0
    await enqueueConfirmationMail(
      booking.services.database,
      'newsletter',
      await newSubscription(),
      'x',
    )
    await enqueueVerifyEmail(booking.services.database, third, 'sign-up')
    await booking.services.database.query(
      'update app.profiles set is_verified = false where profile_id = $1',
      [third],
    )
    await bookWithConsent(booking.services, second, other, DAY, '09:00')
    await cancelEvent(event)
    await runAll(booking.services.database)
    expect(mails.outbox.sent.map(({ subject }) => subject)).toEqual([
      'Halyard Men’s Health had to cancel your appointment',
      'Your appointment with Halyard Men’s Health is confirmed',
      'Please confirm your email address for Halyard Men’s Health',
      'Please confirm the newsletter of Halyard Men’s Health',
    ])
  })

  it('BOOK-10 new details of an event come before the mails that were queued earlier', async () => {
    const [event, other] = [await newEvent(), await newEvent()]
    const [first, second] = [await newPatient(), await newPatient()]
    await bookWithConsent(booking.services, first, event, DAY, '09:00')
    await runAll(booking.services.database)
    mails.outbox.sent.length = 0
    await bookWithConsent(booking.services, second, other, DAY, '09:00')
    await booking.services.database.query(
      `${BY_HAND} update app.events set city = 'Ipswich' where event_id = $1`,
      [event],
    )
    await runAll(booking.services.database)
    expect(mails.outbox.sent.map(({ to }) => to)).toEqual([
      await addressOf(first),
      await addressOf(second),
    ])
  })

  it('BOOK-10 a confirmation that waits behind other mails leaves right before its event’s cancellation', async () => {
    const [event, other] = [await newEvent(), await newEvent()]
    await bookWithConsent(booking.services, await newPatient(), other, DAY, '09:00')
    await bookWithConsent(booking.services, await newPatient(), event, DAY, '09:00')
    await cancelEvent(event)
    await runAll(booking.services.database)
    expect(endsOfSubjects()).toEqual(['confirmed', 'appointment', 'confirmed'])
  })
})

describe('several mails about one appointment', () => {
  it('BOOK-10 the cancellation of an event does not wait for a confirmation that could not be delivered, which is never sent', async () => {
    const event = await newEvent()
    await bookWithConsent(booking.services, await newPatient(), event, DAY, '09:00')
    mails.outbox.sendError = temporary
    expect(await runAll(booking.services.database)).toBe(1)
    mails.outbox.sendError = undefined
    await cancelEvent(event)
    expect(await runAll(booking.services.database)).toBe(1)
    expect(endsOfSubjects()).toEqual(['appointment'])
    expect(await runAll(booking.at('2027-06-03T09:00:00Z').database)).toBe(0)
    const { rows } = await booking.services.database.query(
      `select payload ->> 'template' as template, done_at is not null as done, superseded_by is not null as superseded
         from app.jobs order by job_id`,
    )
    expect(rows).toEqual([
      { template: 'booked', done: true, superseded: true },
      { template: 'event-cancelled', done: true, superseded: false },
    ])
  })

  it('OPS-03 BOOK-10 the cancellation of an event does not wait for a mail that a restore holds, and replaces it', async () => {
    const event = await newEvent()
    await bookWithConsent(booking.services, await newPatient(), event, DAY, '09:00')
    const { database } = booking.services
    await database.query(`update app.jobs set locked_until = 'infinity'`)
    await runAll(database)
    expect(mails.outbox.sent).toEqual([])
    await cancelEvent(event)
    await runAll(database)
    expect(mails.outbox.sent.map(({ subject }) => subject)).toEqual([
      expect.stringContaining('had to cancel your appointment'),
    ])
    expect(await releaseHeldMails(database)).toBe(0)
  })

  it('BOOK-10 a new time supersedes a confirmation that could not be delivered, and says everything that it said', async () => {
    const patient = await newPatient()
    const event = await newEvent()
    await booking.services.database.query(
      `update app.products set email_template = E'We look forward to you.\\n\\nParking is free.'
        where product_id = (select product_id from app.events where event_id = $1)`,
      [event],
    )
    const id = await bookWithConsent(booking.services, patient, event, DAY, '09:00')
    mails.outbox.sendError = temporary
    await runAll(booking.services.database)
    mails.outbox.sendError = undefined
    await move(patient, id, '10:00')
    expect(await runAll(booking.services.database)).toBe(1)
    expect(endsOfSubjects()).toEqual(['time'])
    for (const words of ['We look forward to you.', 'Parking is free.', 'Time: 10:00']) {
      expect(mails.outbox.sent[0]?.text).toContain(words)
    }
    expect(await runAll(booking.at(SOON).database)).toBe(0)
  })

  it('BOOK-10 several new times before the first mail left are one mail, the last', async () => {
    const patient = await newPatient()
    const id = await bookWithConsent(booking.services, patient, await newEvent(), DAY, '09:00')
    for (const time of ['09:10', '09:20', '09:30']) await move(patient, id, time)
    await runAll(booking.services.database)
    expect(endsOfSubjects()).toEqual(['confirmed', 'time'])
    expect(mails.outbox.sent[1]?.text).toContain('Time: 09:30')
    expect(mails.outbox.sent[1]?.calendar?.ics).toContain('SEQUENCE:3')
  })

  it('BOOK-10 a mail that was given up is not offered to operators once a later mail of its appointment was sent', async () => {
    const patient = await newPatient()
    const id = await bookWithConsent(booking.services, patient, await newEvent(), DAY, '09:00')
    mails.outbox.sendError = new AddressRefusedError(550)
    await runAll(booking.services.database)
    expect(await listDeadJobs(booking.services.database)).toHaveLength(1)
    mails.outbox.sendError = undefined
    await cancel(patient, id)
    await runAll(booking.services.database)
    expect(endsOfSubjects()).toEqual(['cancelled'])
    expect(await listDeadJobs(booking.services.database)).toEqual([])
  })
})

describe('a refused address', () => {
  it('BOOK-10 gives the mail up at once, for operators to see; a temporary refusal is tried again', async () => {
    await bookWithConsent(booking.services, await newPatient(), await newEvent(), DAY, '09:00')
    mails.outbox.sendError = temporary
    await runAll(booking.services.database)
    expect(await listDeadJobs(booking.services.database)).toEqual([])
    mails.outbox.sendError = new AddressRefusedError(550)
    expect(await runAll(booking.at(SOON).database)).toBe(1)
    expect(await listDeadJobs(booking.services.database)).toMatchObject([
      { error: 'AddressRefusedError 550' },
    ])
    expect(mails.outbox.logged.join('')).toContain('job given up')
  })
})
