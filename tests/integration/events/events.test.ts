import { describe, expect, it } from 'vitest'
import { buildEvent, buildProduct, buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import {
  type BookingServices,
  bookWithConsent,
  CONTEXT,
  callerOf,
  holdInput,
  nobody,
  servicesAt,
  visitorOf,
} from '../booking/booking-setup.ts'

/** A Tuesday, 10:00 in London. */
const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'

const test = perFile(testDatabase)
const services = perFile(() => servicesAt(test, NOW))

const createEvent = (overrides: Parameters<typeof buildEvent>[1] = {}) =>
  buildEvent(services.database, { event_on: DAY, ...overrides })

async function listEvents(
  input: Parameters<BookingServices['events']['list']>[0],
): Promise<number[]> {
  const outcome = await services.events.list(input)
  return outcome.ok ? outcome.value.events.map(({ event_id }) => event_id) : []
}

async function slotTimes(eventId: number, profileId?: number, at = services): Promise<unknown> {
  const outcome = await at.events.slots({ event_id: eventId }, visitorOf(profileId))
  return outcome.ok ? outcome.value : outcome.reason
}

describe('the list of events', () => {
  it('EVL-03 lists events in order of start until they end, without cancelled ones', async () => {
    const where = { city: 'Threewells' }
    const later = await createEvent({ ...where, event_on: '2027-06-20' })
    const sooner = await createEvent({ ...where, event_on: '2027-06-19' })
    const running = await createEvent({
      ...where,
      event_on: '2027-06-01',
      start_time: '08:00',
      end_time: '10:00',
    })
    await createEvent({ ...where, event_on: '2027-06-01', start_time: '08:00', end_time: '09:59' })
    await createEvent({ ...where, cancelled_at: new Date(NOW) })
    expect(await listEvents({ location: 'threewells' })).toEqual([running, sooner, later])
  })

  it('EVL-01 API-01 filters by date, audience and location together', async () => {
    const where = { city: 'Fourlanes' }
    const today = await createEvent({
      ...where,
      event_on: '2027-06-01',
      start_time: '18:00',
      end_time: '20:00',
    })
    const nextSunday = await createEvent({
      ...where,
      event_on: '2027-06-13',
      audience: 'freemasons',
    })
    const thisSunday = await createEvent({
      ...where,
      event_on: '2027-06-06',
      audience: 'corporate',
    })
    const nextMonth = await createEvent({ ...where, event_on: '2027-07-31', audience: 'corporate' })
    const all = { location: 'fourlanes' }
    expect(await listEvents({ ...all, date: 'today' })).toEqual([today])
    expect(await listEvents({ ...all, date: 'next-week' })).toEqual([nextSunday])
    expect(await listEvents({ ...all, date: 'next-month' })).toEqual([nextMonth])
    expect(await listEvents({ ...all, date: 'future-events' })).toEqual([
      today,
      thisSunday,
      nextSunday,
      nextMonth,
    ])
    expect(await listEvents({ ...all, for: 'corporate,freemasons' })).toEqual([
      thisSunday,
      nextSunday,
      nextMonth,
    ])
    expect(await listEvents({ ...all, for: 'corporate', date: 'next-month' })).toEqual([nextMonth])
    expect(await listEvents({ location: 'nowhere at all' })).toEqual([])
  })

  it('EVL-01 finds a location by name, address, city or postcode; wildcard characters match literally', async () => {
    const found = await createEvent({
      event_name: '100% Lodge_Evening',
      address_line_1: 'The Old Brewhouse',
      city: 'Quayford',
      postcode: 'QF7 3ZZ',
    })
    for (const location of [
      'lodge_evening',
      'BREWHOUSE',
      'quayford',
      'qf7 3zz',
      'QF73ZZ',
      'old quayford',
      '100%',
    ]) {
      expect(await listEvents({ location })).toEqual([found])
    }
    expect(await listEvents({ location: 'quay_ord' })).toEqual([])
    expect(await listEvents({ location: 'q%d' })).toEqual([])
    expect(await listEvents({ location: "'; drop" })).toEqual([])
  })

  it('EVL-08 API-07 replaces a missing name, and has both spellings of the address lines', async () => {
    const product_id = await buildProduct(services.database, { price_pence: 1250 })
    const id = await createEvent({
      event_name: null,
      product_id,
      price_pence: null,
      start_time: '09:00',
      end_time: null,
    })
    const outcome = await services.events.find({ event_id: id }, nobody)
    expect(outcome).toMatchObject({
      ok: true,
      value: {
        id,
        event_id: id,
        event_name: 'Halyard Testing Event',
        event_date: DAY,
        start_time: '09:00',
        end_time: null,
        starts_at: '2027-06-16T08:00:00.000Z',
        price: null,
        product_price: 1250,
        address_line1: 'Corn Exchange',
        address_line_1: 'Corn Exchange',
        address_line2: null,
        address_line_2: null,
        is_private: false,
        server_time: new Date(NOW).toISOString(),
      },
    })
  })

  it('EVD-04 finds a cancelled event and answers event-not-found for an unknown one', async () => {
    expect(await services.events.find({ event_id: 999_999 }, nobody)).toEqual({
      ok: false,
      reason: 'event-not-found',
    })
    const id = await createEvent({ cancelled_at: new Date(NOW) })
    expect(await services.events.find({ event_id: id }, nobody)).toMatchObject({ ok: true })
    expect(await slotTimes(id)).toEqual({ [DAY]: { availableTimeSlots: [] } })
  })
})

describe('the slot times of an event', () => {
  it('EVL-09 BOOK-03 a live hold counts as booked; its slot is offered to its own patient only', async () => {
    const id = await createEvent({ start_time: '09:00', end_time: '09:35', total_spaces: 3 })
    const holder = await buildProfile(services.database)
    const other = await buildProfile(services.database)
    await services.holds.create(holdInput(id, DAY, '09:10'), callerOf(holder))
    expect(await slotTimes(id)).toEqual({ [DAY]: { availableTimeSlots: ['09:00', '09:20'] } })
    expect(await slotTimes(id, other)).toEqual({
      [DAY]: { availableTimeSlots: ['09:00', '09:20'] },
    })
    expect(await slotTimes(id, holder)).toEqual({
      [DAY]: { availableTimeSlots: ['09:00', '09:10', '09:20'] },
    })
    const during = await services.events.find({ event_id: id }, nobody)
    expect(during).toMatchObject({ value: { booked_spaces: 1, total_spaces: 3 } })
    const later = servicesAt(test, '2027-06-01T09:16:00Z')
    expect(await later.events.find({ event_id: id }, nobody)).toMatchObject({
      value: { booked_spaces: 0 },
    })
    expect(await slotTimes(id, undefined, later)).toEqual({
      [DAY]: { availableTimeSlots: ['09:00', '09:10', '09:20'] },
    })
  })

  it('BOOK-03 a full event offers slots only to the patient who is booked there', async () => {
    const id = await createEvent({ start_time: '09:00', end_time: '09:30', total_spaces: 1 })
    const patient = await buildProfile(services.database)
    await bookWithConsent(services, patient, id, DAY, '09:00')
    expect(await slotTimes(id)).toEqual({ [DAY]: { availableTimeSlots: [] } })
    expect(await slotTimes(id, patient)).toEqual({
      [DAY]: { availableTimeSlots: ['09:10', '09:20'] },
    })
  })

  it('BOOK-03 offers no slots that have begun, and none for an event without a duration', async () => {
    const today = await createEvent({
      event_on: '2027-06-01',
      start_time: '09:40',
      end_time: '10:20',
    })
    expect(await slotTimes(today)).toEqual({ '2027-06-01': { availableTimeSlots: ['10:10'] } })
    expect(await slotTimes(await createEvent({ session_minutes: null }))).toEqual({})
    expect(await slotTimes(await createEvent({ end_time: null }))).toEqual({})
    expect(await slotTimes(999_999)).toBe('event-not-found')
  })

  it.each([
    ['in spring', '2028-03-26', '2028-03-26T08:00:00.000Z'],
    ['in autumn', '2027-10-31', '2027-10-31T09:00:00.000Z'],
  ])(
    'BOOK-03 EVL-06 on the day the clocks change %s, 09:00 means 09:00 London time',
    async (_, date, instant) => {
      const id = await createEvent({
        event_on: date,
        start_time: '09:00',
        end_time: '00:00',
        session_minutes: 300,
      })
      const patient = await buildProfile(services.database)
      expect(await slotTimes(id)).toEqual({
        [date]: { availableTimeSlots: ['09:00', '14:00', '19:00'] },
      })
      const appointmentId = await bookWithConsent(services, patient, id, date, '09:00')
      const outcome = await services.appointments.get(
        { appointment_id: appointmentId },
        callerOf(patient),
        CONTEXT,
      )
      expect(outcome).toMatchObject({
        value: { appt_date: date, appt_time: '09:00', starts_at: instant },
      })
    },
  )

  it('BOOK-03 an event during the night the clocks go back offers each slot label once', async () => {
    const id = await createEvent({
      event_on: '2027-10-31',
      start_time: '00:00',
      end_time: '03:00',
      session_minutes: 30,
    })
    expect(await slotTimes(id)).toEqual({
      '2027-10-31': {
        availableTimeSlots: ['00:00', '00:30', '01:00', '01:30', '02:00', '02:30'],
      },
    })
  })
})
