import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildEvent, buildProduct, buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { bookAt, CONTEXT, hold, patient, type Stage, servicesAt } from './stage.ts'

/** A Tuesday, 10:00 in London. */
const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'

let test: TestDatabase
let stage: Stage

beforeAll(async () => {
  test = await testDatabase()
  stage = servicesAt(test, NOW)
})
afterAll(() => test.close())

const event = (overrides: Parameters<typeof buildEvent>[1] = {}) =>
  buildEvent(stage.database, { event_on: DAY, ...overrides })

async function listed(input: Parameters<Stage['events']['list']>[0]): Promise<number[]> {
  const outcome = await stage.events.list(input)
  return outcome.ok ? outcome.value.events.map(({ event_id }) => event_id) : []
}

async function times(eventId: number, profileId?: number, at = stage): Promise<unknown> {
  const caller = profileId === undefined ? undefined : patient(profileId)
  const outcome = await at.events.slots({ event_id: eventId }, caller)
  return outcome.ok ? outcome.value : outcome.reason
}

describe('the list of events', () => {
  it('EVL-03 lists events until their end by start, cancelled ones never', async () => {
    const where = { city: 'Threewells' }
    const later = await event({ ...where, event_on: '2027-06-20' })
    const sooner = await event({ ...where, event_on: '2027-06-19' })
    const running = await event({
      ...where,
      event_on: '2027-06-01',
      start_time: '08:00',
      end_time: '10:00',
    })
    await event({ ...where, event_on: '2027-06-01', start_time: '08:00', end_time: '09:59' })
    await event({ ...where, cancelled_at: new Date(NOW) })
    expect(await listed({ location: 'threewells' })).toEqual([running, sooner, later])
  })

  it('EVL-01 API-01 date, classes and location combine', async () => {
    const where = { city: 'Fourlanes' }
    const today = await event({
      ...where,
      event_on: '2027-06-01',
      start_time: '18:00',
      end_time: '20:00',
    })
    const nextSunday = await event({ ...where, event_on: '2027-06-13', audience: 'freemasons' })
    const thisSunday = await event({ ...where, event_on: '2027-06-06', audience: 'corporate' })
    const nextMonth = await event({ ...where, event_on: '2027-07-31', audience: 'corporate' })
    const all = { location: 'fourlanes' }
    expect(await listed({ ...all, date: 'today' })).toEqual([today])
    expect(await listed({ ...all, date: 'next-week' })).toEqual([nextSunday])
    expect(await listed({ ...all, date: 'next-month' })).toEqual([nextMonth])
    expect(await listed({ ...all, date: 'future-events' })).toEqual([
      today,
      thisSunday,
      nextSunday,
      nextMonth,
    ])
    expect(await listed({ ...all, for: 'corporate,freemasons' })).toEqual([
      thisSunday,
      nextSunday,
      nextMonth,
    ])
    expect(await listed({ ...all, for: 'corporate', date: 'next-month' })).toEqual([nextMonth])
    expect(await listed({ location: 'nowhere at all' })).toEqual([])
  })

  it('EVL-01 finds a location by name, address, city or postcode, and takes no wildcards', async () => {
    const found = await event({
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
      expect(await listed({ location })).toEqual([found])
    }
    expect(await listed({ location: 'quay_ord' })).toEqual([])
    expect(await listed({ location: 'q%d' })).toEqual([])
    expect(await listed({ location: "'; drop" })).toEqual([])
  })

  it('EVL-08 API-07 a missing name falls back and both spellings are there, the access code never', async () => {
    const product_id = await buildProduct(stage.database, { price_pence: 1250 })
    const id = await event({
      event_name: null,
      product_id,
      price_pence: null,
      is_private: true,
      access_code_hash: 'secret-hash',
      start_time: '09:00',
      end_time: null,
    })
    const outcome = await stage.events.find({ event_id: id })
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
        is_private: true,
        server_time: new Date(NOW).toISOString(),
      },
    })
    expect(JSON.stringify(outcome)).not.toContain('secret-hash')
  })

  it('EVD-04 an unknown event is not found, a cancelled one is', async () => {
    expect(await stage.events.find({ event_id: 999_999 })).toEqual({
      ok: false,
      reason: 'event-not-found',
    })
    const id = await event({ cancelled_at: new Date(NOW) })
    expect(await stage.events.find({ event_id: id })).toMatchObject({ ok: true })
    expect(await times(id)).toEqual({ [DAY]: { availableTimeSlots: [] } })
  })
})

