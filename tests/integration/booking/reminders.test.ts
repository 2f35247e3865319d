import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { listReminded, queueReminders } from '#booking/server/database/reminders.ts'
import { queueDueReminders } from '#booking/server/reminders.ts'
import type { Queries } from '#core/server/database/database.ts'
import { claimJob } from '#core/server/jobs/queue.ts'
import { buildEvent } from '#tests/fixtures/builders.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { CONTEXT, callerOf } from './booking-setup.ts'
import { DAY } from './mail-setup.ts'
import { FIRST, isReminder, LAST, reminderSetup, STARTS, tokenIn } from './reminder-setup.ts'

const { mails, tick, book } = reminderSetup()
const { booking } = mails

/** Answers the real rows, or while `ignores` is on such as no change has touched: the test of the check at sending. */
const check = vi.hoisted(() => ({ ignores: false }))
vi.mock(import('#booking/server/database/reminders.ts'), async (importOriginal) => {
  const original = await importOriginal()
  return {
    ...original,
    async findReminder(db, reminderId) {
      const found = await original.findReminder(db, reminderId)
      if (!check.ignores || found === undefined) return found
      return { ...found, status: 'booked', startsAt: found.remindedStart }
    },
  }
})

const lines = (ics = '') => ics.split('\r\n').filter((line) => !line.startsWith('DTSTAMP'))
const cancel = (patient: number, appointment_id: string, time = LAST) =>
  booking.at(time).appointments.cancel({ appointment_id }, callerOf(patient), CONTEXT)
const move = (patient: number, appointment_id: string, appt_time: string, time = LAST) =>
  booking
    .at(time)
    .appointments.reschedule({ appointment_id, appt_time }, callerOf(patient), CONTEXT)

