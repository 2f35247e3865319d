import { describe, expect, it } from 'vitest'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { callerOf, holdInput } from './booking-setup.ts'
import { DAY, holdSetup, NOW } from './hold-setup.ts'

const { booking, createEvent, tryHold } = holdSetup()

describe('refusals by the booking rules', () => {
  it('BOOK-06 BOOK-11 names every reason that the event or the patient gives for a refusal', async () => {
    expect(await tryHold(999_999)).toBe('event-not-found')
    expect(await tryHold(await createEvent({ cancelled_at: new Date(NOW) }))).toBe(
      'event-cancelled',
    )
    expect(await tryHold(await createEvent({ event_on: '2027-05-31' }))).toBe('event-passed')
    expect(await tryHold(await createEvent({ is_private: true }))).toBe('access-code-required')
    expect(await tryHold(await createEvent({ payment_required: true, price_pence: 1500 }))).toBe(
      'not-open-paid',
    )
    expect(await tryHold(await createEvent({ lab_name: 'Esneft Ipswich' }))).toBe(
      'nhs-number-required',
    )
    expect(await tryHold(await createEvent(), { time: '09:05' })).toBe('slot-not-found')
    expect(await tryHold(await createEvent(), { date: '2027-06-17' })).toBe('slot-not-found')
    expect(await tryHold(await createEvent(), { time: '12:20' })).toBe('slot-not-found')
    const ageless = await buildProfile(booking.services.database, { birth_date: null })
    expect(await tryHold(await createEvent(), { who: ageless })).toBe('birth-date-missing')
  })

  it('BOOK-12 treats an event as free when its price is 0 or payment is not required', async () => {
    expect(await tryHold(await createEvent({ payment_required: true, price_pence: 0 }))).toBe(
      'held',
    )
    expect(await tryHold(await createEvent({ payment_required: null, price_pence: 1500 }))).toBe(
      'held',
    )
  })

  it.each([
    ['1987-06-16', 'held'],
    ['1987-06-17', 'age-restricted'],
    ['1946-06-17', 'held'],
    ['1946-06-16', 'age-restricted'],
  ])(
    'BOOK-11 a patient born %s, with the age counted on the day of the event: %s',
    async (birthDate, expected) => {
      const who = await buildProfile(booking.services.database, { birth_date: birthDate })
      expect(await tryHold(await createEvent(), { who })).toBe(expected)
    },
  )

  it('BOOK-11 answers a refusal by age with the Age Restriction Notice', async () => {
    const who = await buildProfile(booking.services.database, { birth_date: '1990-01-01' })
    const id = await createEvent({ contact_email: null })
    expect(await booking.services.holds.create(holdInput(id, DAY, '09:00'), callerOf(who))).toEqual(
      {
        ok: false,
        reason: 'age-restricted',
        text: 'Halyard events are for people aged between 40 and 80 only. If you are not within the age group, please do not register/book. Please email help@halyard.example with your queries.',
      },
    )
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
  ])('EVL-06 an event at 09:00 on %s, %s, requested at %s: %s', async (_, date, at, expected) => {
    const id = await createEvent({ event_on: date })
    expect(await tryHold(id, { date, at: booking.at(at) })).toBe(expected)
  })

  it('EVL-06 an event for CORPORATE has no cut-off, but slots that have begun are refused', async () => {
    const id = await createEvent({
      event_on: '2027-06-01',
      start_time: '09:50',
      end_time: '10:30',
      exclusive_for: 'Corporate',
    })
    expect(await tryHold(id, { date: '2027-06-01', time: '10:10' })).toBe('held')
    expect(await tryHold(id, { date: '2027-06-01', time: '09:50' })).toBe('event-passed')
  })
})
