import * as z from 'zod/mini'
import { DECLINED_NAMES, TEST_CARDS } from './cards.ts'
import type { StoredOrder } from './documents.ts'
import { newId, penceOf } from './money.ts'
import { invalid, notFound, unprocessable } from './refusal.ts'
import type { Store } from './store.ts'

/** An unpaid order is unknown after this time. */
const ORDER_LIFE_MS = 3 * 3_600_000

const money = z.object({ currency_code: z.string(), value: z.string() })
const createBody = z.object({
  intent: z.literal('CAPTURE'),
  purchase_units: z.tuple([
    z.object({
      amount: z.object({
        ...money.shape,
        breakdown: z.optional(z.object({ item_total: z.optional(money) })),
      }),
      items: z.optional(z.array(z.object({ quantity: z.string(), unit_amount: money }))),
      description: z.optional(z.string().check(z.maxLength(127))),
      custom_id: z.optional(z.string().check(z.maxLength(127))),
      invoice_id: z.optional(z.string().check(z.maxLength(127))),
    }),
  ]),
  payment_source: z.optional(
    z.object({
      card: z.optional(
        z.object({
          attributes: z.optional(
            z.object({ verification: z.optional(z.object({ method: z.string() })) }),
          ),
        }),
      ),
      paypal: z.optional(z.object({ experience_context: z.optional(z.object({})) })),
    }),
  ),
})
type Unit = z.output<typeof createBody>['purchase_units'][0]

function checkItems({ items, amount }: Unit): void {
  if (items === undefined) return
  const total = amount.breakdown?.item_total?.value
  if (total === undefined) throw invalid('MISSING_REQUIRED_PARAMETER', 'item_total')
  const sum = items.reduce(
    (pence, item) => pence + (penceOf(item.unit_amount.value) ?? 0) * Number(item.quantity),
    0,
  )
  if (sum !== penceOf(total)) throw unprocessable('ITEM_TOTAL_MISMATCH')
  if (total !== amount.value) throw unprocessable('AMOUNT_MISMATCH')
}

export function createOrder(store: Store, body: unknown, hasKey: boolean): StoredOrder {
  const parsed = createBody.safeParse(body)
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join('/') ?? ''
    throw invalid('INVALID_PARAMETER_SYNTAX', `/${path}`)
  }
  const [unit] = parsed.data.purchase_units
  const source = parsed.data.payment_source
  if (source && !hasKey) {
    throw invalid(
      'PAYPAL_REQUEST_ID_REQUIRED',
      'A PayPal-Request-Id is required with a payment source.',
    )
  }
  const amountPence = penceOf(unit.amount.value)
  if (amountPence === undefined) throw invalid('DECIMAL_PRECISION', 'amount/value')
  if (unit.amount.currency_code !== 'GBP') throw unprocessable('CURRENCY_NOT_SUPPORTED')
  checkItems(unit)
  const order: StoredOrder = {
    id: newId(),
    // An account has to be asked first, as PayPal says of such an order.
    status: source?.paypal ? 'PAYER_ACTION_REQUIRED' : 'CREATED',
    funding: source?.paypal ? 'paypal' : source?.card ? 'card' : undefined,
    createdAt: new Date().toISOString(),
    amountPence,
    currency: unit.amount.currency_code,
    description: unit.description,
    customId: unit.custom_id,
    invoiceId: unit.invoice_id,
    verification: source?.card?.attributes?.verification?.method,
    behaviour: 'succeed',
  }
  store.put('order', order.id, order)
  return order
}

export function findOrder(store: Store, id: string): StoredOrder {
  const order = store.get('order', id)
  if (!order) throw notFound()
  const age = Date.now() - Date.parse(order.createdAt)
  if (order.status !== 'COMPLETED' && age > ORDER_LIFE_MS) throw notFound()
  return order
}

export const cardBody = z.object({
  number: z.string().check(z.regex(/^\d{12,19}$/)),
  /** `12/2030`. */
  expiry: z.string().check(z.regex(/^(0[1-9]|1[0-2])\/20\d\d$/)),
  cvv: z.string().check(z.regex(/^\d{3,4}$/)),
  name: z.optional(z.string().check(z.maxLength(300))),
})
export type CardEntry = z.output<typeof cardBody>

const isCreated = ({ status }: StoredOrder) => status !== 'COMPLETED' && status !== 'VOIDED'

function refuseOtherFunding({ funding }: StoredOrder, used: StoredOrder['funding']): void {
  if (funding !== undefined && funding !== used) {
    throw unprocessable('PAYMENT_SOURCE_MISMATCH', 'The order was made for another way to pay.')
  }
}

/** The payer enters a card. Answers whether 3-D Secure is needed. */
export function enterCard(store: Store, order: StoredOrder, entry: CardEntry): StoredOrder {
  if (!isCreated(order)) throw unprocessable('ORDER_ALREADY_CAPTURED', 'Order already captured.')
  refuseOtherFunding(order, 'card')
  const card = TEST_CARDS[entry.number]
  if (!card) throw unprocessable('CARD_TYPE_NOT_SUPPORTED', 'Only the listed test cards are taken.')
  const [month, year] = entry.expiry.split('/')
  const declineCode = DECLINED_NAMES[entry.name?.trim().toUpperCase() ?? '']
  const mustCheck = order.verification === 'SCA_ALWAYS' || card.challenge !== undefined
  const changed: StoredOrder = {
    ...order,
    status: mustCheck ? 'PAYER_ACTION_REQUIRED' : 'APPROVED',
    behaviour: declineCode === undefined ? card.behaviour : 'decline-inside',
    declineCode,
    challenge: card.challenge ?? (mustCheck ? 'passes' : undefined),
    source: {
      card: {
        name: entry.name || undefined,
        last_digits: entry.number.slice(-4),
        expiry: `${year}-${month}`,
        brand: card.brand,
        type: card.type,
        bin_details: { issuing_bank: card.bank },
      },
    },
  }
  store.put('order', order.id, changed)
  return changed
}

/** The payer ends the bank's check. A card whose check always fails cannot pass it. */
export function endChallenge(store: Store, order: StoredOrder, wantsToPass: boolean): StoredOrder {
  if (order.status !== 'PAYER_ACTION_REQUIRED' || !(order.source && 'card' in order.source)) {
    throw unprocessable('ORDER_NOT_APPROVED', 'No check is open.')
  }
  const passes = wantsToPass && order.challenge !== 'fails'
  const changed: StoredOrder = {
    ...order,
    status: 'APPROVED',
    source: {
      card: {
        ...order.source.card,
        authentication_result: {
          liability_shift: passes ? 'POSSIBLE' : 'NO',
          three_d_secure: {
            enrollment_status: 'Y',
            authentication_status: passes ? 'Y' : 'N',
          },
        },
      },
    },
  }
  store.put('order', order.id, changed)
  return changed
}

/** The payer agrees with a PayPal account. */
export function agreeByAccount(store: Store, order: StoredOrder): StoredOrder {
  if (!isCreated(order)) throw unprocessable('ORDER_ALREADY_CAPTURED', 'Order already captured.')
  refuseOtherFunding(order, 'paypal')
  const changed: StoredOrder = {
    ...order,
    status: 'APPROVED',
    behaviour: 'succeed',
    source: { paypal: { email_address: 'payer@paypal.example', account_id: 'STANDINPAYER1' } },
  }
  store.put('order', order.id, changed)
  return changed
}
