import { describe, expect, it } from 'vitest'
import { hasCardNumber } from '#payments/contract/payment-fields.ts'

describe('text that may contain a card number', () => {
  it.each([
    '4012888888881881',
    'card 4012 8888 8888 1881 please',
    '5555-5555-5555-4444',
    '371449635398431',
  ])('PAY-06 %s is one', (text) => {
    expect(hasCardNumber(text)).toBe(true)
  })

  it.each([
    '4012888888881882',
    '+44 (0)20 7946 0000',
    '943 476 5919',
    'Total PSA Test, 12/12/2026, event 1004',
    '25.00',
    '',
  ])('PAY-06 %s is none', (text) => {
    expect(hasCardNumber(text)).toBe(false)
  })
})
