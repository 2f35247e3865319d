import { expect, it } from 'vitest'
import {
  cancelAppointment,
  moveAppointment,
  readSlotTime,
} from '#booking/commands/change-appointment.ts'
import { cancelEvent } from '#booking/server/database/booking.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { bookWithConsent, CONTEXT, callerOf, mailTemplatesOf, servicesAt } from './booking-setup.ts'

/** The day before the event: patients can change nothing any more. */
const LATE = '2027-06-15T09:00:00Z'
const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'
const NINE = new Date('2027-06-16T08:00:00Z')
const TEN = new Date('2027-06-16T09:00:00Z')
const BY = { operator: 'Olive Ward', reason: 'asked by telephone' }

const test = perFile(testDatabase)
const services = perFile(() => servicesAt(test, NOW))
const late = perFile(() => servicesAt(test, LATE))

/** A booked appointment of a new patient at 09:00. */
async function booked() {
  const event = await buildEvent(services.database, { event_on: DAY })
  const patient = await buildProfile(services.database)
  const id = await bookWithConsent(services, patient, event, DAY, '09:00')
  return { event, patient, id }
}

/** The audit entries about a subject, oldest first. */
async function entriesOf(subject: string) {
  const { rows } = await services.database.query(
    `select l.action, l.actor_profile_id, l.actor_user_id = p.user_id as is_account, l.operator, l.reason, l.request_id,
            l.from_slot, l.to_slot
       from app.audit_log l left join app.profiles p on p.profile_id = l.actor_profile_id
      where l.subject = $1 order by l.audit_id`,
    [subject],
  )
  return rows
}

const byPatient = (patient: number) => ({
  actor_profile_id: patient,
  is_account: true,
  operator: null,
  reason: null,
  request_id: CONTEXT.requestId,
})
const byOperator = { actor_profile_id: null, is_account: null, request_id: null, ...BY }

it('API-08 booking, moving and cancelling are recorded once each, with old and new time and the patient', async () => {
  const { event, patient, id } = await booked()
  const caller = callerOf(patient)
  await bookWithConsent(services, patient, event, DAY, '09:00')
  const move = { appointment_id: id, appt_time: '10:00' }
  await services.appointments.reschedule(move, caller, CONTEXT)
  await services.appointments.reschedule(move, caller, CONTEXT)
  await services.appointments.cancel(move, caller, CONTEXT)
  await services.appointments.cancel(move, caller, CONTEXT)
  const by = byPatient(patient)
  expect(await entriesOf(`appointment:${id}`)).toEqual([
    { action: 'appointment-booked', from_slot: null, to_slot: NINE, ...by },
    { action: 'appointment-moved', from_slot: NINE, to_slot: TEN, ...by },
    { action: 'appointment-cancelled', from_slot: TEN, to_slot: null, ...by },
  ])
})

it('API-08 without its audit entry nothing is booked, moved or cancelled', async () => {
  const { event, patient, id } = await booked()
  const other = await buildProfile(services.database)
  const { database } = services
  await database.query(
    `alter table app.audit_log add constraint audit_is_full check (false) not valid`,
  )
  try {
    await expect(
      database.query('select booking.cancel_appointment($1, $2)', [id, patient]),
    ).rejects.toThrow('audit_is_full')
    await expect(
      database.query('select booking.reschedule_appointment($1, $2, $3)', [id, patient, TEN]),
    ).rejects.toThrow('audit_is_full')
    await expect(
      database.query(`select booking.book_slot($1, $2, $3, 'some-key', 'paid')`, [
        event,
        TEN,
        other,
      ]),
    ).rejects.toThrow('audit_is_full')
    await expect(cancelEvent(database, event, BY)).rejects.toThrow('audit_is_full')
  } finally {
    await database.query('alter table app.audit_log drop constraint audit_is_full')
  }
  const { rows } = await database.query(
    `select status, slot_start from app.appointments where event_id = $1`,
    [event],
  )
  expect(rows).toEqual([{ status: 'booked', slot_start: NINE }])
  expect(await mailTemplatesOf(services, id)).toEqual(['booked'])
})

it('OPS-02 API-08 an operator cancels within 48 hours; the place is free, the patient is mailed, name and reason are kept', async () => {
  const { event, patient, id } = await booked()
  const refused = await late.appointments.cancel({ appointment_id: id }, callerOf(patient), CONTEXT)
  expect(refused).toMatchObject({ reason: 'too-late' })
  expect(await cancelAppointment(late.database, id, BY)).toBeUndefined()
  expect(await cancelAppointment(late.database, id, BY)).toBeUndefined()
  expect((await entriesOf(`appointment:${id}`)).slice(1)).toEqual([
    { action: 'appointment-cancelled', from_slot: NINE, to_slot: null, ...byOperator },
  ])
  expect(await mailTemplatesOf(services, id)).toEqual(['booked', 'cancelled'])
  const other = await buildProfile(services.database)
  expect(await bookWithConsent(services, other, event, DAY, '09:00')).not.toBe(id)
  const unknown = '00000000-0000-4000-8000-000000000000'
  expect(await cancelAppointment(late.database, unknown, BY)).toBe('appointment-not-found')
})

it('OPS-02 API-08 an operator moves within 48 hours to a free time of the event, and to no other', async () => {
  const { event, id } = await booked()
  const other = await buildProfile(services.database)
  await bookWithConsent(services, other, event, DAY, '09:10')
  const move = (text: string) => {
    const to = readSlotTime(text)
    return to && moveAppointment(late.database, id, to, BY)
  }
  expect(await move(`${DAY} 09:10`)).toBe('slot-taken')
  expect(await move(`${DAY} 09:11`)).toBe('slot-not-found')
  expect(await move('2027-06-17 10:00')).toBe('slot-not-found')
  expect(readSlotTime('16/06/2027 9:00')).toEqual({ date: '2027-06-16', time: '09:00' })
  expect(readSlotTime('06/16/2027 10:00')).toBeUndefined()
  expect(await move(`${DAY} 10:00`)).toBeUndefined()
  expect((await entriesOf(`appointment:${id}`)).slice(1)).toEqual([
    { action: 'appointment-moved', from_slot: NINE, to_slot: TEN, ...byOperator },
  ])
  expect(await mailTemplatesOf(services, id)).toEqual(['booked', 'moved'])
})

it('OPS-02 API-08 cancelling an event records the event and each of its appointments once, with the operator', async () => {
  const { event, id } = await booked()
  expect(await cancelEvent(services.database, event, BY)).toBe(1)
  expect(await cancelEvent(services.database, event, BY)).toBe(0)
  const none = { from_slot: null, to_slot: null }
  expect(await entriesOf(`event:${event}`)).toEqual([
    { action: 'event-cancelled', ...none, ...byOperator },
  ])
  expect((await entriesOf(`appointment:${id}`)).slice(1)).toEqual([
    { action: 'appointment-cancelled', from_slot: NINE, to_slot: null, ...byOperator },
  ])
})
