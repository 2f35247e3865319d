import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  addDays,
  formatLongDate,
  formatMonthDay,
  formatShortDate,
  isClockTime,
  isIsoDate,
  londonDate,
  londonInstant,
  londonTime,
  weekday,
} from '#core/rules/time.ts'
import {
  clocksBack,
  clocksForward,
  instant,
  PROPERTY,
  wallClock,
} from '../../events/rules/samples.ts'

describe('London days and times', () => {
  it('EVL-06 the oracle knows both clock changes of 2026', () => {
    expect(new Date(clocksForward(2026)).toISOString()).toBe('2026-03-29T01:00:00.000Z')
    expect(new Date(clocksBack(2026)).toISOString()).toBe('2026-10-25T01:00:00.000Z')
  })

  it('EVL-06 day and time agree with the law on summer time for any instant', () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(`${londonDate(at)} ${londonTime(at)}`).toBe(wallClock(at))
      }),
      PROPERTY,
    )
  })

  it('EVL-06 the instant of a day and time shows them again and is the first that does', () => {
    fc.assert(
      fc.property(instant, (at) => {
        const back = londonInstant(londonDate(at), londonTime(at))
        expect(wallClock(back)).toBe(wallClock(at))
        expect(back.getTime()).toBeLessThanOrEqual(at.getTime())
        expect(wallClock(new Date(back.getTime() - 3_600_000))).not.toBe(wallClock(at))
      }),
      PROPERTY,
    )
  })

  it.each([
    ['2026-12-07', '09:00', '2026-12-07T09:00:00.000Z', 'winter'],
    ['2026-07-01', '00:00', '2026-06-30T23:00:00.000Z', 'summer midnight'],
    ['2026-03-29', '00:59', '2026-03-29T00:59:00.000Z', 'before the gap'],
    ['2026-03-29', '01:00', '2026-03-29T01:00:00.000Z', 'first minute of the gap'],
    ['2026-03-29', '01:30', '2026-03-29T01:30:00.000Z', 'in the gap, shown as 02:30'],
    ['2026-03-29', '02:00', '2026-03-29T01:00:00.000Z', 'after the gap'],
    ['2026-10-25', '00:59', '2026-10-24T23:59:00.000Z', 'before the doubled hour'],
    ['2026-10-25', '01:30', '2026-10-25T00:30:00.000Z', 'doubled: the first'],
    ['2026-10-25', '02:00', '2026-10-25T02:00:00.000Z', 'after the doubled hour'],
  ])('EVL-06 %s %s is %s (%s)', (date, time, expected) => {
    expect(londonInstant(date, time).toISOString()).toBe(expected)
  })

  it('EVL-06 refuses an invalid day or time', () => {
    expect(() => londonInstant('2026-02-29', '09:00')).toThrow(RangeError)
    expect(() => londonInstant('2026-02-28', '24:00')).toThrow(RangeError)
    expect(() => londonDate(new Date(Number.NaN))).toThrow(RangeError)
    expect(() => weekday('')).toThrow(RangeError)
  })
})

describe('calendar days', () => {
  it.each([
    ['2028-02-29', true],
    ['2026-02-29', false],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['2026-00-10', false],
    ['2026-1-01', false],
    ['2026-12-07T00:00', false],
    ['07/12/2026', false],
    ['', false],
  ])('AUTH-02 a real calendar day: %s is %s', (text, expected) => {
    expect(isIsoDate(text)).toBe(expected)
  })

  it.each([
    ['00:00', true],
    ['23:59', true],
    ['24:00', false],
    ['9:00', false],
    ['09:60', false],
    ['09:00:00', false],
  ])('BOOK-03 a clock time: %s is %s', (text, expected) => {
    expect(isClockTime(text)).toBe(expected)
  })

  it('EVL-01 adds calendar days across clock changes', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: -800, max: 800 }), (at, days) => {
        const date = londonDate(at)
        const later = addDays(date, days)
        expect(addDays(later, -days)).toBe(date)
        expect((((weekday(later) - weekday(date) - days) % 7) + 7) % 7).toBe(0)
      }),
      PROPERTY,
    )
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  })

  it('EVD-01 formats the day as on the page, in lists and on a card', () => {
    expect(formatLongDate('2026-12-07')).toBe('Monday, 07 December 2026')
    expect(formatShortDate('2026-12-07')).toBe('07/12/2026')
    expect(formatMonthDay('2026-12-07')).toEqual({ weekday: 'Mon', day: '7', month: 'Dec' })
    expect(formatLongDate('2027-09-30')).toBe('Thursday, 30 September 2027')
    expect(weekday('2026-11-22')).toBe(0)
  })
})