describe('the times of an event', () => {
  it('EVL-09 BOOK-03 a live hold counts as booked and its time is free to its own patient only', async () => {
    const id = await event({ start_time: '09:00', end_time: '09:35', total_spaces: 5 })
    const [holder, other] = [await buildProfile(stage.database), await buildProfile(stage.database)]
    await stage.holds.create(hold(id, DAY, '09:10'), patient(holder))
    expect(await times(id)).toEqual({ [DAY]: { availableTimeSlots: ['09:00', '09:20'] } })
    expect(await times(id, other)).toEqual({ [DAY]: { availableTimeSlots: ['09:00', '09:20'] } })
    expect(await times(id, holder)).toEqual({
      [DAY]: { availableTimeSlots: ['09:00', '09:10', '09:20'] },
    })
    const during = await stage.events.find({ event_id: id })
    expect(during).toMatchObject({ value: { booked_spaces: 1, total_spaces: 5 } })
    const later = servicesAt(test, '2027-06-01T09:16:00Z')
    expect(await later.events.find({ event_id: id })).toMatchObject({ value: { booked_spaces: 0 } })
    expect(await times(id, undefined, later)).toEqual({
      [DAY]: { availableTimeSlots: ['09:00', '09:10', '09:20'] },
    })
  })

  it('BOOK-03 a full event offers nothing, but to the man who is booked there', async () => {
    const id = await event({ start_time: '09:00', end_time: '09:30', total_spaces: 1 })
    const man = await buildProfile(stage.database)
    await bookAt(stage, man, id, DAY, '09:00')
    expect(await times(id)).toEqual({ [DAY]: { availableTimeSlots: [] } })
    expect(await times(id, man)).toEqual({ [DAY]: { availableTimeSlots: ['09:10', '09:20'] } })
  })

  it('BOOK-03 times that have begun are not offered, and without a duration there are none', async () => {
    const today = await event({ event_on: '2027-06-01', start_time: '09:40', end_time: '10:20' })
    expect(await times(today)).toEqual({ '2027-06-01': { availableTimeSlots: ['10:10'] } })
    expect(await times(await event({ session_minutes: null }))).toEqual({})
    expect(await times(await event({ end_time: null }))).toEqual({})
    expect(await times(999_999)).toBe('event-not-found')
  })

  it.each([
    ['in spring', '2028-03-26', '2028-03-26T08:00:00.000Z'],
    ['in autumn', '2027-10-31', '2027-10-31T09:00:00.000Z'],
  ])(
    'BOOK-03 EVL-06 on the day the clocks change %s, 09:00 is 09:00 in London',
    async (_, date, instant) => {
      const id = await event({
        event_on: date,
        start_time: '09:00',
        end_time: '00:00',
        session_minutes: 300,
      })
      const man = await buildProfile(stage.database)
      expect(await times(id)).toEqual({
        [date]: { availableTimeSlots: ['09:00', '14:00', '19:00'] },
      })
      const appointmentId = await bookAt(stage, man, id, date, '09:00')
      const outcome = await stage.appointments.get(
        { appointment_id: appointmentId },
        patient(man),
        CONTEXT,
      )
      expect(outcome).toMatchObject({
        value: { appt_date: date, appt_time: '09:00', starts_at: instant },
      })
    },
  )

  it('BOOK-03 an event through the night the clocks go back offers each label once', async () => {
    const id = await event({
      event_on: '2027-10-31',
      start_time: '00:00',
      end_time: '03:00',
      session_minutes: 30,
    })
    expect(await times(id)).toEqual({
      '2027-10-31': {
        availableTimeSlots: ['00:00', '00:30', '01:00', '01:30', '02:00', '02:30'],
      },
    })
  })
})
