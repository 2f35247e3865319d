import { expect, it } from 'vitest'
import { moveAppointment } from '#booking/commands/change-appointment.ts'
import { cancelEvent } from '#booking/server/database/booking.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { bookWithConsent, CONTEXT, callerOf, servicesAt } from './booking-setup.ts'

const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'
const OPERATOR = { operator: 'Canary Quill', reason: 'canary reason' }
const at = (time: string) => `2027-06-16T${time}:00.000Z`

const test = perFile(testDatabase)
const services = perFile(() => servicesAt(test, NOW))

async function upcoming(profileId: number) {
  const list = await services.appointments.listUpcoming({ profileId }, callerOf(profileId), CONTEXT)
  if (!list.ok) throw new Error(list.reason)
  return list.value.appointments
}

/** Booked at 09:00, moved by the patient to 09:10 and by an operator to 09:20, cancelled by the patient. */
async function changeALot(profileId: number, eventId: number): Promise<string> {
  const id = await bookWithConsent(services, profileId, eventId, DAY, '09:00')
  const input = { appointment_id: id }
  const caller = callerOf(profileId)
  await services.appointments.reschedule({ ...input, appt_time: '09:10' }, caller, CONTEXT)
  await moveAppointment(services.database, id, { date: DAY, time: '09:20' }, OPERATOR)
  await services.appointments.cancel(input, caller, CONTEXT)
  // Repeated, and without effect.
  await services.appointments.cancel(input, caller, CONTEXT)
  return id
}

const CHANGES = [
  { action: 'booked', changed_by: 'patient', from_starts_at: null, to_starts_at: at('08:00') },
  {
    action: 'moved',
    changed_by: 'patient',
    from_starts_at: at('08:00'),
    to_starts_at: at('08:10'),
  },
  {
    action: 'moved',
    changed_by: 'charity',
    from_starts_at: at('08:10'),
    to_starts_at: at('08:20'),
  },
  { action: 'cancelled', changed_by: 'patient', from_starts_at: at('08:20'), to_starts_at: null },
]

it('APPT-04 the patient sees each change once, in order, and by whom; never the operator’s name or reason', async () => {
  const patient = await buildProfile(services.database)
  await changeALot(patient, await buildEvent(services.database, { event_on: DAY }))
  const [appointment] = await upcoming(patient)
  expect(appointment?.history).toMatchObject(CHANGES)
  expect(JSON.stringify(appointment)).not.toMatch(/canary/i)
  expect(await findViolations(services.database)).toEqual([])
})

it('APPT-04 a change that is refused leaves no trace; a cancelled event is the charity’s change', async () => {
  const patient = await buildProfile(services.database)
  const other = await buildProfile(services.database)
  const eventId = await buildEvent(services.database, { event_on: DAY })
  await bookWithConsent(services, other, eventId, DAY, '09:10')
  const id = await bookWithConsent(services, patient, eventId, DAY, '09:00')
  const input = { appointment_id: id, appt_time: '09:10' }
  const moved = await services.appointments.reschedule(input, callerOf(patient), CONTEXT)
  expect(moved).toEqual({ ok: false, reason: 'slot-taken' })
  expect((await upcoming(patient))[0]?.history).toHaveLength(1)
  await cancelEvent(services.database, eventId, OPERATOR)
  expect((await upcoming(patient))[0]?.history).toMatchObject([
    { action: 'booked', changed_by: 'patient' },
    { action: 'cancelled', changed_by: 'charity', from_starts_at: at('08:00') },
  ])
})

it('APPT-01 past appointments are listed newest first, apart from the upcoming ones, to their patient only', async () => {
  const patient = await buildProfile(services.database)
  const book = async (day: string, now: string) => {
    const then = servicesAt(test, now)
    const eventId = await buildEvent(then.database, { event_on: day })
    return bookWithConsent(then, patient, eventId, day, '09:00')
  }
  const first = await book('2027-03-10', '2027-03-01T09:00:00Z')
  const second = await book('2027-04-14', '2027-04-01T09:00:00Z')
  const next = await book(DAY, NOW)
  const past = await services.appointments.listPast(
    { profileId: patient },
    callerOf(patient),
    CONTEXT,
  )
  expect(past).toMatchObject({
    value: {
      appointments: [
        { appointment_id: second, appt_date: '2027-04-14', history: [{ action: 'booked' }] },
        { appointment_id: first, appt_date: '2027-03-10' },
      ],
    },
  })
  expect((await upcoming(patient)).map((one) => one.appointment_id)).toEqual([next])
  const other = callerOf(await buildProfile(services.database))
  expect(
    await services.appointments.listPast({ profileId: patient }, other, CONTEXT),
  ).toMatchObject({ ok: false, reason: 'forbidden' })
})
