import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { bookAt, CONTEXT, hold, patient, type Stage, servicesAt } from './stage.ts'

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
  man = await buildProfile(stage.database, { birth_date: '1970-01-01' })
})
afterAll(() => test.close())

type Changes = Parameters<typeof buildEvent>[1]
const event = (changes: Changes = {}) => buildEvent(stage.database, { event_on: DAY, ...changes })

/** Why a hold is refused, or 'held'. */
async function holding(
  eventId: number,
  options: { time?: string; date?: string; who?: number; at?: Stage; key?: string } = {},
): Promise<string> {
  const { time = '09:00', date = DAY, who = man, at = stage, key } = options
  const outcome = await at.holds.create(hold(eventId, date, time, key), patient(who))
  return outcome.ok ? 'held' : outcome.reason
}

describe('what the rules refuse', () => {
  it('BOOK-06 BOOK-11 every reason that the event or the man gives', async () => {
    expect(await holding(999_999)).toBe('event-not-found')
    expect(await holding(await event({ cancelled_at: new Date(NOW) }))).toBe('event-cancelled')
    expect(await holding(await event({ event_on: '2027-05-31' }))).toBe('event-passed')
    expect(await holding(await event({ is_private: true, access_code_hash: 'x' }))).toBe(
      'not-open-private',
    )
    expect(await holding(await event({ payment_required: true, price_pence: 1500 }))).toBe(
      'not-open-paid',
    )
    expect(await holding(await event({ lab_name: 'Esneft Ipswich' }))).toBe('not-open-esneft')
    expect(await holding(await event(), { time: '09:05' })).toBe('slot-not-found')
    expect(await holding(await event(), { date: '2027-06-17' })).toBe('slot-not-found')
    expect(await holding(await event(), { time: '12:20' })).toBe('slot-not-found')
    const ageless = await buildProfile(stage.database, { birth_date: null })
    expect(await holding(await event(), { who: ageless })).toBe('birth-date-missing')
  })

  it('BOOK-12 an event whose price is 0 or whose payment is not required is free', async () => {
    expect(await holding(await event({ payment_required: true, price_pence: 0 }))).toBe('held')
    expect(await holding(await event({ payment_required: null, price_pence: 1500 }))).toBe('held')
  })

  it.each([
    ['1987-06-16', 'held'],
    ['1987-06-17', 'age-restricted'],
    ['1946-06-17', 'held'],
    ['1946-06-16', 'age-restricted'],
  ])('BOOK-11 born %s, on the day of the event: %s', async (birthDate, expected) => {
    const who = await buildProfile(stage.database, { birth_date: birthDate })
    expect(await holding(await event(), { who })).toBe(expected)
  })

  it('BOOK-11 the refusal by age is the Age Restriction Notice', async () => {
    const who = await buildProfile(stage.database, { birth_date: '1990-01-01' })
    const id = await event({ contact_email: null })
    expect(await stage.holds.create(hold(id, DAY, '09:00'), patient(who))).toEqual({
      ok: false,
      reason: 'age-restricted',
      text: 'Halyard events are for people aged between 40 and 80 only. If you are not within the age group, please do not register/book. Please email help@halyard.example with your queries.',
    })
  })

  it.each([
    ['a Monday', '2027-06-21', '2027-06-18T08:00:00Z', 'booking-closed'],
    ['a Monday', '2027-06-21', '2027-06-18T07:59:59Z', 'held'],
    ['a Sunday', '2027-06-20', '2027-06-18T08:00:00Z', 'booking-closed'],
    ['a Wednesday', '2027-06-23', '2027-06-22T08:00:00Z', 'booking-closed'],
    ['a Wednesday', '2027-06-23', '2027-06-22T07:59:59Z', 'held'],
    [
      'the Monday after the clocks go forward',
      '2027-03-29',
      '2027-03-26T08:00:00Z',
      'booking-closed',
    ],
    ['the Monday after the clocks go forward', '2027-03-29', '2027-03-26T07:59:59Z', 'held'],
    ['the Sunday the clocks go back', '2027-10-31', '2027-10-29T09:00:00Z', 'booking-closed'],
    ['the Sunday the clocks go back', '2027-10-31', '2027-10-29T08:59:59Z', 'held'],
  ])('EVL-06 an event at 09:00 on %s, %s, asked at %s: %s', async (_, date, at, expected) => {
    const id = await event({ event_on: date })
    expect(await holding(id, { date, at: servicesAt(test, at) })).toBe(expected)
  })

  it('EVL-06 an event for CORPORATE never closes, but its begun times do', async () => {
    const id = await event({
      event_on: '2027-06-01',
      start_time: '09:50',
      end_time: '10:30',
      exclusive_for: 'Corporate',
    })
    expect(await holding(id, { date: '2027-06-01', time: '10:10' })).toBe('held')
    expect(await holding(id, { date: '2027-06-01', time: '09:50' })).toBe('event-passed')
  })
})

