import { beforeEach, describe, expect, it } from 'vitest'
import { buildConsent, buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import {
  auditLog,
  type BookingServices,
  bookingInput,
  bookWithConsent,
  CONTEXT,
  callerOf,
  consentInput,
  holdInput,
  mailTemplatesOf,
  servicesAt,
} from './booking-setup.ts'

/** A Tuesday, 10:00 in London. */
const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'

const test = perFile(testDatabase)
const services = perFile(() => servicesAt(test, NOW))
let patient: number

beforeEach(async () => {
  patient = await buildProfile(services.database)
})

type Changes = Parameters<typeof buildEvent>[1]
const createEvent = (changes: Changes = {}) =>
  buildEvent(services.database, { event_on: DAY, ...changes })

const giveConsent = (who = patient, date = DAY) => buildConsent(services.database, who, date)

async function createAppointment(
  eventId: number,
  options: { time?: string; who?: number; at?: BookingServices; more?: object } = {},
) {
  const { time = '09:00', who = patient, at = services, more = {} } = options
  const input = { ...bookingInput(who, eventId, DAY, time), ...more }
  return await at.appointments.create(input, callerOf(who), CONTEXT)
}

describe('booking', () => {
  it('API-03 BOOK-08 uses the live hold; price and payment status come from the server', async () => {
    const id = await createEvent()
    await giveConsent()
    const held = await services.holds.create(holdInput(id, DAY, '09:00'), callerOf(patient))
    const more = { eventPrice: -5, paymentStatus: 'paid by card', product: { price: 0 } }
    const outcome = await createAppointment(id, { more })
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        appointment_id: held.ok ? held.value.hold_id : '',
        event_id: id,
        event_name: 'Screening at the Corn Exchange',
        appt_date: DAY,
        appt_time: '09:00',
        status: 'booked',
        payment_status: 'paid',
        event_location: 'Corn Exchange, Colchester, CO1 1AA, England',
        starts_at: '2027-06-16T08:00:00.000Z',
        ends_at: '2027-06-16T08:10:00.000Z',
      },
    })
    expect(await mailTemplatesOf(services, held.ok ? held.value.hold_id : '')).toEqual(['booked'])
  })

  it('API-03 books a free place without a hold; a repeated request gets the same response, also after the cut-off', async () => {
    const id = await createEvent()
    await giveConsent()
    const first = await createAppointment(id)
    const again = await createAppointment(id)
    const late = await createAppointment(id, { at: servicesAt(test, '2027-06-16T07:00:00Z') })
    expect(first).toMatchObject({ ok: true })
    expect([again, late]).toEqual([first, first])
    const many = await Promise.all(Array.from({ length: 8 }, () => createAppointment(id)))
    expect(many.every((one) => one.ok)).toBe(true)
    expect(await mailTemplatesOf(services, first.ok ? first.value.appointment_id : '')).toEqual([
      'booked',
    ])
  })

  it('CONS-05 API-03 requires a consent for the day of the event', async () => {
    const id = await createEvent()
    expect(await createAppointment(id)).toEqual({ ok: false, reason: 'consent-required' })
    await giveConsent(patient, '2027-06-17')
    expect(await createAppointment(id)).toEqual({ ok: false, reason: 'consent-required' })
    await giveConsent()
    expect(await createAppointment(id)).toMatchObject({ ok: true })
  })

  it('BOOK-05 BOOK-07 BOOK-11 refuses for the same reasons as a hold', async () => {
    await giveConsent()
    expect(await createAppointment(999_999)).toEqual({ ok: false, reason: 'event-not-found' })
    expect(
      await createAppointment(await createEvent({ cancelled_at: new Date(NOW) })),
    ).toMatchObject({
      reason: 'event-cancelled',
    })
    expect(await createAppointment(await createEvent({ event_on: '2027-05-31' }))).toMatchObject({
      reason: 'event-passed',
    })
    expect(await createAppointment(await createEvent({ lab_name: 'ESNEFT' }))).toMatchObject({
      reason: 'nhs-number-required',
    })
    expect(await createAppointment(await createEvent(), { time: '09:01' })).toMatchObject({
      reason: 'slot-not-found',
    })
    const afterCutOff = servicesAt(test, '2027-06-15T08:00:00Z')
    expect(await createAppointment(await createEvent(), { at: afterCutOff })).toMatchObject({
      reason: 'booking-closed',
    })
    const tooYoung = await buildProfile(services.database, { birth_date: '1990-01-01' })
    expect(await createAppointment(await createEvent(), { who: tooYoung })).toMatchObject({
      reason: 'age-restricted',
    })
    const id = await createEvent({ total_spaces: 1 })
    await createAppointment(id)
    expect(await createAppointment(await createEvent())).toEqual({
      ok: false,
      reason: 'existing-booking',
    })
    const other = await buildProfile(services.database)
    await giveConsent(other)
    expect(await createAppointment(id, { who: other })).toEqual({ ok: false, reason: 'event-full' })
  })

  it('BOOK-07 ten patients book one free place at once: one succeeds, nine get slot-taken', async () => {
    const id = await createEvent({ total_spaces: 20 })
    const patients = await Promise.all(
      Array.from({ length: 10 }, () => buildProfile(services.database)),
    )
    await Promise.all(patients.map((one) => giveConsent(one)))
    const outcomes = await Promise.all(patients.map((who) => createAppointment(id, { who })))
    expect(outcomes.filter((one) => one.ok)).toHaveLength(1)
    expect(outcomes.filter((one) => !one.ok && one.reason === 'slot-taken')).toHaveLength(9)
  })

  it('BOOK-06 a hold created before the cut-off can be booked after it', async () => {
    const id = await createEvent()
    await giveConsent()
    const before = servicesAt(test, '2027-06-15T07:55:00Z')
    await before.holds.create(holdInput(id, DAY, '09:00'), callerOf(patient))
    const after = servicesAt(test, '2027-06-15T08:05:00Z')
    expect(await createAppointment(id, { at: after })).toMatchObject({ ok: true })
  })
})

