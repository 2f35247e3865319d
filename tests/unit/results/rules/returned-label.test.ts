import { expect, it } from 'vitest'
import { returnedLabel } from '#payments/texts/receipt.ts'

const refund = (amount_pence: number, state: 'due' | 'pending' | 'done') => ({
  amount_pence,
  state,
})

it.each([
  [[], undefined],
  [[refund(2_445, 'due')], 'refund on its way'],
  [[refund(2_500, 'pending')], 'refund on its way'],
  [[refund(2_445, 'done')], 'partly refunded'],
  [[refund(500, 'done'), refund(2_000, 'due')], 'partly refunded'],
  [[refund(500, 'done'), refund(2_000, 'done')], 'refunded'],
])('APPT-01 of a payment of £25.00 with %j is said %s', (refunds, label) => {
  expect(returnedLabel(2_500, refunds)).toBe(label)
})
