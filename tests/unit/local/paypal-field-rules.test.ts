import { describe, expect, it } from 'vitest'
import { brandsOf, faultOf, formatted, sentValue } from '#local/paypal/browser/field-rules.ts'
import { TEST_CARDS } from '#local/paypal/cards.ts'

const NOW = new Date(2026, 10, 22)

describe('the card fields of the PayPal stand-in', () => {
  it.each(Object.keys(TEST_CARDS))('PAY-02 take the listed number %s', (number) => {
    const shown = formatted('number', number)
    expect(sentValue('number', shown)).toBe(number)
    expect(faultOf('number', shown, undefined, NOW)).toBeUndefined()
    expect(brandsOf(shown)).toHaveLength(1)
  })

  it.each([
    ['number', '', 'number'],
    ['number', '4012 8888 8888 1882', 'number'],
    ['expiry', '13/30', 'month and year'],
    ['expiry', '1', 'month and year'],
    ['expiry', '10/26', 'expired'],
    ['cvv', '12', '3 or 4 digits'],
    ['name', 'x'.repeat(301), 'too long'],
  ] as const)('PAY-03 say what is wrong with %s %s', (type, text, words) => {
    expect(faultOf(type, text, undefined, NOW)).toContain(words)
  })

  it('PAY-03 a card is valid until the end of its month, and a code has the length of its brand', () => {
    expect(faultOf('expiry', '11/26', undefined, NOW)).toBeUndefined()
    expect(faultOf('cvv', '123', 4, NOW)).toContain('4 digits')
    expect(faultOf('cvv', '1234', 4, NOW)).toBeUndefined()
    expect(faultOf('name', '', undefined, NOW)).toBeUndefined()
  })

  it('PAY-02 are sent as PayPal wants them', () => {
    expect(formatted('expiry', '1230')).toBe('12/30')
    expect(sentValue('expiry', '12/30')).toBe('12/2030')
    expect(formatted('cvv', '12a345')).toBe('1234')
    expect(sentValue('name', ' Test Payer ')).toBe('Test Payer')
  })
})
