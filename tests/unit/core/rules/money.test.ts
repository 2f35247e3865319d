import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decimalPounds, formatPounds, parsePounds, readTypedPounds } from '#core/rules/money.ts'
import { PROPERTY } from '../../events/rules/samples.ts'

it.each([
  [0, '£0.00'],
  [5, '£0.05'],
  [1250, '£12.50'],
  [99_999, '£999.99'],
  [100_000, '£1,000.00'],
  [123_456, '£1,234.56'],
  [-123_456_789, '-£1,234,567.89'],
  [-250, '-£2.50'],
])('EVD-01 formats %i pence as %s', (pence, expected) => {
  expect(formatPounds(pence)).toBe(expected)
})

it('BOOK-12 formats any whole amount without loss', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (pence) => {
      const text = formatPounds(pence)
      expect(text).toMatch(/^-?£\d{1,3}(,\d{3})*\.\d\d$/)
      expect(decimalPounds(pence)).toMatch(/^-?\d+\.\d\d$/)
      expect(BigInt(text.replace(/[£.,]/g, ''))).toBe(BigInt(pence))
    }),
    PROPERTY,
  )
})

it.each([12.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  'BOOK-12 refuses %d, which is not whole pence',
  (pence) => {
    expect(() => formatPounds(pence)).toThrow(RangeError)
  },
)

it.each([
  ['25.00', 2500],
  ['-25.00', -2500],
  ['0.1', 10],
  ['1234567', 123456700],
  ['0.29', 29],
  ['', undefined],
  ['1.234', undefined],
  ['12345678.00', undefined],
  ['1e3', undefined],
  ['--1', undefined],
])('PAY-07 the amount %j is %s pence', (text, pence) => {
  expect(parsePounds(text)).toBe(pence)
})

it.each([
  ['20', 2000],
  ['20.5', 2050],
  ['£20.00', 2000],
  ['£ 20', 2000],
  ['1,234.56', 123456],
  ['£1,234,567', 123456700],
  ['1,5', undefined],
  ['12,34.56', undefined],
  ['1,2345', undefined],
  ['1234,567', undefined],
  [',123', undefined],
  ['£', undefined],
])('OPS-02 the typed price %j is %s pence', (text, pence) => {
  expect(readTypedPounds(text)).toBe(pence)
})

it('OPS-02 every amount is read as it is shown', () => {
  fc.assert(
    fc.property(fc.nat(999_999_999), (pence) => {
      expect(readTypedPounds(formatPounds(pence))).toBe(pence)
    }),
    PROPERTY,
  )
})
