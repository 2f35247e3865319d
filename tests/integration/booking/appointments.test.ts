import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import {
  audited,
  bookAt,
  booking,
  CONTEXT,
  consent,
  hold,
  patient,
  type Stage,
  servicesAt,
} from './stage.ts'

/** A Tuesday, 10:00 in London. */
const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'

let test: TestDatabase
let stage: Stage
let man: number

beforeAll(async () => {
  test = await testDatabase()
  stage = servicesAt(test, NOW)
})
beforeEach(async () => {
  man = await buildProfile(stage.database)
})
afterAll(() => test.close())

type Changes = Parameters<typeof buildEvent>[1]
const event = (changes: Changes = {}) => buildEvent(stage.database, { event_on: DAY, ...changes })

const agree = (who = man, date = DAY) =>
  stage.consents.create(consent(who, date), patient(who), CONTEXT)

async function creating(
  eventId: number,
  options: { time?: string; who?: number; at?: Stage; more?: object } = {},
) {
  const { time = '09:00', who = man, at = stage, more = {} } = options
  const input = { ...booking(who, eventId, DAY, time), ...more }
  return await at.appointments.create(input, patient(who), CONTEXT)
}

const mailsOf = async (appointmentId: string) => {
  const { rows } = await stage.database.query<{ template: string }>(
    `select payload ->> 'template' as template from app.jobs where payload ->> 'appointment_id' = $1 order by job_id`,
    [appointmentId],
  )
  return rows.map(({ template }) => template)
}

describe('booking', () => {
  it('API-03 BOOK-08 uses the live hold; price and payment are the server’s to say', async () => {
    const id = await event()
    await agree()
    const held = await stage.holds.create(hold(id, DAY, '09:00'), patient(man))
    const more = { eventPrice: -5, paymentStatus: 'paid by card', product: { price: 0 } }
    const outcome = await creating(id, { more })
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
    expect(await mailsOf(held.ok ? held.value.hold_id : '')).toEqual(['booked'])
  })

  it('API-03 takes a free place without a hold; repeated, it answers the same, also after the cut-off', async () => {
    const id = await event()
    await agree()
    const first = await creating(id)
    const again = await creating(id)
    const late = await creating(id, { at: servicesAt(test, '2027-06-16T07:00:00Z') })
    expect(first).toMatchObject({ ok: true })
    expect([again, late]).toEqual([first, first])
    const many = await Promise.all(Array.from({ length: 8 }, () => creating(id)))
    expect(many.every((one) => one.ok)).toBe(true)
    expect(await mailsOf(first.ok ? first.value.appointment_id : '')).toEqual(['booked'])
  })

  it('CONS-05 API-03 needs the consent for that day', async () => {
    const id = await event()
    expect(await creating(id)).toEqual({ ok: false, reason: 'consent-required' })
    await agree(man, '2027-06-17')
    expect(await creating(id)).toEqual({ ok: false, reason: 'consent-required' })
    await agree()
    expect(await creating(id)).toMatchObject({ ok: true })
  })

  it('BOOK-05 BOOK-07 BOOK-11 refuses as a hold is refused', async () => {
    await agree()
    expect(await creating(999_999)).toEqual({ ok: false, reason: 'event-not-found' })
    expect(await creating(await event({ cancelled_at: new Date(NOW) }))).toMatchObject({
      reason: 'event-cancelled',
    })
    expect(await creating(await event({ event_on: '2027-05-31' }))).toMatchObject({
      reason: 'event-passed',
    })
    expect(await creating(await event({ lab_name: 'ESNEFT' }))).toMatchObject({
      reason: 'not-open-esneft',
    })
    expect(await creating(await event(), { time: '09:01' })).toMatchObject({
      reason: 'slot-not-found',
    })
    const close = servicesAt(test, '2027-06-15T08:00:00Z')
    expect(await creating(await event(), { at: close })).toMatchObject({ reason: 'booking-closed' })
    const young = await buildProfile(stage.database, { birth_date: '1990-01-01' })
    expect(await creating(await event(), { who: young })).toMatchObject({
      reason: 'age-restricted',
    })
    const id = await event({ total_spaces: 1 })
    await creating(id)
    expect(await creating(await event())).toEqual({ ok: false, reason: 'existing-booking' })
    const other = await buildProfile(stage.database)
    await agree(other)
    expect(await creating(id, { who: other })).toEqual({ ok: false, reason: 'event-full' })
  })

  it('BOOK-07 one free place, ten men at once: one books it, nine are told it is taken', async () => {
    const id = await event({ total_spaces: 20 })
    const men = await Promise.all(Array.from({ length: 10 }, () => buildProfile(stage.database)))
    await Promise.all(men.map((one) => agree(one)))
    const outcomes = await Promise.all(men.map((who) => creating(id, { who })))
    expect(outcomes.filter((one) => one.ok)).toHaveLength(1)
    expect(outcomes.filter((one) => !one.ok && one.reason === 'slot-taken')).toHaveLength(9)
  })

  it('BOOK-06 a hold made before the cut-off can still be booked after it', async () => {
    const id = await event()
    await agree()
    const before = servicesAt(test, '2027-06-15T07:55:00Z')
    await before.holds.create(hold(id, DAY, '09:00'), patient(man))
    const after = servicesAt(test, '2027-06-15T08:05:00Z')
    expect(await creating(id, { at: after })).toMatchObject({ ok: true })
  })
})

