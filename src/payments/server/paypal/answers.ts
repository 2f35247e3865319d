import * as z from 'zod/mini'
import { parsePounds } from '#core/rules/money.ts'
import { CAPTURE_STATUSES } from '#payments/rules/payment.ts'
import {
  type Capture,
  ORDER_STATUSES,
  type Order,
  PROVIDER_ID,
  PROVIDER_REFUND_STATUSES,
  type ProviderEntry,
  type ProviderRefund,
} from '#payments/server/paypal/gateway.ts'
import { cleanText } from '#payments/server/paypal/text.ts'

const MOST_CHARACTERS = 300
/** Every free text of the provider. */
const text = z.pipe(
  z.string(),
  z.transform((value) => cleanText(value, MOST_CHARACTERS)),
)

const pence = z.pipe(z.pipe(z.string(), z.transform(parsePounds)), z.number())
export const money = z.object({ currency_code: text, value: pence })

/** RFC 3339, also with an offset without a colon, as the reports have it. */
const instant = z.pipe(
  z.string().check(z.refine((text) => !Number.isNaN(dateOf(text).getTime()))),
  z.transform((text) => dateOf(text)),
)
const dateOf = (text: string) => new Date(text.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))

/** The provider sends null or omits the field. */
const maybe = z.nullish(text)
const word = (value: string | null | undefined) => value ?? undefined

const captureSchema = z.object({
  id: text,
  status: z.enum(CAPTURE_STATUSES),
  status_details: z.nullish(z.object({ reason: maybe })),
  amount: money,
  create_time: instant,
  processor_response: z.nullish(
    z.object({ avs_code: maybe, cvv_code: maybe, response_code: maybe }),
  ),
})

function captureOf(capture: z.output<typeof captureSchema>): Capture {
  const { processor_response: processor } = capture
  return {
    id: capture.id,
    status: capture.status,
    amountPence: capture.amount.value,
    currency: capture.amount.currency_code,
    at: capture.create_time,
    avsCode: word(processor?.avs_code),
    cvvCode: word(processor?.cvv_code),
    responseCode: word(processor?.response_code),
    reason: word(capture.status_details?.reason),
  }
}

const cardSchema = z.object({
  name: maybe,
  type: maybe,
  brand: maybe,
  last_digits: maybe,
  expiry: maybe,
  bin_details: z.nullish(z.object({ issuing_bank: maybe })),
  authentication_result: z.nullish(
    z.object({
      liability_shift: maybe,
      three_d_secure: z.nullish(
        z.object({ authentication_status: maybe, enrollment_status: maybe }),
      ),
    }),
  ),
})

function cardOf(card: z.output<typeof cardSchema>): Pick<Order, 'card' | 'authentication'> {
  const { authentication_result: result } = card
  return {
    card: {
      name: word(card.name),
      type: word(card.type),
      brand: word(card.brand),
      lastDigits: word(card.last_digits),
      expiry: word(card.expiry),
      issuingBank: word(card.bin_details?.issuing_bank),
    },
    ...(result && {
      authentication: {
        liabilityShift: word(result.liability_shift),
        status: word(result.three_d_secure?.authentication_status),
        enrolled: word(result.three_d_secure?.enrollment_status),
      },
    }),
  }
}

/** The id in a link to a capture, such as `…/v2/payments/captures/2GG279541U471931P/refund`. */
export const captureIdIn = (href: string): string | undefined =>
  /\/captures\/([A-Z0-9]{1,36})(?:\/|$)/.exec(href)?.[1]

export const refundSchema = z.pipe(
  z.object({
    id: text,
    status: z.enum(PROVIDER_REFUND_STATUSES),
    amount: money,
    custom_id: maybe,
    create_time: z.nullish(instant),
    links: z.nullish(z.array(z.object({ href: text }))),
  }),
  z.transform(
    ({ id, status, amount, ...refund }): ProviderRefund => ({
      id,
      status,
      amountPence: amount.value,
      customId: word(refund.custom_id),
      captureId: refund.links
        ?.map(({ href }) => captureIdIn(href))
        .find((one) => one !== undefined),
      at: refund.create_time ?? undefined,
    }),
  ),
)

const unitSchema = z.object({
  amount: money,
  custom_id: maybe,
  payments: z.nullish(
    z.object({
      captures: z.nullish(z.array(captureSchema)),
      refunds: z.nullish(z.array(refundSchema)),
    }),
  ),
})

/** An order as the provider represents it. Ours have one purchase unit. */
export const orderSchema = z.pipe(
  z.object({
    id: z.string().check(z.regex(PROVIDER_ID)),
    status: z.enum(ORDER_STATUSES),
    purchase_units: z.tuple([unitSchema]),
    payment_source: z.nullish(
      z.object({ card: z.nullish(cardSchema), paypal: z.nullish(z.object({})) }),
    ),
  }),
  z.transform((order): Order => {
    const [unit] = order.purchase_units
    const { card, paypal } = order.payment_source ?? {}
    return {
      id: order.id,
      status: order.status,
      amountPence: unit.amount.value,
      currency: unit.amount.currency_code,
      customId: word(unit.custom_id),
      ...(card && cardOf(card)),
      payPalPayer: Boolean(paypal),
      captures: (unit.payments?.captures ?? []).map(captureOf),
      refunds: unit.payments?.refunds ?? [],
    }
  }),
)

const entrySchema = z.object({
  transaction_info: z.object({
    transaction_id: text,
    transaction_event_code: text,
    transaction_status: maybe,
    transaction_initiation_date: instant,
    transaction_amount: money,
    paypal_reference_id: maybe,
    paypal_reference_id_type: maybe,
    custom_field: maybe,
  }),
})

const KINDS: Readonly<Record<string, ProviderEntry['kind']>> = {
  T1107: 'refund',
  T1106: 'reversal',
  T1201: 'reversal',
}
/** How payments through our interface are booked. The account may receive others, such as donations. */
const CHECKOUTS = new Set(['T0005', 'T0006'])

/** T00xx are payments: ours carry the payment's id. T11xx and T12xx are refunds, reversals, holds; the rest is fees, transfers and the like. */
function kindOf(code: string, customId: string | undefined): ProviderEntry['kind'] | undefined {
  if (code.startsWith('T00')) {
    const isOurs = CHECKOUTS.has(code) || z.uuid().safeParse(customId).success
    return isOurs ? 'capture' : undefined
  }
  return KINDS[code] ?? (/^T1[12]/.test(code) ? 'other' : undefined)
}

function entryOf({ transaction_info: info }: z.output<typeof entrySchema>): ProviderEntry[] {
  const code = info.transaction_event_code
  const kind = kindOf(code, word(info.custom_field))
  if (kind === undefined) return []
  const reference = word(info.paypal_reference_id)
  return [
    {
      kind,
      code,
      id: info.transaction_id,
      ...(info.paypal_reference_id_type === 'ODR' && { orderId: reference }),
      ...(info.paypal_reference_id_type === 'TXN' && { captureId: reference }),
      customId: word(info.custom_field),
      amountPence: Math.abs(info.transaction_amount.value),
      status: info.transaction_status ?? '',
      at: info.transaction_initiation_date,
    },
  ]
}

/** One page of the provider's list. */
export const entriesSchema = z.pipe(
  z.object({ transaction_details: z.array(entrySchema), total_pages: z.number() }),
  z.transform(({ transaction_details: details, total_pages: pages }) => ({
    entries: details.flatMap(entryOf),
    pages,
  })),
)
