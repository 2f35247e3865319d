import { randomUUID } from 'node:crypto'
import { MOST_PROVIDER_MS } from '#core/server/config/limits.ts'
import { type PaymentsEnv, paymentsEnv } from '#core/server/config/payments-env.ts'
import { readPayments, testPaypal } from '#tests/fixtures/paypal.ts'
import { SANDBOX_CREDENTIALS } from '#tests/fixtures/paypal-sandbox.ts'

/** A service that the same assertions run against. */
export type Target = {
  readonly name: string
  open(): Promise<{
    readonly env: PaymentsEnv
    /** The payer enters a card that needs no check. */
    approve(orderId: string, number: string, name?: string): Promise<void>
    close(): Promise<void>
  }>
}

function complete(values: PaymentsEnv | undefined): PaymentsEnv {
  if (values === undefined)
    throw new Error('The variables of the payment provider are not complete')
  return values
}

const standIn: Target = {
  name: 'the stand-in',
  async open() {
    const paypal = await testPaypal()
    return {
      env: readPayments(paypal),
      approve: async (orderId, number, name = 'Test Payer') =>
        void (await paypal.enterCard(orderId, { number, name })),
      close: paypal.stop,
    }
  },
}

const SANDBOX = 'https://api-m.sandbox.paypal.com'

/** Approves as PayPal's card fields do, which needs the sandbox account's right to advanced card payments. */
async function approveInSandbox(
  { clientId, clientSecret }: PaymentsEnv,
  orderId: string,
  card: { number: string; name: string },
): Promise<void> {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const token = await fetch(`${SANDBOX}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const answer = await fetch(`${SANDBOX}/v2/checkout/orders/${orderId}/confirm-payment-source`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access_token}`,
      'content-type': 'application/json',
      'paypal-request-id': randomUUID(),
    },
    body: JSON.stringify({
      payment_source: { card: { ...card, expiry: '2030-12', security_code: '123' } },
    }),
  })
  if (!answer.ok) throw new Error(`The sandbox did not take the card: ${await answer.text()}`)
}

function sandboxTarget(): Target | undefined {
  if (!SANDBOX_CREDENTIALS) return undefined
  const { clientId, clientSecret } = SANDBOX_CREDENTIALS
  return {
    name: "PayPal's sandbox",
    open: () => {
      const values = complete(
        paymentsEnv({
          PAYPAL_API_BASE: SANDBOX,
          PAYPAL_CLIENT_ID: clientId,
          PAYPAL_CLIENT_SECRET: clientSecret,
          PAYPAL_WEBHOOK_ID: 'none',
          PAYPAL_TIMEOUT_MS: MOST_PROVIDER_MS,
        }),
      )
      return Promise.resolve({
        env: values,
        approve: (orderId, number, name = 'Test Payer') =>
          approveInSandbox(values, orderId, { number, name }),
        close: () => Promise.resolve(),
      })
    },
  }
}

const sandbox = sandboxTarget()

/** The stand-in, and PayPal's sandbox when its credentials are in the environment. */
export const TARGETS: readonly Target[] = sandbox ? [standIn, sandbox] : [standIn]

if (!sandbox) {
  process.stdout.write(
    "PAYPAL_SANDBOX_CLIENT_ID and PAYPAL_SANDBOX_CLIENT_SECRET are not set: the contract is tested against the stand-in only, not against PayPal's sandbox.\n",
  )
}