describe('the list and one appointment', () => {
  it('API-03 BOOK-06 lists booked and cancelled ones until their end by start, holds never', async () => {
    const [first, second] = [await event(), await event({ event_on: '2027-06-20' })]
    const cancelled = await bookAt(stage, man, second, '2027-06-20', '09:00')
    await stage.appointments.cancel({ appointment_id: cancelled }, patient(man), CONTEXT)
    await stage.holds.create(hold(first, DAY, '09:10'), patient(man))
    const booked = await bookAt(stage, man, first, DAY, '09:00')
    const list = async (at: Stage) => {
      const outcome = await at.appointments.listUpcoming({ profileId: man }, patient(man), CONTEXT)
      return outcome.ok
        ? outcome.value.appointments.map((one) => [one.appointment_id, one.status])
        : []
    }
    expect(await list(stage)).toEqual([
      [booked, 'booked'],
      [cancelled, 'cancelled'],
    ])
    expect(await list(servicesAt(test, '2027-06-16T08:10:00Z'))).toEqual([[cancelled, 'cancelled']])
  })

  it('API-08 another’s profile or appointment is refused and recorded', async () => {
    const [id, other] = [await event(), await buildProfile(stage.database)]
    const appointmentId = await bookAt(stage, man, id, DAY, '09:00')
    const foreign = { ok: false, reason: 'forbidden' }
    const them = patient(other)
    const before = (await audited(stage.database)).length
    const at = { appointment_id: appointmentId }
    const { appointments, consents } = stage
    expect(await appointments.listUpcoming({ profileId: man }, them, CONTEXT)).toEqual(foreign)
    expect(await appointments.create(booking(man, id, DAY, '09:00'), them, CONTEXT)).toEqual(
      foreign,
    )
    expect(await appointments.get(at, them, CONTEXT)).toEqual(foreign)
    expect(await appointments.cancel(at, them, CONTEXT)).toEqual(foreign)
    expect(await appointments.reschedule({ ...at, appt_time: '09:10' }, them, CONTEXT)).toEqual(
      foreign,
    )
    expect(await appointments.calendar(at, them, CONTEXT)).toEqual(foreign)
    expect(await consents.create(consent(man, DAY), them, CONTEXT)).toEqual(foreign)
    const records = (await audited(stage.database)).slice(before)
    expect(records).toHaveLength(7)
    expect(new Set(records.map(({ action }) => action))).toEqual(
      new Set(['foreign-access-refused']),
    )
    expect(await appointments.get(at, patient(man), CONTEXT)).toMatchObject({
      value: { status: 'booked' },
    })
  })

  it('API-03 a held place and an unknown id are no appointment', async () => {
    const held = await stage.holds.create(hold(await event(), DAY, '09:00'), patient(man))
    const at = { appointment_id: held.ok ? held.value.hold_id : '' }
    const none = { ok: false, reason: 'appointment-not-found' }
    expect(await stage.appointments.get(at, patient(man), CONTEXT)).toEqual(none)
    expect(await stage.appointments.cancel(at, patient(man), CONTEXT)).toEqual(none)
    const unknown = { appointment_id: '00000000-0000-4000-8000-000000000000' }
    expect(await stage.appointments.calendar(unknown, patient(man), CONTEXT)).toEqual(none)
  })
})

