import * as z from 'zod/mini'
import { instant, isoDate } from '#contract/fields.ts'
import { REFUND_REASONS, REFUND_STATES } from '#domain/payment.ts'

/** Money that is returned to a patient (PAY-08). `due_on`: the day until which it is returned. */
export const refundOnWire = z.object({
  amount_pence: z.int(),
  state: z.enum(REFUND_STATES),
  due_on: isoDate,
  done_at: z.nullable(instant),
  reason: z.enum(REFUND_REASONS),
})
export type RefundOnWire = z.output<typeof refundOnWire>

/** What was paid for an appointment (PAY-10). Never more of the card than its brand and last digits. */
export const paymentOnWire = z.object({
  amount_pence: z.int(),
  card_brand: z.nullable(z.string()),
  card_last_digits: z.nullable(z.string()),
  paid_at: instant,
  refunds: z.array(refundOnWire),
})
export type PaymentOnWire = z.output<typeof paymentOnWire>
