import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { CAPTURE_LEASE_SECONDS, MOST_PAYMENT_CALL_MS, SWEEP } from '#core/server/config/limits.ts'
import { entriesSchema } from '#payments/server/paypal/answers.ts'
import { PaymentProviderError } from '#payments/server/paypal/gateway.ts'
import { paypalGateway } from '#payments/server/paypal/paypal.ts'

const HOST = 'api.paypal.example'

const gatewayWith = (timeoutMs = 1_000) =>
  paypalGateway({
    base: `https://${HOST}`,
    sdkBase: 'https://sdk.example',
    clientId: 'id',
    clientSecret: 'secret',
    environment: 'sandbox',
    webhookId: 'WH',
    timeoutMs,
  })

type Answer = () => Response

/** Answers every request but that of the token by `answer`. */
function answering(answer: Answer) {
  const calls = vi.fn(async (input: string | URL) => {
    const url = new URL(input)
    if (url.pathname === '/v1/oauth2/token') {
      return Response.json({ access_token: 'token', expires_in: 3_600 })
    }
    return answer()
  })
  vi.stubGlobal('fetch', calls)
  return calls
}
const order = (name: string) => ({
  id: 'ORDER1',
  status: 'COMPLETED',
  purchase_units: [
    {
      amount: { currency_code: 'GBP', value: '25.00' },
      payments: {
        captures: [
          {
            id: 'CAPTURE1',
            status: 'COMPLETED',
            amount: { currency_code: 'GBP', value: '25.00' },
            create_time: '2026-11-22T12:00:00Z',
          },
        ],
      },
    },
  ],
  payment_source: { card: { name, brand: name } },
})

it.each([
  ['NUL', 'a\u0000b', 'a b'],
  ['half a surrogate pair', 'a\ud83d', 'a\ufffd'],
  ['a pair at the end of what is kept', `${'a'.repeat(299)}😀b`, `${'a'.repeat(299)}😀`],
])('PAY-07 %s in the name of a card can be stored', async (_what, name, kept) => {
  answering(() => Response.json(order(name)))
  const read = await gatewayWith().getOrder('ORDER1')
  expect(read?.card).toMatchObject({ name: kept, brand: kept })
})

it('PAY-07 what a refusal says can be stored', async () => {
  const refusal = { name: 'X', details: [{ issue: 'A\u0000\ud83d' }], debug_id: 'd\u0000' }
  answering(() => Response.json(refusal, { status: 422 }))
  await expect(gatewayWith().getOrder('ORDER1')).rejects.toMatchObject({
    issue: 'A \ufffd',
    debugId: 'd ',
    isUnclear: false,
  })
})

it.each([
  [{ name: 'RESOURCE_NOT_FOUND' }],
  [{ name: 'RESOURCE_NOT_FOUND', details: [{ issue: 'INVALID_RESOURCE_ID' }] }],
])('PAY-07 the provider has no such order: %j', async (body) => {
  answering(() => Response.json(body, { status: 404 }))
  expect(await gatewayWith().getOrder('ORDER1')).toBeUndefined()
})

it.each([
  ['a page of a proxy', '<html>Not found</html>'],
  ['no words', '{}'],
  ['other words', '{"name":"NO_ROUTE"}'],
])('PAY-07 a 404 with %s does not say that there is no order', async (_what, body) => {
  answering(() => new Response(body, { status: 404 }))
  await expect(gatewayWith().getOrder('ORDER1')).rejects.toMatchObject({ isUnclear: true })
})

it('PAY-07 a call ends after twice its time-out, with its tokens and all its attempts', async () => {
  const TIMEOUT_MS = 600
  const late = async (answer: Response, signal: AbortSignal | null | undefined) => {
    await pause(TIMEOUT_MS * 0.9, undefined, signal ? { signal } : {})
    return answer
  }
  // Each answer comes in time, and each token is refused: two tokens and two requests.
  const slow = vi.fn((input: string | URL, init?: RequestInit) =>
    String(input).endsWith('/oauth2/token')
      ? late(Response.json({ access_token: 'token', expires_in: 3_600 }), init?.signal)
      : late(new Response('{}', { status: 401 }), init?.signal),
  )
  vi.stubGlobal('fetch', slow)
  const start = performance.now()
  await expect(gatewayWith(TIMEOUT_MS).getOrder('ORDER1')).rejects.toThrow(PaymentProviderError)
  expect(performance.now() - start).toBeLessThan(3 * TIMEOUT_MS)
})

it('PAY-07 a lease is longer than the calls that are made under it', () => {
  const threeCalls = (3 * MOST_PAYMENT_CALL_MS) / 1_000
  expect(CAPTURE_LEASE_SECONDS).toBeGreaterThan(threeCalls)
  expect(SWEEP.leaseSeconds).toBeGreaterThan(threeCalls)
})

describe('what the provider’s list holds', () => {
  const UUID = '0b6f7c7e-5b0e-4f0a-9d5c-3d3f5d1f9a11'
  const kindOf = (transaction_event_code: string, custom_field?: string) =>
    entriesSchema.parse({
      total_pages: 1,
      transaction_details: [
        {
          transaction_info: {
            transaction_id: 'C1',
            transaction_event_code,
            transaction_initiation_date: '2026-12-01T12:00:00+0000',
            transaction_amount: { currency_code: 'GBP', value: '25.00' },
            custom_field,
          },
        },
      ],
    }).entries[0]?.kind

  it.each([
    ['T0006', undefined, 'capture'],
    ['T0013', undefined, undefined],
    ['T0013', UUID, 'capture'],
    ['T0000', 'a donor', undefined],
    ['T1107', undefined, 'refund'],
    ['T1106', undefined, 'reversal'],
    ['T1201', undefined, 'reversal'],
    ['T1110', undefined, 'other'],
    ['T0400', undefined, undefined],
  ])('PAY-11 %s with the custom field %s: %s', (code, custom, kind) => {
    expect(kindOf(code, custom)).toBe(kind)
  })
})