describe('reading appointments', () => {
  it('API-03 BOOK-06 lists booked and cancelled appointments in order of start until they end, and no holds', async () => {
    const [first, second] = [await createEvent(), await createEvent({ event_on: '2027-06-20' })]
    const cancelled = await bookWithConsent(services, patient, second, '2027-06-20', '09:00')
    await services.appointments.cancel({ appointment_id: cancelled }, callerOf(patient), CONTEXT)
    await services.holds.create(holdInput(first, DAY, '09:10'), callerOf(patient))
    const booked = await bookWithConsent(services, patient, first, DAY, '09:00')
    const list = async (at: BookingServices) => {
      const outcome = await at.appointments.listUpcoming(
        { profileId: patient },
        callerOf(patient),
        CONTEXT,
      )
      return outcome.ok
        ? outcome.value.appointments.map((one) => [one.appointment_id, one.status])
        : []
    }
    expect(await list(services)).toEqual([
      [booked, 'booked'],
      [cancelled, 'cancelled'],
    ])
    expect(await list(servicesAt(test, '2027-06-16T08:10:00Z'))).toEqual([[cancelled, 'cancelled']])
  })

  it('API-08 refuses access to another patient’s profile or appointment and records it in the audit log', async () => {
    const [id, other] = [await createEvent(), await buildProfile(services.database)]
    const appointmentId = await bookWithConsent(services, patient, id, DAY, '09:00')
    const forbidden = { ok: false, reason: 'forbidden' }
    const otherCaller = callerOf(other)
    const before = (await auditLog(services.database)).length
    const at = { appointment_id: appointmentId }
    const { appointments, consents } = services
    expect(await appointments.listUpcoming({ profileId: patient }, otherCaller, CONTEXT)).toEqual(
      forbidden,
    )
    expect(
      await appointments.create(bookingInput(patient, id, DAY, '09:00'), otherCaller, CONTEXT),
    ).toEqual(forbidden)
    expect(await appointments.get(at, otherCaller, CONTEXT)).toEqual(forbidden)
    expect(await appointments.cancel(at, otherCaller, CONTEXT)).toEqual(forbidden)
    expect(
      await appointments.reschedule({ ...at, appt_time: '09:10' }, otherCaller, CONTEXT),
    ).toEqual(forbidden)
    expect(await appointments.calendar(at, otherCaller, CONTEXT)).toEqual(forbidden)
    expect(await consents.create(consentInput(patient, DAY), otherCaller, CONTEXT)).toEqual(
      forbidden,
    )
    const records = (await auditLog(services.database)).slice(before)
    expect(records).toHaveLength(7)
    expect(new Set(records.map(({ action }) => action))).toEqual(
      new Set(['foreign-access-refused']),
    )
    expect(await appointments.get(at, callerOf(patient), CONTEXT)).toMatchObject({
      value: { status: 'booked' },
    })
  })

  it('API-03 answers appointment-not-found for a hold and for an unknown id', async () => {
    const held = await services.holds.create(
      holdInput(await createEvent(), DAY, '09:00'),
      callerOf(patient),
    )
    const at = { appointment_id: held.ok ? held.value.hold_id : '' }
    const notFound = { ok: false, reason: 'appointment-not-found' }
    expect(await services.appointments.get(at, callerOf(patient), CONTEXT)).toEqual(notFound)
    expect(await services.appointments.cancel(at, callerOf(patient), CONTEXT)).toEqual(notFound)
    const unknown = { appointment_id: '00000000-0000-4000-8000-000000000000' }
    expect(await services.appointments.calendar(unknown, callerOf(patient), CONTEXT)).toEqual(
      notFound,
    )
  })
})
