import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageOn, isScreeningAge, screeningBirthDates } from '#core/rules/age.ts'
import { addDays, londonDate } from '#core/rules/time.ts'
import {
  AGE_ERROR_TITLE,
  AGE_NOTICE_TITLE,
  AGE_TO_REGISTER,
  ageRestrictionNotice,
} from '#core/texts/accounts.ts'
import { instant, PROPERTY, wallClock } from '../../events/rules/samples.ts'

describe('age', () => {
  it.each([
    ['1986-12-09', '2026-12-08', 39],
    ['1986-12-09', '2026-12-09', 40],
    ['1945-12-10', '2026-12-09', 80],
    ['1945-12-09', '2026-12-09', 81],
    ['2026-12-09', '2026-12-09', 0],
    ['2026-12-10', '2026-12-09', -1],
    ['1968-02-29', '2026-02-28', 57],
    ['1968-02-29', '2026-03-01', 58],
    ['1968-02-29', '2028-02-28', 59],
    ['1968-02-29', '2028-02-29', 60],
    ['1986-02-28', '2026-02-28', 40],
  ])('BOOK-11 the age of a patient born %s is, on %s, %i', (birthDate, on, age) => {
    expect(ageOn(birthDate, on)).toBe(age)
  })

  it.each([
    [39, false],
    [40, true],
    [80, true],
    [81, false],
    [Number.NaN, false],
  ])('BOOK-11 age %d is screened: %s', (age, expected) => {
    expect(isScreeningAge(age)).toBe(expected)
  })

  it.each(['2026-12-09', '2028-02-29', '2026-02-28', '2140-02-29', '2027-03-01', '2026-01-01'])(
    'BOOK-11 on %s, exactly the birth dates of the range are of an age that is screened',
    (on) => {
      const { from, to } = screeningBirthDates(on)
      const isScreened = (birthDate: string) => isScreeningAge(ageOn(birthDate, on))
      expect([addDays(from, -1), from, to, addDays(to, 1)].map(isScreened)).toEqual([
        false,
        true,
        true,
        false,
      ])
    },
  )

  it('BOOK-11 refuses a text that is not a day', () => {
    expect(() => ageOn('', '2026-12-09')).toThrow(RangeError)
    expect(() => ageOn('1966-02-30', '2026-12-09')).toThrow(RangeError)
    expect(() => ageOn('1966-02-28', '09/12/2026')).toThrow(RangeError)
  })

  it('BOOK-11 uses the London day, at midnight and at both clock changes', () => {
    fc.assert(
      fc.property(instant, fc.integer({ min: 30, max: 90 }), (at, years) => {
        const day = wallClock(at).slice(0, 10)
        const birthDate = `${Number(day.slice(0, 4)) - years}${day.slice(4)}`
        // 29 February is no birthday in a year that is not a leap year.
        fc.pre(day.slice(5) !== '02-29' || years % 4 === 0)
        expect(ageOn(birthDate, londonDate(at))).toBe(years)
        expect(ageOn(birthDate, addDays(londonDate(at), -1))).toBe(years - 1)
      }),
      PROPERTY,
    )
    expect(ageOn('1986-07-01', londonDate(new Date('2026-06-30T22:59:59Z')))).toBe(39)
    expect(ageOn('1986-07-01', londonDate(new Date('2026-06-30T23:00:00Z')))).toBe(40)
    expect(ageOn('1986-01-01', londonDate(new Date('2025-12-31T23:59:59Z')))).toBe(39)
    expect(ageOn('1986-10-25', londonDate(new Date('2026-10-24T23:00:00Z')))).toBe(40)
  })

  it('BOOK-11 the age increases by one a year and never decreases', () => {
    const births = fc.integer({ min: 0, max: 36_000 }).map((days) => addDays('1930-01-01', days))
    fc.assert(
      fc.property(births, fc.nat(30_000), fc.nat(800), (birthDate, days, more) => {
        const on = addDays(birthDate, days)
        const then = ageOn(birthDate, addDays(on, more)) - ageOn(birthDate, on)
        expect(then).toBeGreaterThanOrEqual(Math.floor(more / 366))
        expect(then).toBeLessThanOrEqual(Math.ceil(more / 365))
      }),
      PROPERTY,
    )
  })
})

describe('texts', () => {
  it('AUTH-03 has the exact notice', () => {
    expect(AGE_NOTICE_TITLE).toBe('Age Restriction Notice')
    expect(ageRestrictionNotice('Halyard', 'bookings@example.org')).toBe(
      'Halyard events are for people aged between 40 and 80 only. If you are not within the age group, please do not register/book. Please email bookings@example.org with your queries.',
    )
  })

  it('AUTH-02 has the exact refusal', () => {
    expect(AGE_TO_REGISTER).toBe('You must be between 40 and 80 years old to register.')
    expect(AGE_ERROR_TITLE).toBe('Age Restriction Error')
  })
})
