import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, weekday } from '#core/rules/time.ts'
import { dateWindow } from '#events/rules/event-filter.ts'
import { DATE_FILTER_LABELS } from '#events/texts/events.ts'
import { instant, PROPERTY, wallClock } from './samples.ts'

it('EVL-01 has the five exact choices in order', () => {
  expect(Object.entries(DATE_FILTER_LABELS)).toEqual([
    ['', 'Select Date'],
    ['today', "What's on today"],
    ['next-week', "What's on next week"],
    ['next-month', "What's on next month"],
    ['future-events', 'All Future Events'],
  ])
})

it.each([
  ['today', '2026-06-30T22:59:00Z', '2026-06-30', '2026-06-30'],
  ['today', '2026-06-30T23:00:00Z', '2026-07-01', '2026-07-01'],
  ['next-week', '2026-11-21T12:00:00Z', '2026-11-23', '2026-11-29'],
  ['next-week', '2026-11-22T12:00:00Z', '2026-11-23', '2026-11-29'],
  ['next-week', '2026-11-23T00:00:00Z', '2026-11-30', '2026-12-06'],
  ['next-week', '2026-07-05T23:00:00Z', '2026-07-13', '2026-07-19'],
  ['next-week', '2026-03-28T12:00:00Z', '2026-03-30', '2026-04-05'],
  ['next-month', '2026-11-21T12:00:00Z', '2026-12-01', '2026-12-31'],
  ['next-month', '2026-12-31T23:59:00Z', '2027-01-01', '2027-01-31'],
  ['next-month', '2027-01-31T12:00:00Z', '2027-02-01', '2027-02-28'],
  ['next-month', '2028-01-30T12:00:00Z', '2028-02-01', '2028-02-29'],
  ['next-month', '2026-06-30T23:30:00Z', '2026-08-01', '2026-08-31'],
] as const)('EVL-01 %s at %s is %s to %s', (filter, now, from, to) => {
  expect(dateWindow(filter, new Date(now))).toEqual({ from, to })
})

it.each(['', 'future-events'] as const)('EVL-01 filter %j has no last day', (filter) => {
  expect(dateWindow(filter, new Date('2026-11-21T12:00:00Z'))).toEqual({ from: '2026-11-21' })
})

it('EVL-01 next week is the seven days from the first Monday after today, next month a whole month', () => {
  fc.assert(
    fc.property(instant, (now) => {
      const today = wallClock(now).slice(0, 10)
      const week = dateWindow('next-week', now)
      expect(weekday(week.from)).toBe(1)
      expect(week.to).toBe(addDays(week.from, 6))
      expect(week.from > today && week.from <= addDays(today, 7)).toBe(true)
      const month = dateWindow('next-month', now)
      expect(month.from.slice(8)).toBe('01')
      expect(month.from > today && addDays(month.from, -1).slice(0, 7) === today.slice(0, 7)).toBe(
        true,
      )
      expect(month.to?.slice(0, 7)).toBe(month.from.slice(0, 7))
      expect(addDays(month.to ?? '', 1).slice(8)).toBe('01')
    }),
    PROPERTY,
  )
})
