import * as z from 'zod/mini'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { clockTime, instant, isoDate } from '#core/contract/fields.ts'
import { CURRENCY } from '#core/rules/money.ts'
import { pounds } from '#payments/contract/payment-fields.ts'
import { refundableOnWire, refundOnWire } from '#payments/contract/payment-on-wire.ts'

/** GET /payments (ours): what the caller has paid, newest first, also without an appointment, and what goes back (PAY-13). */
export const listOwnPayments = defineEndpoint({
  name: 'listOwnPayments',
  method: 'GET',
  path: '/payments',
  summary: 'The caller’s payments with their refunds.',
  access: 'patient',
  input: z.strictObject({}),
  output: z.object({
    payments: z.array(
      z.object({
        event_name: z.string(),
        amount_pence: z.int(),
        paid_at: instant,
        /** The booked appointment, which has a receipt; null when there was no place. */
        appointment_id: z.nullable(z.uuid()),
        refunds: z.array(refundOnWire),
      }),
    ),
  }),
  reasons: {},
})

/** GET /payments/receipts/{appointment_id} (ours): the receipt of an own paid appointment, also after it was cancelled (PAY-10). */
export const getReceipt = defineEndpoint({
  name: 'getReceipt',
  method: 'GET',
  path: '/payments/receipts/:appointment_id',
  summary: 'The receipt of an own paid appointment.',
  access: 'patient',
  input: z.strictObject({ appointment_id: z.uuid() }),
  output: z.object({
    charity: z.object({
      name: z.string(),
      address: z.array(z.string()),
      registration_number: z.nullable(z.string()),
    }),
    /** The number that the appointment's mails show. */
    reference: z.string(),
    event_name: z.string(),
    product_name: z.string(),
    event_location: z.string(),
    appt_date: isoDate,
    appt_time: clockTime,
    amount: pounds,
    amount_pence: z.int(),
    currency: z.literal(CURRENCY),
    paid_at: instant,
    card_brand: z.nullable(z.string()),
    card_last_digits: z.nullable(z.string()),
    refunds: z.array(refundOnWire),
    /** What cancelling returns now (PAY-14); null when the appointment is not booked or has begun. */
    refund_if_cancelled: z.nullable(refundableOnWire),
  }),
  reasons: {
    'receipt-not-found': { status: 404, text: 'There is no receipt for this appointment.' },
  },
})
