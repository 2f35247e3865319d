import * as z from 'zod/mini'
import { instant, isoDate } from '#core/contract/fields.ts'
import type { RefundRulesOnWire } from '#core/contract/refund-rules.ts'
import { REFUND_REASONS, REFUND_STATES } from '#payments/rules/payment.ts'
import { type Refundable, refundOf } from '#payments/rules/refund.ts'

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

/**
 * What cancelling now returns (PAY-08). `charge_pence`: what is kept of what is left; `returned_pence`: what has gone back already;
 * `until`: from then on nothing is returned, null when it has passed.
 */
export const refundableOnWire = z.object({
  amount_pence: z.int(),
  charge_pence: z.int(),
  returned_pence: z.int(),
  until: z.nullable(instant),
})
export type RefundableOnWire = z.output<typeof refundableOnWire>

export const refundableToWire = (refund: Refundable): RefundableOnWire => ({
  amount_pence: refund.amountPence,
  charge_pence: refund.chargePence,
  returned_pence: refund.returnedPence,
  until: refund.until?.toISOString() ?? null,
})

export const refundableOf = (wire: RefundableOnWire): Refundable => ({
  amountPence: wire.amount_pence,
  chargePence: wire.charge_pence,
  returnedPence: wire.returned_pence,
  until: wire.until === null ? null : new Date(wire.until),
})

/** What cancelling a booking of this price and time would return; null without rules: it costs nothing. */
export const refundableBy = (
  rules: RefundRulesOnWire | undefined,
  { pricePence, startsAt }: { readonly pricePence: number; readonly startsAt: Date },
  now: Date,
): Refundable | null =>
  rules === undefined
    ? null
    : refundOf({
        ...{ pricePence, startsAt, now, charge: rules.charge },
        holidays: new Set(rules.holidays),
      })
