import * as z from 'zod/mini'
import { defineEndpoint, pick } from '#core/contract/endpoint.ts'
import { clockTime, instant, isoDate, wholeId } from '#core/contract/fields.ts'
import { refundRules } from '#core/contract/refund-rules.ts'
import { CURRENCY } from '#core/rules/money.ts'
import { orderId, pounds, safeLine } from '#payments/contract/payment-fields.ts'
import { FUNDINGS } from '#payments/rules/payment.ts'
import { PAYMENT_REFUSALS, UNPAYABLE_PLACE } from '#payments/texts/payment-refusals.ts'

const NO_ORDER = pick(PAYMENT_REFUSALS, 'order-not-found')

/** GET /payments/checkout (ours): what the caller's live hold costs, by the server's price, and the provider's script. */
export const getCheckout = defineEndpoint({
  name: 'getCheckout',
  method: 'GET',
  path: '/payments/checkout',
  summary: 'The order that the caller can pay: their live hold of a paid event, or null.',
  access: 'patient',
  input: z.strictObject({}),
  output: z.object({
    /** Null: no live hold of an event with a price. */
    order: z.nullable(
      z.object({
        hold_id: z.uuid(),
        event_id: z.int(),
        event_name: z.string(),
        product_name: z.string(),
        event_location: z.string(),
        appt_date: isoDate,
        appt_time: clockTime,
        starts_at: instant,
        ends_at: instant,
        amount: pounds,
        amount_pence: z.int(),
        currency: z.literal(CURRENCY),
        /** What a cancellation returns (PAY-14). */
        refund_rules: refundRules,
        /** Null while a payment is under way: the place is kept until its result is known. */
        hold_expires_at: z.nullable(instant),
        /** Offered by the waiting list: the page shows when it ends instead of a countdown (WAIT-02). */
        offered: z.boolean(),
        /** The order whose payment is under way: the page polls it. */
        order_id: z.nullable(z.string()),
      }),
    ),
    /** Null: no provider is configured, and paid events are booked by telephone. */
    provider: z.nullable(
      z.object({
        client_id: z.string(),
        /** The base address of the provider's script. */
        sdk_base: z.string(),
        environment: z.enum(['production', 'sandbox', 'stand-in']),
      }),
    ),
    server_time: instant,
  }),
  reasons: pick(PAYMENT_REFUSALS, 'consent-required'),
})

/**
 * POST /payments/orders: starts a payment of the caller's live hold. The cart is accepted and ignored: description and amount
 * are the server's (PAY-06).
 */
export const createOrder = defineEndpoint({
  name: 'createOrder',
  method: 'POST',
  path: '/payments/orders',
  summary: 'Starts a payment of the caller’s live hold; the price is the server’s.',
  access: 'patient',
  status: 201,
  input: z.strictObject({
    cart: z
      .array(
        z.strictObject({
          description: safeLine(300),
          amount: z.union([z.number(), safeLine(20)]),
          shippingPreference: z.literal('NO_SHIPPING'),
        }),
      )
      .check(z.minLength(1), z.maxLength(1)),
    /** (ours) A card without it. */
    funding: z.optional(z.enum(FUNDINGS)),
  }),
  output: z.object({
    id: z.string(),
    amount: pounds,
    amount_pence: z.int(),
    hold_expires_at: instant,
  }),
  reasons: {
    ...UNPAYABLE_PLACE,
    ...pick(
      PAYMENT_REFUSALS,
      'consent-required',
      'hold-over',
      'nothing-to-pay',
      'payment-in-progress',
      'already-paid',
      'payment-not-started',
    ),
  },
})

/** A fault as the provider names it. */
export const paymentDetail = z.object({ issue: z.string(), description: z.string() })

/** One capture with the specification's names (API-05). */
const captureOnWire = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.object({ currency_code: z.literal(CURRENCY), value: pounds }),
  processor_response: z.object({
    avs_code: z.optional(z.string()),
    cvv_code: z.optional(z.string()),
  }),
})

