import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type DayParts,
  listEndsAt,
  offerEndsAt,
  waitingServed,
} from '#booking/rules/waiting-list.ts'
import { londonInstant } from '#core/rules/time.ts'
import { isBookingRestricted } from '#events/rules/cut-off.ts'
import {
  clocksBack,
  clocksForward,
  DAY,
  HOUR,
  instant,
  MINUTE,
  PROPERTY,
  wallClock,
} from '../../events/rules/samples.ts'

/** A Thursday: its list ends 24 hours before. */
const EVENT = { startsAt: londonInstant('2027-06-17', '09:00') }
const endOf = (date: string, time: string, event = EVENT) =>
  offerEndsAt(event, londonInstant(date, time))

describe('the end of an offer', () => {
  it.each([
    ['2027-06-01', '08:00', '2027-06-01', '20:00', '12 hours later'],
    ['2027-06-01', '09:59', '2027-06-01', '21:59', 'the last minute before the night'],
    ['2027-06-01', '10:00', '2027-06-02', '08:00', 'at 22:00: the end of the night'],
    ['2027-06-01', '13:00', '2027-06-02', '08:00', 'after midnight'],
    ['2027-06-01', '19:59', '2027-06-02', '08:00', 'a minute before the end of the night'],
    ['2027-06-01', '20:00', '2027-06-02', '08:00', 'at the end of the night'],
    ['2027-06-01', '20:01', '2027-06-02', '08:01', 'a minute after the night'],
    ['2027-06-14', '08:59', '2027-06-14', '20:59', 'a minute more than 72 hours before the event'],
    ['2027-06-14', '09:00', '2027-06-14', '11:00', 'within 72 hours: 2 hours'],
    ['2027-06-14', '20:30', '2027-06-15', '08:00', 'within 72 hours, at night'],
    ['2027-06-16', '06:30', '2027-06-16', '08:30', 'before the list ends'],
    ['2027-06-16', '07:30', '2027-06-16', '09:00', 'not after the list'],
    ['2027-06-16', '08:59', '2027-06-16', '09:00', 'one minute of the list is left'],
  ])('WAIT-02 made on %s at %s it ends on %s at %s: %s', (date, time, endDate, endTime) => {
    expect(endOf(date, time)).toEqual(londonInstant(endDate, endTime))
  })

  it('WAIT-02 there is no offer once the list has ended', () => {
    expect(endOf('2027-06-16', '09:00')).toBeUndefined()
    expect(endOf('2027-06-17', '09:00')).toBeUndefined()
  })

  it('WAIT-02 of two ends in the night and after the list, the list decides', () => {
    const early = { startsAt: londonInstant('2027-06-17', '07:00') }
    expect(endOf('2027-06-15', '21:00', early)).toEqual(londonInstant('2027-06-16', '07:00'))
  })

  it('WAIT-02 an event that never closes for booking has a list until its start', () => {
    const corporate = { ...EVENT, exclusiveFor: 'Corporate' }
    expect(offerEndsAt(corporate, londonInstant('2027-06-17', '08:30'))).toEqual(EVENT.startsAt)
    expect(offerEndsAt(corporate, EVENT.startsAt)).toBeUndefined()
  })

  it('WAIT-02 counts elapsed hours, and the night by the clock, when the clocks change', () => {
    const far = { startsAt: new Date(clocksForward(2027) + 40 * DAY) }
    // 21:30 in winter time and 12 hours: 10:30 in summer time.
    const spring = offerEndsAt(far, londonInstant('2027-03-27', '21:30'))
    expect(spring).toEqual(londonInstant('2027-03-28', '10:30'))
    // 19:30 in winter time and 12 hours would be 08:30: not in the night.
    expect(offerEndsAt(far, londonInstant('2027-03-27', '19:30'))).toEqual(
      londonInstant('2027-03-28', '08:30'),
    )
    const later = { startsAt: new Date(clocksBack(2027) + 40 * DAY) }
    // 20:30 in summer time and 12 hours: 07:30 in winter time, in the night.
    expect(offerEndsAt(later, londonInstant('2027-10-30', '20:30'))).toEqual(
      londonInstant('2027-10-31', '08:00'),
    )
  })

  it('WAIT-02 always: after now, within the list, at day unless the list ends, and not longer than needed', () => {
    const leads = fc.integer({ min: -2 * 24 * 60, max: 10 * 24 * 60 })
    const kinds = fc.constantFrom(undefined, 'CORPORATE')
    fc.assert(
      fc.property(instant, leads, kinds, (now, minutes, exclusiveFor) => {
        const event = { startsAt: new Date(now.getTime() + minutes * MINUTE), exclusiveFor }
        const end = offerEndsAt(event, now)
        const last = listEndsAt(event)
        const isOver = exclusiveFor ? event.startsAt <= now : isBookingRestricted(event, now)
        expect(end === undefined).toBe(isOver)
        if (end === undefined) return
        expect(end.getTime()).toBeGreaterThan(now.getTime())
        expect(end.getTime()).toBeLessThanOrEqual(last.getTime())
        if (end.getTime() === last.getTime()) return
        const time = wallClock(end).slice(11)
        expect(time).toMatch(/^(0[89]|1\d|2[01]):/)
        const hours = minutes <= 72 * 60 ? 2 : 12
        const due = now.getTime() + hours * HOUR
        expect(end.getTime()).toBeGreaterThanOrEqual(due)
        // The night is 10 hours long, one more or less when the clocks change in it.
        expect(end.getTime() - due).toBeLessThanOrEqual(11 * HOUR)
        if (end.getTime() > due) expect(time).toBe('08:00')
      }),
      PROPERTY,
    )
  })
})

