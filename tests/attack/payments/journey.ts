import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { cancelAppointment } from '#booking/contract/appointments.ts'
import { createHold, releaseHold } from '#booking/contract/holds.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { SIGNED_IN_COOKIE } from '#core/rules/cookie-names.ts'
import { londonDate, londonTime } from '#core/rules/time.ts'
import { openSession } from '#core/server/database/sessions.ts'
import { sessionCookieName } from '#core/server/http/cookies.ts'
import { captureOrder, createOrder, getOrder } from '#payments/contract/payments.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { buildConsent, buildProfile } from '#tests/fixtures/builders.ts'
import type { TestPaypal } from '#tests/fixtures/paypal.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import type { Answer, Visitor } from '#tests/fixtures/visitor.ts'
import { readProvider } from './provider-money.ts'

const MOST_ASKED = 100
export const GOOD_CARD = '4012888888881881'
const CART = [
  { description: 'Screening', amount: '25.00', shippingPreference: 'NO_SHIPPING' },
] as const

/** A site that takes payments, in this process or in another one. */
export type JourneySite = {
  readonly paypal: Pick<TestPaypal, 'control' | 'enterCard'>
  /** With the clock of the site. */
  database(): SqlDatabase
  /** A browser at the process that lives now. */
  visitor(network: string): Visitor
}

export type Payer = {
  readonly profileId: number
  readonly email: string
  readonly eventId: number
  readonly slot: Date
  readonly cookies: ReadonlyMap<string, string>
  readonly network: string
}

let count = 0

/** A patient with a session and a consent, who wants this slot. */
export async function newPayer(site: JourneySite, eventId: number, slot: Date): Promise<Payer> {
  const database = site.database()
  const account = { userId: randomUUID(), email: `${randomUUID()}@example.org` }
  const profileId = await buildProfile(database, { user_id: account.userId, email: account.email })
  await buildConsent(database, profileId, londonDate(slot))
  const secret = await openSession(database, { ...account, device: 'Test browser' })
  const cookies = new Map([
    [sessionCookieName(SITE_URL), secret],
    [SIGNED_IN_COOKIE, '1'],
  ])
  count += 1
  const { email } = account
  return {
    profileId,
    email,
    eventId,
    slot,
    cookies,
    network: `198.51.${count >> 8}.${count & 255}`,
  }
}

/** One request of the patient to the process that lives now. */
export function ask(
  site: JourneySite,
  { cookies, network }: Payer,
  endpoint: Endpoint,
  input: Record<string, unknown>,
): Promise<Answer> {
  const visitor = site.visitor(network)
  for (const [name, value] of cookies) visitor.cookies.set(name, value)
  return visitor.call(endpoint, input)
}

/** What the patient has, as their pages would show it. */
type BookingState = {
  status: string
  appointment_id: string
  order_id: string | null
  paying: boolean
}

export async function readBookingState(site: JourneySite, { profileId }: Payer) {
  const { rows } = await site.database().query<BookingState>(
    `select a.status, a.appointment_id, y.order_id, coalesce(y.state in ('capturing', 'pending'), false) as paying
       from app.appointments a left join lateral (
         select * from app.payments p where p.appointment_id = a.appointment_id order by p.created_at desc limit 1) y on true
      where a.profile_id = $1 and (a.status = 'booked' or (a.status = 'held' and a.hold_expires_at > app.clock_now()))`,
    [profileId],
  )
  return rows[0]
}

export const hold = (site: JourneySite, payer: Payer) =>
  ask(site, payer, createHold, {
    event_id: payer.eventId,
    appt_date: londonDate(payer.slot),
    appt_time: londonTime(payer.slot),
    idempotency_key: randomUUID(),
  })

export const order = (site: JourneySite, payer: Payer) =>
  ask(site, payer, createOrder, { cart: CART })

/** Orders, again while the server is busy, and enters a card; undefined when the order was refused. */
export async function approved(
  site: JourneySite,
  payer: Payer,
  number = GOOD_CARD,
): Promise<string | undefined> {
  let answer = await order(site, payer)
  for (let asked = 1; answer.body['reason'] === 'busy' && asked < MOST_ASKED; asked += 1) {
    await pause(50)
    answer = await order(site, payer)
  }
  const { status, body } = answer
  if (status !== 201) return undefined
  const orderId = String(body['id'])
  await site.paypal.enterCard(orderId, { number })
  return orderId
}

export const capture = (site: JourneySite, payer: Payer, orderId: string) =>
  ask(site, payer, captureOrder, { order_id: orderId })

/** Pays as the page does: asks again while the server is busy, and for the result until it is known. */
export async function pay(site: JourneySite, payer: Payer, orderId: string): Promise<Answer> {
  let answer = await capture(site, payer, orderId)
  for (let asked = 1; asked < MOST_ASKED; asked += 1) {
    if (answer.status === 503) answer = await capture(site, payer, orderId)
    else if (answer.body['state'] === 'checking') {
      answer = await ask(site, payer, getOrder, { order_id: orderId })
    } else return answer
    await pause(50)
  }
  return answer
}

const cancel = (site: JourneySite, payer: Payer, appointmentId: string) =>
  ask(site, payer, cancelAppointment, { appointment_id: appointmentId })

/** Sends the provider's events of these types that were not taken yet. */
export async function deliverEvents(site: JourneySite, types = /./): Promise<void> {
  const { events } = await readProvider(site.paypal)
  for (const { id, type, isDelivered } of events.toReversed()) {
    if (!isDelivered && types.test(type))
      await site.paypal.control(`/control/events/${id}/send`, {})
  }
}

/** Goes on from what the patient has until they have paid, as far as it works. Answers whether the payment was taken up. */
export async function book(site: JourneySite, payer: Payer): Promise<boolean> {
  const before = await readBookingState(site, payer)
  if (before?.status === 'booked') return true
  if (before === undefined && (await hold(site, payer)).status !== 201) return false
  const orderId = await approved(site, payer)
  return orderId !== undefined && (await capture(site, payer, orderId)).status < 300
}

/** Answers whether the booked appointment was cancelled. */
export async function cancelBooked(site: JourneySite, payer: Payer): Promise<boolean> {
  const booked = await readBookingState(site, payer)
  if (booked?.status !== 'booked') return false
  return (await cancel(site, payer, booked.appointment_id)).status === 200
}

/** One visit of the patient: books, and cancels after the provider's events have come. Answers whether they are through. */
export async function bookAndCancel(site: JourneySite, payer: Payer): Promise<boolean> {
  if (!(await book(site, payer))) return false
  await deliverEvents(site)
  return cancelBooked(site, payer)
}

/** The patient orders and leaves. */
export async function orderAndLeave(site: JourneySite, payer: Payer): Promise<boolean> {
  const { body } = await hold(site, payer)
  await approved(site, payer)
  const { status } = await ask(site, payer, releaseHold, { hold_id: String(body['hold_id']) })
  return status === 200
}