describe('what the database refuses', () => {
  it('BOOK-05 BOOK-07 taken, full, booked already, a key used again', async () => {
    const id = await event({ total_spaces: 2 })
    const second = await buildProfile(stage.database)
    const third = await buildProfile(stage.database)
    const key = 'key-of-the-man'
    expect(await holding(id, { key })).toBe('held')
    expect(await holding(id, { key })).toBe('held')
    expect(await holding(id, { key, time: '09:10' })).toBe('key-reused')
    expect(await holding(id, { who: second })).toBe('slot-taken')
    expect(await holding(id, { who: second, time: '09:10' })).toBe('held')
    expect(await holding(id, { who: third, time: '09:20' })).toBe('event-full')
    await bookAt(stage, man, id, DAY, '09:00')
    expect(await holding(await event())).toBe('existing-booking')
  })

  it('BOOK-05 a cancelled appointment does not block, nor one that has ended', async () => {
    const id = await event()
    const appointmentId = await bookAt(stage, man, id, DAY, '09:00')
    expect(await holding(await event())).toBe('existing-booking')
    await stage.appointments.cancel({ appointment_id: appointmentId }, patient(man), CONTEXT)
    await bookAt(stage, man, id, DAY, '09:10')
    const ended = servicesAt(test, '2027-06-16T08:20:00Z')
    const next = await event({ event_on: '2027-06-30' })
    expect(await holding(next, { date: '2027-06-30', at: ended })).toBe('held')
  })

  it('BOOK-06 a second hold replaces the first; giving it back frees the place', async () => {
    const id = await event()
    const created = await stage.holds.create(hold(id, DAY, '09:00'), patient(man))
    expect(created).toMatchObject({
      value: {
        event_id: id,
        appt_date: DAY,
        appt_time: '09:00',
        server_time: new Date(NOW).toISOString(),
      },
    })
    await stage.holds.create(hold(id, DAY, '09:10'), patient(man))
    const now = await stage.holds.current({ event_id: id }, patient(man))
    if (!now.ok || now.value.hold === null) throw new Error('no hold')
    expect(now.value.hold.appt_time).toBe('09:10')
    const minutes = (Date.parse(now.value.hold.hold_expires_at) - Date.parse(NOW)) / 60_000
    expect(Math.round(minutes)).toBe(15)
    const other = await buildProfile(stage.database)
    const holdId = now.value.hold.hold_id
    await stage.holds.release({ hold_id: holdId }, patient(other))
    expect(await holding(id, { who: other, time: '09:10' })).toBe('slot-taken')
    expect(await stage.holds.release({ hold_id: holdId }, patient(man))).toMatchObject({ ok: true })
    expect(await stage.holds.release({ hold_id: holdId }, patient(man))).toMatchObject({ ok: true })
    expect(await holding(id, { who: other, time: '09:10' })).toBe('held')
    expect(await stage.holds.current({ event_id: id }, patient(man))).toMatchObject({
      value: { hold: null },
    })
  })

  it('BOOK-06 a hold ends by time alone, and its place is free again', async () => {
    const id = await event()
    await holding(id)
    const later = servicesAt(test, '2027-06-01T09:16:00Z')
    expect(await later.holds.current({ event_id: id }, patient(man))).toMatchObject({
      value: { hold: null },
    })
    const other = await buildProfile(stage.database)
    expect(await holding(id, { who: other, at: later })).toBe('held')
  })

  it('BOOK-06 a hold made before the cut-off can be asked for again after it', async () => {
    const id = await event({ event_on: '2027-06-02' })
    const before = servicesAt(test, '2027-06-01T07:55:00Z')
    const after = servicesAt(test, '2027-06-01T08:05:00Z')
    expect(await holding(id, { date: '2027-06-02', at: before })).toBe('held')
    expect(await holding(id, { date: '2027-06-02', at: after })).toBe('held')
    expect(await holding(id, { date: '2027-06-02', time: '09:10', at: after })).toBe(
      'booking-closed',
    )
  })

  it('EVD-05 BOOK-06 tries are limited per patient', async () => {
    const outcomes = await Promise.all(Array.from({ length: 61 }, () => holding(999_999)))
    expect(outcomes.filter((one) => one === 'too-many-requests')).toHaveLength(1)
  })
})
