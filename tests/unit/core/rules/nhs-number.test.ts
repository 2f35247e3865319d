import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  bareNhsNumber,
  cleanNhsInput,
  isValidNhsNumber,
  maskNhsNumber,
} from '#core/rules/nhs-number.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'
import { PROPERTY } from '../../events/rules/samples.ts'

/** Nine digits with their check digit, by the steps of the NHS Data Dictionary; undefined where none exists. */
function withCheckDigit(nine: readonly number[]): string | undefined {
  const weights = [10, 9, 8, 7, 6, 5, 4, 3, 2]
  const total = weights.reduce((sum, weight, i) => sum + weight * (nine[i] ?? 0), 0)
  const check = 11 - (total % 11)
  if (check === 10) return undefined
  return `${nine.join('')}${check === 11 ? 0 : check}`
}

const nineDigits = fc.array(fc.nat(9), { minLength: 9, maxLength: 9 })

describe('NHS number', () => {
  it.each([
    ['9434765919', true],
    ['943 476 5919', true],
    ['9434765918', false],
    ['943476591', false],
    ['94347659190', false],
    ['943-476-5919', false],
    ['1111111111', false],
    ['0000000000', false],
    ['943476591O', false],
    ['', false],
  ])('NHS-02 %s is valid: %s', (text, expected) => {
    expect(isValidNhsNumber(text)).toBe(expected)
  })

  it('NHS-02 accepts exactly the check digit as the last digit, or none', () => {
    fc.assert(
      fc.property(nineDigits, (nine) => {
        fc.pre(new Set(nine).size > 1)
        const valid = Array.from({ length: 10 }, (_, last) => `${nine.join('')}${last}`).filter(
          isValidNhsNumber,
        )
        const expected = withCheckDigit(nine)
        expect(valid).toEqual(expected === undefined ? [] : [expected])
      }),
      PROPERTY,
    )
  })

  it('NHS-02 detects any single wrong digit and any swap of adjacent digits', () => {
    fc.assert(
      fc.property(nineDigits, fc.nat(9), fc.integer({ min: 1, max: 9 }), (nine, place, add) => {
        const right = withCheckDigit(nine)
        fc.pre(right !== undefined && isValidNhsNumber(right))
        const digits = Array.from(right ?? '', Number)
        const wrong = digits.with(place, ((digits[place] ?? 0) + add) % 10)
        expect(isValidNhsNumber(wrong.join(''))).toBe(false)
        const next = (place + 1) % 10
        if (next !== 0 && digits[place] !== digits[next]) {
          const swapped = digits.with(place, digits[next] ?? 0).with(next, digits[place] ?? 0)
          expect(isValidNhsNumber(swapped.join(''))).toBe(false)
        }
      }),
      PROPERTY,
    )
  })
})

describe('an NHS number of a request', () => {
  it.each([
    ['943 476 5919', '9434765919'],
    ['943-476-5919', '9434765919'],
    ['943\u2013476\u00a05919', '9434765919'],
    ['\u202a943\u2009476\u20115919\u202c', '9434765919'],
    ['９４３ ４７６ ５９１９', '9434765919'],
    ['943.476.5919', '943.476.5919'],
    ['94347659190', '94347659190'],
    ['943476591O', '943476591O'],
  ])('NHS-02 %s loses its spaces and dashes, and nothing else', (text, expected) => {
    expect(bareNhsNumber(text)).toBe(expected)
  })
})

describe('typing and showing an NHS number', () => {
  it.each([
    ['9434765919', '9434765919', false],
    ['943 476 5919', '9434765919', false],
    ['NHS 943 476 5919', '9434765919', false],
    ['９４３ ４７６ ５９１９', '9434765919', false],
    ['NHS No: 943-476-5919', '9434765919', false],
    ['nhs number 943\u00a0476\u20105919\u200b', '9434765919', false],
    ['94347659191', '94347659191', true],
    ['+44 7700 900123', '447700900123', true],
    ['943 476 591O', '943476591', true],
    ['GP 943 476 5919', '9434765919', true],
    ['94x', '94', true],
    ['', '', false],
    ['٣', '', true],
  ])('NHS-01 typing %s keeps %s, altered: %s', (text, digits, altered) => {
    expect(cleanNhsInput(text)).toEqual({ digits, altered })
  })

  it('NHS-01 keeps every digit of any text, and says so when there are more than ten', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { digits } = cleanNhsInput(text)
        expect(digits).toBe(Array.from(text.matchAll(/[0-9]/g)).join(''))
        expect(cleanNhsInput(digits)).toEqual({ digits, altered: digits.length > 10 })
      }),
      PROPERTY,
    )
    expect(PROFILE_FAULTS.nhsDigitsOnly).toBe('Please enter only digits (max 10).')
  })

  it('AUTH-07 shows no more than the last four digits', () => {
    expect(maskNhsNumber('9434765919')).toBe('••• ••• 5919')
    expect(maskNhsNumber('943 476 5919')).toBe('••• ••• 5919')
    expect(maskNhsNumber('123')).toBe('••• ••• ••••')
  })
})
