import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { londonInstant } from '#core/rules/time.ts'
import { bookingCutOffHours, isBookingRestricted } from '#events/rules/cut-off.ts'
import { HOUR, instant, PROPERTY, wallClock } from './samples.ts'

const WEEK = [
  ['2026-12-06', 'Sunday', 48],
  ['2026-12-07', 'Monday', 72],
  ['2026-12-08', 'Tuesday', 24],
  ['2026-12-09', 'Wednesday', 24],
  ['2026-12-10', 'Thursday', 24],
  ['2026-12-11', 'Friday', 24],
  ['2026-12-12', 'Saturday', 24],
] as const

describe('booking cut-off', () => {
  it.each(WEEK)('EVL-06 %s, a %s, closes %i hours before its start', (date, _day, hours) => {
    const startsAt = londonInstant(date, '09:00')
    const limit = startsAt.getTime() - hours * HOUR
    expect(bookingCutOffHours(startsAt)).toBe(hours)
    expect(isBookingRestricted({ startsAt }, new Date(limit - 1))).toBe(false)
    expect(isBookingRestricted({ startsAt }, new Date(limit))).toBe(true)
    expect(isBookingRestricted({ startsAt }, new Date(limit + 1))).toBe(true)
  })

  it.each([
    ['2026-07-05T22:59:00Z', 48, 'Sunday 23:59'],
    ['2026-07-05T23:00:00Z', 72, 'Monday 00:00, still Sunday in UTC'],
    ['2026-07-06T23:00:00Z', 24, 'Tuesday 00:00, still Monday in UTC'],
    ['2026-07-04T23:30:00Z', 48, 'Sunday 00:30, still Saturday in UTC'],
    ['2026-03-29T00:59:00Z', 48, 'Sunday 00:59, before the clocks go forward'],
    ['2026-03-29T23:00:00Z', 72, 'Monday 00:00 of the first summer day'],
    ['2026-10-25T00:30:00Z', 48, 'Sunday 01:30, the first'],
    ['2026-10-25T01:30:00Z', 48, 'Sunday 01:30, the second'],
    ['2026-10-25T23:30:00Z', 48, 'Sunday 23:30 of the first winter day'],
  ])('EVL-06 uses the London weekday: %s has %i hours (%s)', (at, hours) => {
    expect(bookingCutOffHours(new Date(at))).toBe(hours)
  })

  it('EVL-06 counts elapsed hours across both clock changes', () => {
    // Monday 09:00 in summer time, 72 hours earlier is Friday 08:00 in winter time.
    const spring = { startsAt: londonInstant('2026-03-30', '09:00') }
    expect(isBookingRestricted(spring, londonInstant('2026-03-27', '07:59'))).toBe(false)
    expect(isBookingRestricted(spring, londonInstant('2026-03-27', '08:00'))).toBe(true)
    // Monday 09:00 in winter time, 72 hours earlier is Friday 10:00 in summer time.
    const autumn = { startsAt: londonInstant('2026-10-26', '09:00') }
    expect(isBookingRestricted(autumn, londonInstant('2026-10-23', '09:59'))).toBe(false)
    expect(isBookingRestricted(autumn, londonInstant('2026-10-23', '10:00'))).toBe(true)
  })

  it('EVL-06 closes exactly at the limit of the London weekday, for any start, and stays closed', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -100, max: 100 * 60 }), (startsAt, minutes) => {
        const day = new Date(`${wallClock(startsAt).slice(0, 10)}T00:00:00Z`).getUTCDay()
        const limit = [48, 72][day] ?? 24
        const now = new Date(startsAt.getTime() - minutes * 60_000)
        expect(isBookingRestricted({ startsAt }, now)).toBe(minutes <= limit * 60)
      }),
      PROPERTY,
    )
  })

  it('EVL-06 never closes an event exclusive to CORPORATE, case-insensitively', () => {
    fc.assert(
      fc.property(
        instant,
        instant,
        fc.constantFrom('CORPORATE', 'corporate', 'Corporate', ' corporate '),
        (startsAt, now, exclusiveFor) => {
          expect(isBookingRestricted({ startsAt, exclusiveFor }, now)).toBe(false)
        },
      ),
      PROPERTY,
    )
  })

  it.each(['', 'FREEMASONS', 'CORPORATE-ISH', null, undefined])(
    'EVL-06 exempts no other audience: %s',
    (exclusiveFor) => {
      const startsAt = londonInstant('2026-12-09', '09:00')
      expect(isBookingRestricted({ startsAt, exclusiveFor }, startsAt)).toBe(true)
    },
  )
})
