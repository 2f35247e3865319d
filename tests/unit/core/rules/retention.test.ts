import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ACTIVE_DAYS, isRetentionOver, keptUntil } from '#core/rules/retention.ts'
import { addDays, londonInstant } from '#core/rules/time.ts'

const tested = (lastTestOn: string | null, more = {}) => ({
  lastTestOn,
  lastActiveOn: lastTestOn,
  hasUpcoming: false,
  isSignedIn: false,
  ...more,
})

describe('OPS-07 the retention of a patient’s data', () => {
  it('lasts eight years, day for day', () => {
    expect(keptUntil('2026-11-22')).toBe('2034-11-22')
    expect(keptUntil('2028-02-29')).toBe('2036-02-29')
    expect(keptUntil('2092-02-29')).toBe('2100-02-28')
  })

  it.each([
    ['in winter', '2018-12-01', '2026-12-01T23:59:59.999Z', false],
    ['in winter, the next day', '2018-12-01', '2026-12-02T00:00:00Z', true],
    ['in summer, an hour before midnight in UTC', '2018-07-01', '2026-07-01T22:59:59.999Z', false],
    ['in summer, London’s next day', '2018-07-01', '2026-07-01T23:00:00Z', true],
    ['on the night the clocks go back', '2018-10-24', '2026-10-24T22:59:59Z', false],
    ['on the day the clocks go back', '2018-10-25', '2026-10-26T00:00:00Z', true],
  ])('%s: a test on %s is over at %s: %s', (_when, lastTestOn, now, over) => {
    expect(isRetentionOver(tested(lastTestOn), new Date(now))).toBe(over)
  })

  it('never ends with an upcoming appointment, a live session or without a test', () => {
    const late = new Date('2060-01-01T00:00:00Z')
    expect(isRetentionOver(tested('2018-01-01'), late)).toBe(true)
    expect(isRetentionOver(tested('2018-01-01', { hasUpcoming: true }), late)).toBe(false)
    expect(isRetentionOver(tested('2018-01-01', { isSignedIn: true }), late)).toBe(false)
    expect(isRetentionOver(tested(null), late)).toBe(false)
  })

  it('ends for a patient with a test who has no appointment, consent or waiting list', () => {
    const patient = tested('2018-01-01', { lastActiveOn: null })
    expect(isRetentionOver(patient, new Date('2026-06-01T00:00:00Z'))).toBe(true)
  })

  it('does not end for a patient who used the service a short time ago', () => {
    const used = (lastActiveOn: string, now: string) =>
      isRetentionOver(tested('2018-01-01', { lastActiveOn }), new Date(now))
    const lastDay = addDays('2026-03-01', ACTIVE_DAYS)
    expect(used('2026-03-01', `${lastDay}T22:59:59Z`)).toBe(false)
    expect(used('2026-03-01', `${addDays(lastDay, 1)}T00:00:00Z`)).toBe(true)
    expect(used('2026-12-01', '2026-06-01T00:00:00Z')).toBe(false)
  })

  it('ends at midnight in London after the last day, whatever the day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30_000 }), (days) => {
        const lastTestOn = addDays('2020-01-01', days)
        const end = londonInstant(addDays(keptUntil(lastTestOn), 1), '00:00')
        const before = new Date(end.getTime() - 1)
        expect(isRetentionOver(tested(lastTestOn), before)).toBe(false)
        expect(isRetentionOver(tested(lastTestOn), end)).toBe(true)
      }),
    )
  })
})
