import { CURRENCY, decimalPounds } from '#core/rules/money.ts'
import { addDays, type IsoDate, londonInstant } from '#core/rules/time.ts'
import { entriesSchema, orderSchema, refundSchema } from '#payments/server/paypal/answers.ts'
import { type Client, type ClientEnv, paypalClient } from '#payments/server/paypal/client.ts'
import { disputesOf } from '#payments/server/paypal/disputes.ts'
import {
  type NewOrder,
  type PaymentGateway,
  PaymentProviderError,
  type ProviderEntry,
} from '#payments/server/paypal/gateway.ts'
import { type WebhookEnv, webhookVerifier } from '#payments/server/paypal/webhook.ts'

export type PaypalEnv = ClientEnv &
  WebhookEnv & {
    readonly environment: PaymentGateway['browser']['environment']
    readonly sdkBase: string
  }

/** The provider's limit for a description. */
const MOST_DESCRIPTION = 127
const PAGE_SIZE = 500

const poundsOf = (pence: number) => ({
  currency_code: CURRENCY,
  value: decimalPounds(pence),
})

/** The order says what it is paid with: one for a card is not approved with an account, and the reverse. */
function sourceOf({ funding, siteUrl }: NewOrder) {
  const context = {
    shipping_preference: 'NO_SHIPPING',
    return_url: `${siteUrl}/checkout`,
    cancel_url: `${siteUrl}/checkout`,
  }
  return funding === 'paypal'
    ? { paypal: { experience_context: { ...context, user_action: 'PAY_NOW' } } }
    : {
        card: {
          attributes: { verification: { method: 'SCA_WHEN_REQUIRED' } },
          experience_context: context,
        },
      }
}

const orderBody = (order: NewOrder) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      amount: poundsOf(order.amountPence),
      description: order.description.slice(0, MOST_DESCRIPTION),
      custom_id: order.paymentId,
      // The provider takes money for an invoice once: two orders of one hold cannot both be captured.
      invoice_id: order.holdId,
    },
  ],
  payment_source: sourceOf(order),
})

const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`

/** Turns the provider's 404 into undefined; an unclear one may come from something else. */
function orUndefined(error: unknown): undefined {
  if (error instanceof PaymentProviderError && error.status === 404 && !error.isUnclear) {
    return undefined
  }
  throw error
}

const instantText = (at: Date) => at.toISOString().replace('.000Z', 'Z')

/** Every page of the list of one London day. */
async function entriesOf(client: Client, day: IsoDate): Promise<ProviderEntry[]> {
  const start = londonInstant(day, '00:00')
  const end = new Date(londonInstant(addDays(day, 1), '00:00').getTime() - 1_000)
  const entries: ProviderEntry[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const query = new URLSearchParams({
      start_date: instantText(start),
      end_date: instantText(end),
      fields: 'transaction_info',
      page_size: String(PAGE_SIZE),
      page: String(page),
    })
    const path = `/v1/reporting/transactions?${query}`
    const answer = await client.call({ method: 'GET', path, answer: entriesSchema })
    entries.push(...answer.entries)
    pages = answer.pages
  }
  return entries
}

/** PayPal spreads the script, its fraud check and its images over many hosts, which it does not list completely. */
const PROVIDER_ORIGINS = ['https://*.paypal.com', 'https://*.paypalobjects.com']

/** Sources for a content security policy: where the card form's scripts, frames, images and connections go. */
export const scriptOriginsOf = ({ environment, sdkBase }: PaypalEnv) =>
  environment === 'stand-in' ? [new URL(sdkBase).origin] : PROVIDER_ORIGINS

/** PayPal's REST interface version 2, over plain `fetch`. Called by the server only. */
export function paypalGateway(env: PaypalEnv): PaymentGateway {
  const client = paypalClient(env)
  return {
    browser: {
      clientId: env.clientId,
      sdkUrl: env.sdkBase,
      scriptOrigins: scriptOriginsOf(env),
      environment: env.environment,
    },
    createOrder: (order) =>
      client.call({
        method: 'POST',
        path: '/v2/checkout/orders',
        body: orderBody(order),
        key: `${order.paymentId}:create`,
        answer: orderSchema,
      }),
    getOrder: (id) =>
      client.call({ method: 'GET', path: orderPath(id), answer: orderSchema }).catch(orUndefined),
    captureOrder: (id, paymentId) =>
      client.call({
        method: 'POST',
        path: `${orderPath(id)}/capture`,
        body: {},
        key: `${paymentId}:capture`,
        answer: orderSchema,
      }),
    refund: ({ refundId, captureId, amountPence, note }) =>
      client.call({
        method: 'POST',
        path: `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`,
        body: { amount: poundsOf(amountPence), custom_id: refundId, note_to_payer: note },
        key: `${refundId}:refund`,
        answer: refundSchema,
      }),
    getRefund: (id) =>
      client
        .call({
          method: 'GET',
          path: `/v2/payments/refunds/${encodeURIComponent(id)}`,
          answer: refundSchema,
        })
        .catch(orUndefined),
    listEntries: (day) => entriesOf(client, day),
    listDisputes: (captureId) => disputesOf(client, captureId),
    verifyWebhook: webhookVerifier(env, client),
    isReachable: client.isReachable,
  }
}
