import { beforeEach, describe, expect, it } from 'vitest'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import {
  bookWithConsent,
  CONTEXT,
  callerOf,
  mailTemplatesOf,
  servicesAt,
  visitorOf,
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

describe('cancelling and rescheduling', () => {
  it.each([
    ['2027-06-14T08:00:00Z', true],
    ['2027-06-14T08:00:00.001Z', false],
    ['2027-06-17T08:00:00Z', false],
  ])(
    'APPT-02 APPT-03 an appointment on 16 June at 08:00 UTC can be changed at %s: %s',
    async (at, allowed) => {
      const appointmentId = await bookWithConsent(
        services,
        patient,
        await createEvent(),
        DAY,
        '09:00',
      )
      const then = servicesAt(test, at)
      const input = { appointment_id: appointmentId, appt_time: '10:00' }
      const expected = allowed ? { ok: true } : { ok: false, reason: 'too-late' }
      expect(await then.appointments.reschedule(input, callerOf(patient), CONTEXT)).toMatchObject(
        expected,
      )
      expect(await then.appointments.cancel(input, callerOf(patient), CONTEXT)).toMatchObject(
        expected,
      )
    },
  )

  it('APPT-02 cancelling frees the place and sends a mail; a repeated request gets the same response, also within 48 hours', async () => {
    const id = await createEvent({ total_spaces: 1 })
    const at = { appointment_id: await bookWithConsent(services, patient, id, DAY, '09:00') }
    const first = await services.appointments.cancel(at, callerOf(patient), CONTEXT)
    expect(first).toMatchObject({
      value: { status: 'success', appointment: { status: 'cancelled' } },
    })
    const late = servicesAt(test, '2027-06-16T07:00:00Z')
    expect(await late.appointments.cancel(at, callerOf(patient), CONTEXT)).toEqual(first)
    expect(await mailTemplatesOf(services, at.appointment_id)).toEqual(['booked', 'cancelled'])
    const other = await buildProfile(services.database)
    expect(await bookWithConsent(services, other, id, DAY, '09:00')).not.toBe(at.appointment_id)
    expect(
      await services.appointments.reschedule(
        { ...at, appt_time: '09:10' },
        callerOf(patient),
        CONTEXT,
      ),
    ).toEqual({
      ok: false,
      reason: 'not-booked',
    })
  })

  it('APPT-03 rescheduling takes the new place and frees the old one', async () => {
    const id = await createEvent({ total_spaces: 2 })
    const other = await buildProfile(services.database)
    await bookWithConsent(services, other, id, DAY, '09:10')
    const at = { appointment_id: await bookWithConsent(services, patient, id, DAY, '09:00') }
    const reschedule = (appt_time: string) =>
      services.appointments.reschedule({ ...at, appt_time }, callerOf(patient), CONTEXT)
    expect(await reschedule('09:10')).toEqual({ ok: false, reason: 'slot-taken' })
    expect(await reschedule('09:11')).toEqual({ ok: false, reason: 'slot-not-found' })
    expect(await reschedule('09:20')).toMatchObject({
      value: {
        status: 'success',
        appointment: { appt_time: '09:20', starts_at: '2027-06-16T08:20:00.000Z' },
      },
    })
    expect(await reschedule('09:20')).toMatchObject({ ok: true })
    expect(await mailTemplatesOf(services, at.appointment_id)).toEqual(['booked', 'moved'])
    expect(await services.events.slots({ event_id: id }, visitorOf(patient))).toMatchObject({
      value: { [DAY]: { availableTimeSlots: expect.arrayContaining(['09:00']) } },
    })
  })

  it('APPT-03 a change that was made from an older version moves nothing; a repeated one, and one without a version, is made', async () => {
    const id = await createEvent()
    const at = { appointment_id: await bookWithConsent(services, patient, id, DAY, '09:00') }
    const reschedule = (change: { appt_time: string; version?: number }) =>
      services.appointments.reschedule({ ...at, ...change }, callerOf(patient), CONTEXT)
    const first = { appt_time: '09:20', version: 0 }
    expect(await reschedule(first)).toMatchObject({ value: { appointment: { version: 1 } } })
    expect(await reschedule(first)).toMatchObject({ value: { appointment: { version: 1 } } })
    const second = { appt_time: '09:40', version: 0 }
    expect(await reschedule(second)).toEqual({ ok: false, reason: 'appointment-changed' })
    expect(await services.appointments.get(at, callerOf(patient), CONTEXT)).toMatchObject({
      value: { appt_time: '09:20' },
    })
    expect(await mailTemplatesOf(services, at.appointment_id)).toEqual(['booked', 'moved'])
    expect(await reschedule({ ...second, version: 1 })).toMatchObject({ ok: true })
    expect(await reschedule({ appt_time: '10:00' })).toMatchObject({ ok: true })
  })

  it('APPT-03 two tabs that move the same appointment at once from one version: one moves it, the other is refused', async () => {
    const id = await createEvent()
    const at = { appointment_id: await bookWithConsent(services, patient, id, DAY, '09:00') }
    const outcomes = await Promise.all(
      ['09:20', '09:40'].map((appt_time) =>
        services.appointments.reschedule(
          { ...at, appt_time, version: 0 },
          callerOf(patient),
          CONTEXT,
        ),
      ),
    )
    const moved = outcomes.findIndex((one) => one.ok)
    expect(outcomes[1 - moved]).toEqual({ ok: false, reason: 'appointment-changed' })
    expect(outcomes[moved]).toMatchObject({ value: { appointment: { version: 1 } } })
  })

  it('APPT-03 two patients who move to the same place at once: one gets it, the other keeps the own place', async () => {
    const id = await createEvent({ total_spaces: 2 })
    const other = await buildProfile(services.database)
    const places = [
      { who: patient, id: await bookWithConsent(services, patient, id, DAY, '09:00') },
      { who: other, id: await bookWithConsent(services, other, id, DAY, '09:10') },
    ]
    const outcomes = await Promise.all(
      places.map((place) =>
        services.appointments.reschedule(
          { appointment_id: place.id, appt_time: '09:50' },
          callerOf(place.who),
          CONTEXT,
        ),
      ),
    )
    const moved = outcomes.findIndex((one) => one.ok)
    expect(outcomes[1 - moved]).toEqual({ ok: false, reason: 'slot-taken' })
    const times = await Promise.all(
      places.map(async (place) => {
        const one = await services.appointments.get(
          { appointment_id: place.id },
          callerOf(place.who),
          CONTEXT,
        )
        return one.ok && one.value.appt_time
      }),
    )
    expect(times).toEqual(moved === 0 ? ['09:50', '09:10'] : ['09:00', '09:50'])
  })

  it('BOOK-09 BOOK-10 the calendar entry increases SEQUENCE with every change and ends with METHOD:CANCEL', async () => {
    const at = {
      appointment_id: await bookWithConsent(services, patient, await createEvent(), DAY, '09:00'),
    }
    const entry = async () => {
      const outcome = await services.appointments.calendar(at, callerOf(patient), CONTEXT)
      return outcome.ok ? outcome.value.ics : outcome.reason
    }
    expect(await entry()).toContain('DTSTART:20270616T080000Z')
    expect(await entry()).toContain('SEQUENCE:0')
    await services.appointments.reschedule(
      { ...at, appt_time: '10:00' },
      callerOf(patient),
      CONTEXT,
    )
    expect(await entry()).toContain('DTSTART:20270616T090000Z')
    expect(await entry()).toContain('SEQUENCE:1')
    await services.appointments.cancel(at, callerOf(patient), CONTEXT)
    expect(await entry()).toContain('METHOD:CANCEL')
    expect(await entry()).toContain('SEQUENCE:2')
    expect(await entry()).toContain(`UID:${at.appointment_id}`)
  })
})