/**
 * A payment as its page needs it (API-05). `checking`: it is not known yet whether money was taken; the page polls and never pays
 * again automatically. `returned`: money was taken, no place was left, and all of it is refunded.
 */
export const paymentState = z.object({
  id: z.string(),
  state: z.enum(['booked', 'checking', 'declined', 'failed', 'returned']),
  /** The provider's status of the order. */
  status: z.string(),
  purchase_units: z.optional(
    z.array(
      z.object({
        payments: z.object({
          captures: z.array(captureOnWire),
          authorizations: z.array(captureOnWire),
        }),
      }),
    ),
  ),
  payment_source: z.optional(
    z.object({
      card: z.optional(
        z.object({
          name: z.optional(z.string()),
          type: z.optional(z.string()),
          brand: z.optional(z.string()),
          last_digits: z.optional(z.string()),
          expiry: z.optional(z.string()),
          bin_details: z.optional(z.object({ issuing_bank: z.optional(z.string()) })),
        }),
      ),
    }),
  ),
  details: z.optional(z.array(paymentDetail)),
  debug_id: z.optional(z.string()),
  /** The booked appointment, with the state 'booked'. */
  appointment_id: z.optional(z.uuid()),
  /** The card entry starts again: nothing was charged and the place is kept. */
  is_recoverable: z.boolean(),
  /** The end of the hold, while there is one that ends. */
  hold_expires_at: z.optional(instant),
})
export type PaymentState = z.output<typeof paymentState>

/** POST /payments/orders/{orderID}/capture: 202 with the state 'checking' while the result is not known. A repeated call returns the same. */
export const captureOrder = defineEndpoint({
  name: 'captureOrder',
  method: 'POST',
  path: '/payments/orders/:order_id/capture',
  summary:
    'Takes the money of an approved order and books its place; repeated, it answers the same.',
  access: 'patient',
  unfinishedStatus: 202,
  input: z.strictObject({ order_id: orderId }),
  output: paymentState,
  reasons: {
    ...UNPAYABLE_PLACE,
    ...NO_ORDER,
    ...pick(
      PAYMENT_REFUSALS,
      'already-paid',
      'hold-over',
      'nothing-to-pay',
      'price-changed',
      'payment-in-progress',
      'order-mismatch',
    ),
  },
})

/** GET /payments/orders/{orderID} (ours): polled after 'checking'; asks the provider, and never takes money. */
export const getOrder = defineEndpoint({
  name: 'getOrder',
  method: 'GET',
  path: '/payments/orders/:order_id',
  summary:
    'The state of an own payment. Settles a capture that the provider reports meanwhile; never takes money.',
  access: 'patient',
  unfinishedStatus: 202,
  input: z.strictObject({ order_id: orderId }),
  output: paymentState,
  reasons: NO_ORDER,
})

const nullishText = (most: number) => z.nullish(safeLine(most))

/**
 * POST /payments/transactions: the specification's record (PAY-05), kept only where the server has none of the order yet. It never
 * changes a payment.
 */
export const recordTransaction = defineEndpoint({
  name: 'recordTransaction',
  method: 'POST',
  path: '/payments/transactions',
  summary: 'Notes the record of an own payment; what the server noted itself stays.',
  access: 'patient',
  input: z.strictObject({
    data: z.strictObject({
      payer_name: nullishText(300),
      amount: z.nullish(z.union([z.number(), safeLine(20)])),
      payment_reference: orderId,
      status: safeLine(100),
      payment_method: nullishText(40),
      card_brand: nullishText(40),
      card_last_digits: z.nullish(z.string().check(z.regex(/^\d{2,4}$/))),
      card_expiry: z.nullish(z.string().check(z.regex(/^\d{4}-\d{2}$/))),
      issuing_bank: nullishText(200),
      avs_code: nullishText(4),
      cvv_code: nullishText(4),
      profile_id: z.nullish(wholeId),
    }),
  }),
  output: z.object({ status: z.literal('success') }),
  reasons: NO_ORDER,
})