describe('cancelling and moving', () => {
  it.each([
    ['2027-06-14T08:00:00Z', true],
    ['2027-06-14T08:00:00.001Z', false],
    ['2027-06-17T08:00:00Z', false],
  ])(
    'APPT-02 APPT-03 an appointment on 16 June at 08:00 UTC can be changed at %s: %s',
    async (at, allowed) => {
      const appointmentId = await bookAt(stage, man, await event(), DAY, '09:00')
      const then = servicesAt(test, at)
      const input = { appointment_id: appointmentId, appt_time: '10:00' }
      const expected = allowed ? { ok: true } : { ok: false, reason: 'too-late' }
      expect(await then.appointments.reschedule(input, patient(man), CONTEXT)).toMatchObject(
        expected,
      )
      expect(await then.appointments.cancel(input, patient(man), CONTEXT)).toMatchObject(expected)
    },
  )

  it('APPT-02 cancelling frees the place, mails, and repeated answers the same, also within 48 hours', async () => {
    const id = await event({ total_spaces: 1 })
    const at = { appointment_id: await bookAt(stage, man, id, DAY, '09:00') }
    const first = await stage.appointments.cancel(at, patient(man), CONTEXT)
    expect(first).toMatchObject({
      value: { status: 'success', appointment: { status: 'cancelled' } },
    })
    const late = servicesAt(test, '2027-06-16T07:00:00Z')
    expect(await late.appointments.cancel(at, patient(man), CONTEXT)).toEqual(first)
    expect(await mailsOf(at.appointment_id)).toEqual(['booked', 'cancelled'])
    const other = await buildProfile(stage.database)
    expect(await bookAt(stage, other, id, DAY, '09:00')).not.toBe(at.appointment_id)
    expect(
      await stage.appointments.reschedule({ ...at, appt_time: '09:10' }, patient(man), CONTEXT),
    ).toEqual({
      ok: false,
      reason: 'not-booked',
    })
  })

  it('APPT-03 moving takes the new place and frees the old one', async () => {
    const id = await event({ total_spaces: 2 })
    const other = await buildProfile(stage.database)
    await bookAt(stage, other, id, DAY, '09:10')
    const at = { appointment_id: await bookAt(stage, man, id, DAY, '09:00') }
    const move = (appt_time: string) =>
      stage.appointments.reschedule({ ...at, appt_time }, patient(man), CONTEXT)
    expect(await move('09:10')).toEqual({ ok: false, reason: 'slot-taken' })
    expect(await move('09:11')).toEqual({ ok: false, reason: 'slot-not-found' })
    expect(await move('09:20')).toMatchObject({
      value: {
        status: 'success',
        appointment: { appt_time: '09:20', starts_at: '2027-06-16T08:20:00.000Z' },
      },
    })
    expect(await move('09:20')).toMatchObject({ ok: true })
    expect(await mailsOf(at.appointment_id)).toEqual(['booked', 'moved'])
    expect(await stage.events.slots({ event_id: id }, patient(man))).toMatchObject({
      value: { [DAY]: { availableTimeSlots: expect.arrayContaining(['09:00']) } },
    })
  })

  it('BOOK-09 BOOK-10 the calendar entry grows with every change and ends with a cancellation', async () => {
    const at = { appointment_id: await bookAt(stage, man, await event(), DAY, '09:00') }
    const entry = async () => {
      const outcome = await stage.appointments.calendar(at, patient(man), CONTEXT)
      return outcome.ok ? outcome.value.ics : outcome.reason
    }
    expect(await entry()).toContain('DTSTART:20270616T080000Z')
    expect(await entry()).toContain('SEQUENCE:0')
    await stage.appointments.reschedule({ ...at, appt_time: '10:00' }, patient(man), CONTEXT)
    expect(await entry()).toContain('DTSTART:20270616T090000Z')
    expect(await entry()).toContain('SEQUENCE:1')
    await stage.appointments.cancel(at, patient(man), CONTEXT)
    expect(await entry()).toContain('METHOD:CANCEL')
    expect(await entry()).toContain('SEQUENCE:2')
    expect(await entry()).toContain(`UID:${at.appointment_id}`)
  })
})
