import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { apiListener } from '#app/http/site.ts'
import { createHold } from '#booking/contract/holds.ts'
import { SIGNED_IN_COOKIE } from '#core/rules/cookie-names.ts'
import { londonParts } from '#core/rules/time.ts'
import { openSession } from '#core/server/database/sessions.ts'
import { sessionCookieName } from '#core/server/http/cookies.ts'
import type { Logger } from '#core/server/logger.ts'
import { captureOrder, createOrder } from '#payments/contract/payments.ts'
import { SITE_URL } from '#tests/fixtures/api-site.ts'
import { buildConsent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { type TestPaypal, testPaypal } from '#tests/fixtures/paypal.ts'
import { type TestService, testService } from '#tests/fixtures/service.ts'
import type { Visitor } from '#tests/fixtures/visitor.ts'
import { paidEvent } from './payment-scenario.ts'

/** A card of the provider's own sandbox data that succeeds. */
export const GOOD_CARD = '4012888888881881'
/** Its capture stays PENDING. */
export const PENDING_CARD = '4000000000000259'

export type PayingSite = {
  readonly service: TestService
  readonly paypal: TestPaypal
  readonly webhookUrl: string
}

/** The whole API with the stand-in for PayPal, which sends its events to it. */
export async function payingSite(
  options: { logger?: Logger; contentUrl?: () => string } = {},
): Promise<PayingSite & { close(): Promise<void> }> {
  const paypal = await testPaypal()
  const content = options.contentUrl && { SANITY_API_HOST: options.contentUrl() }
  const source = { ...paypal.env, ...content, PAYPAL_TIMEOUT_MS: '1000' }
  const logger = options.logger && { logger: options.logger }
  const service = await testService({ ...logger, source })
  const listener = apiListener(service.wiring, 0)
  const server: Server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const webhookUrl = `http://127.0.0.1:${port}/api/payments/webhook`
  await paypal.set({ webhooks: 'off' })
  await paypal.control('/control/webhook-url', { webhookUrl })
  return {
    service,
    paypal,
    webhookUrl,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await service.close()
      await paypal.stop()
    },
  }
}

export type PayingPatient = {
  readonly visitor: Visitor
  readonly profileId: number
  readonly email: string
  readonly eventId: number
  readonly holdId: string
}

/** A signed-in patient with a consent and a hold of slot `n` of an event that costs £25. */
export async function payingPatient(
  { service }: Pick<PayingSite, 'service'>,
  place: { eventId?: number; n?: number } = {},
): Promise<PayingPatient> {
  const { database } = service.db
  const eventId = place.eventId ?? (await paidEvent(database))
  const userId = randomUUID()
  const email = `${userId}@example.test`
  const profileId = await buildProfile(database, { user_id: userId, email })
  const visitor = service.visitor()
  const secret = await openSession(database, { userId, email, device: 'Test browser' })
  visitor.cookies.set(sessionCookieName(SITE_URL), secret)
  visitor.cookies.set(SIGNED_IN_COOKIE, '1')
  const slot = (await slotsOf(database, eventId))[place.n ?? 0]
  if (slot === undefined) throw new Error('no slot')
  const { date, time } = londonParts(slot)
  await buildConsent(database, profileId, date)
  const held = await visitor.call(createHold, {
    event_id: eventId,
    appt_date: date,
    appt_time: time,
    idempotency_key: randomUUID(),
  })
  if (held.status !== 201) throw new Error(`no hold: ${held.text}`)
  return { visitor, profileId, email, eventId, holdId: String(held.body['hold_id']) }
}

export const CART = [
  { description: 'Appointment', amount: '25.00', shippingPreference: 'NO_SHIPPING' },
]

/** Begins a payment and has the payer enter a card; answers the order's id. */
export async function approvedOrder(
  { paypal }: Pick<PayingSite, 'paypal'>,
  { visitor }: Pick<PayingPatient, 'visitor'>,
  card: string = GOOD_CARD,
): Promise<string> {
  const created = await visitor.call(createOrder, { cart: CART })
  if (created.status !== 201) throw new Error(`no order: ${created.text}`)
  const id = String(created.body['id'])
  await paypal.enterCard(id, { number: card })
  return id
}

/** A new patient whose order the payer has approved. */
export async function approvedPatient(site: PayingSite) {
  const patient = await payingPatient(site)
  return { patient, orderId: await approvedOrder(site, patient) }
}

/** A new patient's capture during this fault of the provider, which is over afterwards. */
export async function captureDuring(
  site: PayingSite,
  fault: { call: 'any' | 'capture'; mode: 'break' | 'lose' },
) {
  const { patient, orderId } = await approvedPatient(site)
  await site.paypal.set({ faults: [fault] })
  const answer = await patient.visitor.call(captureOrder, { order_id: orderId })
  await site.paypal.set({ faults: [] })
  return { patient, orderId, answer }
}

/** Pays for the hold; answers the response of the capture. */
export async function pay(site: PayingSite, patient: PayingPatient, card?: string) {
  const orderId = await approvedOrder(site, patient, card)
  return patient.visitor.call(captureOrder, { order_id: orderId })
}

type Ledger = {
  readonly captures: number
  readonly captured: number
  readonly booked: number
  readonly refunds: number
}

/** What the provider took and what we have for it: by one patient's payments. */
export async function ledgerOf(
  { service, paypal }: PayingSite,
  { profileId }: Pick<PayingPatient, 'profileId'>,
): Promise<Ledger> {
  const { query } = service.db.database
  const { rows } = await query<{ payment_id: string; state: string }>(
    'select payment_id, state from app.payments where profile_id = $1',
    [profileId],
  )
  const ids = new Set(rows.map((row) => row.payment_id))
  const state = await paypal.control<{
    captures: { custom_id: string; status: string }[]
  }>('/control/state')
  const taken = state.captures.filter((one) => ids.has(one.custom_id) && one.status !== 'DECLINED')
  const booked = await query(
    `select from app.appointments where profile_id = $1 and status = 'booked'`,
    [profileId],
  )
  const refunds = await query(
    `select from app.refunds join app.payments using (payment_id) where profile_id = $1`,
    [profileId],
  )
  return {
    captures: taken.length,
    captured: rows.filter(({ state: one }) => one === 'booked').length,
    booked: booked.rows.length,
    refunds: refunds.rows.length,
  }
}

/** The payments of one patient, oldest first. */
export async function paymentsOf(
  { service }: PayingSite,
  { profileId }: Pick<PayingPatient, 'profileId'>,
): Promise<Record<string, unknown>[]> {
  const { rows } = await service.db.database.query<Record<string, unknown>>(
    'select state, amount_pence, issue, capture_id from app.payments where profile_id = $1 order by created_at',
    [profileId],
  )
  return rows
}