describe('reminders by mail', () => {
  it('REM-01 leave seven and three days before, each once, with the deadline, the advice and the same calendar entry', async () => {
    const { appointment } = await book()
    const calendar = await booking.services.appointments.calendar(
      { appointment_id: appointment },
      callerOf(await ownerOf(appointment)),
      CONTEXT,
    )
    expect(await tick('2027-06-09T07:59:00Z')).toEqual([])
    const [first, ...moreFirst] = await tick(FIRST)
    expect(await tick('2027-06-09T08:01:00Z')).toEqual([])
    expect(await tick('2027-06-10T18:00:00Z')).toEqual([])
    const [last, ...moreLast] = await tick(LAST)
    expect(await tick('2027-06-13T08:01:00Z')).toEqual([])
    expect(await tick('2027-06-14T03:00:00Z')).toEqual([])
    expect(await tick(STARTS)).toEqual([])
    expect([moreFirst, moreLast]).toEqual([[], []])
    for (const mail of [first, last]) {
      expect(mail?.subject).toBe('Reminder of your appointment with Halyard Men’s Health')
      expect(mail?.text).toContain('Wednesday, 16 June 2027')
      expect(mail?.text).toContain('online until Monday 14 June, 09:00.')
      expect(mail?.text).toContain('Please eat and drink as usual.')
      expect(mail?.text).toContain('Please arrive five minutes before your time.')
      expect(mail?.html).toContain('/appointment-reminder?token=')
      expect(mail?.calendar?.method).toBe('PUBLISH')
      expect(lines(mail?.calendar?.ics)).toEqual(lines(calendar.ok ? calendar.value.ics : ''))
    }
    expect(first?.messageId).not.toBe(last?.messageId)
    expect(tokenIn(first ?? { text: '' })).not.toBe(tokenIn(last ?? { text: '' }))
  })

  it('REM-01 have the calendar entry’s number of after a move', async () => {
    const { patient, appointment } = await book()
    expect((await move(patient, appointment, '10:00', '2027-06-05T09:00:00Z')).ok).toBe(true)
    await tick('2027-06-05T09:10:00Z')
    const [first] = await tick(FIRST)
    expect(first?.calendar?.ics).toContain('SEQUENCE:1')
    expect(first?.calendar?.ics).toContain(`UID:${appointment}`)
    expect(first?.text).toContain('10:00')
  })

  it('REM-01 a cancelled appointment has none, also when it is cancelled after the reminder was queued', async () => {
    const [before, between] = [await book(), await book('09:10')]
    await cancel(before.patient, before.appointment, '2027-06-08T09:00:00Z')
    await tick('2027-06-08T09:00:00Z')
    await queueDueReminders(booking.at(FIRST).database, new Date(FIRST))
    await cancel(between.patient, between.appointment, FIRST)
    const sent = await tick('2027-06-09T08:01:00Z')
    expect(sent.map(({ subject }) => subject)).toContain(
      'Your appointment with Halyard Men’s Health is cancelled',
    )
    expect(sent.filter(isReminder)).toEqual([])
    expect(await tick(LAST)).toEqual([])
  })

  it('REM-01 without the check at sending, the same cancelled appointment is reminded of', async () => {
    const { patient, appointment } = await book()
    await queueDueReminders(booking.at(FIRST).database, new Date(FIRST))
    await cancel(patient, appointment, FIRST)
    check.ignores = true
    const sent = await tick('2027-06-09T08:01:00Z').finally(() => {
      check.ignores = false
    })
    expect(sent.some(isReminder)).toBe(true)
  })

  it('REM-01 a cancelled event has no reminders', async () => {
    const { event } = await book()
    await queueDueReminders(booking.at(FIRST).database, new Date(FIRST))
    await booking.at(FIRST).database.query('select booking.cancel_event($1)', [event])
    const sent = await tick('2027-06-09T08:01:00Z')
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Halyard Men’s Health had to cancel your appointment',
    ])
  })

  it('REM-01 after a move the reminder of the old time is dropped, and a day later the new time has its own', async () => {
    const { patient, appointment } = await book()
    await queueDueReminders(booking.at(FIRST).database, new Date(FIRST))
    await move(patient, appointment, '10:00', FIRST)
    const sent = await tick('2027-06-09T08:01:00Z')
    expect(sent.map(({ subject }) => subject)).toEqual([
      'Your appointment with Halyard Men’s Health has a new time',
    ])
    expect(await tick('2027-06-10T07:59:00Z')).toEqual([])
    const [again] = await tick('2027-06-10T08:30:00Z')
    expect(again?.text).toContain('10:00')
    expect(await tick(LAST)).toHaveLength(1)
  })

  it('REM-01 a mail that could not leave waits for the next morning, and is dropped when that is too late', async () => {
    // Of nine o'clock the last reminder has one day, of five o'clock two.
    const late = { event_on: DAY, start_time: '16:00', end_time: '18:00' }
    const event = await buildEvent(booking.services.database, late)
    await book('09:00')
    await book('17:00', event)
    const { outbox } = mails
    outbox.sendError = Object.assign(new Error('no'), { code: 'ECONNREFUSED' })
    await tick('2027-06-13T18:59:30Z')
    outbox.sendError = undefined
    expect(await tick('2027-06-13T19:05:00Z')).toEqual([])
    expect(await tick('2027-06-14T07:59:00Z')).toEqual([])
    const [sent, ...more] = await tick('2027-06-14T08:01:00Z')
    expect(sent?.text).toContain('17:00')
    expect(more).toEqual([])
    const { rows } = await booking.services.database.query(
      'select from app.jobs where done_at is null',
    )
    expect(rows).toEqual([])
  })

  it('REM-01 a process that is killed loses nothing: before its commit nothing is queued, after it the job is run again with the same Message-ID and link', async () => {
    await book()
    const { database } = booking.at(FIRST)
    const killed = database.transaction(async (transaction) => {
      const kind = 'week' as const
      const due = (await listReminded(transaction)).map((one) => ({ ...one, kind }))
      expect(await queueReminders(transaction, due)).toBe(1)
      throw new Error('killed')
    })
    await expect(killed).rejects.toThrow('killed')
    await queueDueReminders(database, new Date(FIRST))
    // Killed after sending: the job keeps its lease and is never finished.
    const job = await claimJob(database, ['mail'], 60, 'urgent-first')
    const [sent] = await tick('2027-06-09T08:02:00Z')
    expect(sent?.messageId).toBe(`${job?.messageId}@halyard.example`)
    expect(await tick('2027-06-09T08:05:00Z')).toEqual([])
  })

  it('REM-01 processes that find the same reminders due at the same time queue each once; without the unique key twice', async () => {
    const { appointment } = await book()
    const { database } = booking.at(FIRST)
    const due = [{ appointmentId: appointment, kind: 'week' as const, startsAt: new Date(STARTS) }]
    const counts = await Promise.all([1, 2, 3, 4].map(() => queueReminders(database, due)))
    expect(counts.toSorted()).toEqual([0, 0, 0, 1])
    const twice = database.transaction(async (transaction) => {
      await removeKey(transaction)
      expect(await queueReminders(transaction, due)).toBe(1)
      throw new Error('rolled back')
    })
    await expect(twice).rejects.toThrow('rolled back')
  })

  it('REM-01 bookings that exist at the first start are reminded of in their days only: no late mails', async () => {
    const event = await mails.newEvent()
    await book('09:00', event)
    await book('09:10', event)
    // Nothing ran until five days before: the first reminder is over.
    expect(await tick('2027-06-11T09:00:00Z')).toEqual([])
    expect(await tick(LAST)).toHaveLength(2)
    await book('09:20', event)
    expect(await tick('2027-06-15T09:00:00Z')).toEqual([])
  })
})

/** Lets the same reminder be queued again. */
async function removeKey(queries: Queries): Promise<void> {
  await sql`alter table app.reminders drop constraint reminders_once`.execute(queries.kysely)
  await patchFunction(queries, 'app.queue_reminders', (text) =>
    text.replace('on conflict on constraint reminders_once do nothing', ''),
  )
}

async function ownerOf(appointment: string): Promise<number> {
  const { profile_id } = await booking.services.database.kysely
    .selectFrom('appointments')
    .select('profile_id')
    .where('appointment_id', '=', appointment)
    .executeTakeFirstOrThrow()
  return profile_id
}
