import { describe, expect, it } from 'vitest'
import { readClockTime, readDay } from '#core/rules/typed-cell.ts'

describe('a cell that a person typed', () => {
  it.each([
    ['2027-02-10', '2027-02-10'],
    ['10/02/2027', '2027-02-10'],
    ['1/2/2027', '2027-02-01'],
    ['29/02/2028', '2028-02-29'],
  ])('OPS-02 the day %s is %s: the day comes before the month', (text, day) => {
    expect(readDay(text)).toBe(day)
  })

  it.each(['', '29/02/2027', '02/13/2027', '10/02/27', '10-02-2027', '2027/02/10', '10/02/2027 x'])(
    'OPS-02 %j is not a day',
    (text) => {
      expect(readDay(text)).toBeUndefined()
    },
  )

  it.each([
    ['9:00', '09:00'],
    ['09:05', '09:05'],
    ['9:05:00', '09:05'],
    ['23:59', '23:59'],
  ])('OPS-02 the time %s is %s', (text, time) => {
    expect(readClockTime(text)).toBe(time)
  })

  it.each(['', '9', '9.00', '9:5', '24:00', '09:00:30', '9:00 PM', '109:00'])(
    'OPS-02 %j is not a time',
    (text) => {
      expect(readClockTime(text)).toBeUndefined()
    },
  )
})
