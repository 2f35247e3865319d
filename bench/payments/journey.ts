import { randomUUID } from 'node:crypto'
import { SESSION_COOKIE } from '#core/rules/cookie-names.ts'
import { SAMPLE_ANSWERS } from '#local/samples/consent.ts'
import { networkOf, type Patient, type Place } from '../booking/prepare.ts'
import { SITE_URL } from '../booking/servers.ts'

const CART = [{ description: 'Screening', amount: '25.00', shippingPreference: 'NO_SHIPPING' }]
/** As the page: an answer 'checking' is asked for again. */
const POLL_MS = 500

type Body = Record<string, unknown>

/** How long each part of a patient's journey took, in milliseconds. */
export type Times = { readonly whole: number; readonly order: number; readonly pay: number }

/** One patient from the hold to the booked appointment; the card is entered without any thinking. */
export async function pay(
  port: number,
  { profileId, secret, number }: Patient,
  place: Place,
  enterCard: (orderId: string) => Promise<void>,
): Promise<Times> {
  async function ask(method: string, path: string, body?: object): Promise<Body> {
    const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method,
      headers: {
        origin: SITE_URL,
        cookie: `${SESSION_COOKIE}=${secret}`,
        'content-type': 'application/json',
        ...networkOf(1_000 + number),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Body
    if (!response.ok) throw new Error(`${path}: ${response.status} ${answer['reason']}`)
    return answer
  }
  const { eventId, date, time } = place
  const started = performance.now()
  const wanted = { event_id: eventId, appt_date: date, appt_time: time }
  await ask('POST', '/holds', { ...wanted, idempotency_key: randomUUID() })
  await ask('POST', '/medical/consent', { ...SAMPLE_ANSWERS, profileId, psaTestDate: date })
  await ask('GET', '/payments/checkout')
  const beforeOrder = performance.now()
  const order = await ask('POST', '/payments/orders', { cart: CART })
  const beforeCard = performance.now()
  await enterCard(String(order['id']))
  const beforePay = performance.now()
  let paid = await ask('POST', `/payments/orders/${order['id']}/capture`, {})
  while (paid['state'] === 'checking') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    paid = await ask('GET', `/payments/orders/${order['id']}`)
  }
  if (paid['state'] !== 'booked') throw new Error(`paid: ${paid['state']}`)
  const ended = performance.now()
  return { whole: ended - started, order: beforeCard - beforeOrder, pay: ended - beforePay }
}