const NONE: DayParts = { mornings: false, afternoons: false, evenings: false }
const ALL: DayParts = { mornings: true, afternoons: true, evenings: true }

/** The greatest number of patients with a place, by trying every assignment. */
function servedByTrying(
  free: Record<keyof DayParts, number>,
  spaces: number,
  [first, ...others]: readonly DayParts[],
): number {
  if (first === undefined || spaces <= 0) return 0
  const without = servedByTrying(free, spaces, others)
  const withPlace = (Object.keys(free) as (keyof DayParts)[])
    .filter((part) => first[part] && free[part] > 0)
    .map((part) => 1 + servedByTrying({ ...free, [part]: free[part] - 1 }, spaces - 1, others))
  return Math.max(without, ...withPlace)
}

describe('the patients who could have a place', () => {
  it.each([
    [{ mornings: 0, afternoons: 0, evenings: 0 }, 5, [ALL], 0, 'no slot is free'],
    [{ mornings: 9, afternoons: 9, evenings: 9 }, 1, [ALL, ALL], 1, 'one space is free'],
    [{ mornings: 1, afternoons: 0, evenings: 3 }, 4, [ALL], 1, 'one waits'],
    [
      { mornings: 1, afternoons: 0, evenings: 3 },
      4,
      [
        { ...NONE, mornings: true },
        { ...NONE, mornings: true },
      ],
      1,
      'one morning for two who want it',
    ],
    [
      { mornings: 1, afternoons: 0, evenings: 1 },
      2,
      [
        { ...NONE, mornings: true, evenings: true },
        { ...NONE, mornings: true },
      ],
      2,
      'the flexible patient takes the evening',
    ],
  ])('WAIT-02 free %o, %i spaces, waiting %o: %i (%s)', (free, spaces, waiting, served, _why) => {
    expect(waitingServed(free, spaces, waiting)).toBe(served)
  })

  it('WAIT-02 is the greatest number that any assignment reaches', () => {
    const count = fc.nat(3)
    const parts = fc
      .record({ mornings: fc.boolean(), afternoons: fc.boolean(), evenings: fc.boolean() })
      .filter((one) => one.mornings || one.afternoons || one.evenings)
    fc.assert(
      fc.property(
        fc.record({ mornings: count, afternoons: count, evenings: count }),
        fc.nat(6),
        fc.array(parts, { maxLength: 6 }),
        (free, spaces, waiting) => {
          expect(waitingServed(free, spaces, waiting)).toBe(servedByTrying(free, spaces, waiting))
        },
      ),
      PROPERTY,
    )
  })
})
