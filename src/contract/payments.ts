import * as z from 'zod/mini'
import { defineEndpoint, type Refusal } from '#contract/endpoint.ts'
import { clockTime, instant, isoDate, line, wholeId } from '#contract/fields.ts'
import { PLACE_REFUSALS } from '#contract/holds.ts'
import { refundOnWire } from '#contract/payment-on-wire.ts'
import { hasCardNumber } from '#domain/card-number.ts'
import { FUNDINGS } from '#domain/payment.ts'
import { CONSENT_REQUIRED } from '#domain/texts/booking.ts'
import {
  NO_CARD_NUMBER,
  PAYMENT_REFUSAL_TEXTS,
  type PaymentRefusal,
} from '#domain/texts/payment-refusals.ts'

/** Pounds with two decimals and a point, as the provider writes amounts. Example: '25.00'. */
const pounds = z.string().check(z.regex(/^\d{1,7}\.\d\d$/))

/** Text without a card number: our server never takes one, and names none in its refusal (PAY-06). */
const safeLine = (most: number) =>
  line(most).check(z.refine((text) => !hasCardNumber(text), { error: NO_CARD_NUMBER }))

/** The id of the provider's order: never digits alone, as a card's number is. */
const orderId = z
  .string()
  .check(z.regex(/^(?=.*[A-Za-z])[A-Za-z0-9-]{6,64}$/, { error: 'This is not an order.' }))

const refusalOf = (reason: PaymentRefusal, status: number): Refusal => ({
  status,
  text: PAYMENT_REFUSAL_TEXTS[reason],
})

const PLACE_NEEDED = {
  'event-not-found': PLACE_REFUSALS['event-not-found'],
  'event-cancelled': PLACE_REFUSALS['event-cancelled'],
  'event-passed': PLACE_REFUSALS['event-passed'],
  'not-open-paid': PLACE_REFUSALS['not-open-paid'],
  'existing-booking': PLACE_REFUSALS['existing-booking'],
  'age-restricted': PLACE_REFUSALS['age-restricted'],
  'birth-date-missing': PLACE_REFUSALS['birth-date-missing'],
  'access-code-required': PLACE_REFUSALS['access-code-required'],
  'access-code-used-up': PLACE_REFUSALS['access-code-used-up'],
  'nhs-number-required': PLACE_REFUSALS['nhs-number-required'],
  'nhs-number-check': PLACE_REFUSALS['nhs-number-check'],
} as const

const NO_ORDER = { 'order-not-found': refusalOf('order-not-found', 404) } as const

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
        currency: z.literal('GBP'),
        /** Null while a payment is under way: the place is kept until its result is known. */
        hold_expires_at: z.nullable(instant),
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
  reasons: { 'consent-required': { status: 409, text: CONSENT_REQUIRED } },
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
    ...PLACE_NEEDED,
    'consent-required': { status: 409, text: CONSENT_REQUIRED },
    'hold-over': refusalOf('hold-over', 409),
    'nothing-to-pay': refusalOf('nothing-to-pay', 409),
    'payment-in-progress': refusalOf('payment-in-progress', 409),
    'already-paid': refusalOf('already-paid', 409),
    'payment-not-started': refusalOf('payment-not-started', 409),
  },
})

/** A fault as the provider names it. */
export const paymentDetail = z.object({ issue: z.string(), description: z.string() })

/** One capture with the specification's names (API-05). */
const captureOnWire = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.object({ currency_code: z.literal('GBP'), value: pounds }),
  processor_response: z.object({
    avs_code: z.optional(z.string()),
    cvv_code: z.optional(z.string()),
  }),
})

/**
 * A payment as its page needs it (API-05). `checking`: it is not known yet whether money was taken; the page polls and never pays
 * again by itself. `returned`: it was taken, no place was left, and all of it goes back.
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

/** POST /payments/orders/{orderID}/capture: 202 with the state 'checking' while the result is not known. Repeated, it answers the same. */
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
    ...PLACE_NEEDED,
    ...NO_ORDER,
    'already-paid': refusalOf('already-paid', 409),
    'hold-over': refusalOf('hold-over', 409),
    'nothing-to-pay': refusalOf('nothing-to-pay', 409),
    'price-changed': refusalOf('price-changed', 409),
    'payment-in-progress': refusalOf('payment-in-progress', 409),
    'order-mismatch': refusalOf('order-mismatch', 409),
  },
})

/** GET /payments/orders/{orderID} (ours): polled after 'checking'; asks the provider, and never takes money. */
export const getOrder = defineEndpoint({
  name: 'getOrder',
  method: 'GET',
  path: '/payments/orders/:order_id',
  summary: 'The state of an own payment; never takes money.',
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
        /** The appointment that it booked, which has a receipt; null when there was no place. */
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
    currency: z.literal('GBP'),
    paid_at: instant,
    card_brand: z.nullable(z.string()),
    card_last_digits: z.nullable(z.string()),
    refunds: z.array(refundOnWire),
  }),
  reasons: { 'receipt-not-found': refusalOf('receipt-not-found', 404) },
})
