import { randomUUID } from 'node:crypto'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { paypalGateway } from '#payments/server/paypal/paypal.ts'
import { slotsOf } from '#tests/fixtures/builders.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { readPayments } from '#tests/fixtures/paypal.ts'
import { createLocalVisitor } from '#tests/fixtures/visitor.ts'
import { moneyFaults } from '#tests/integration/invariants/money-faults.ts'
import { hold, paidEvent } from '#tests/integration/payments/payment-scenario.ts'
import { approved, deliverEvents, newPayer, type Payer, pay } from './journey.ts'
import { type PaymentSite, paymentSite, untilIdle } from './payment-site.ts'
import { providerMoney } from './provider-money.ts'

const PLACES = 20
const WAVES = IS_LONG ? 10 : 3
const PATIENTS = PLACES * WAVES
/** Of the patients whose hold is over: their money is taken all the same, by a process that ended before it wrote so. */
const TAKEN_LATE = IS_LONG ? 40 : 10

let site: PaymentSite
let eventId: number

beforeAll(async () => {
  site = await paymentSite()
  eventId = await paidEvent(site.test.database, { total_spaces: PLACES })
})
afterAll(() => site.close())

type Ready = { readonly payer: Payer; readonly orderId: string }

/** Twenty patients hold all places, order and approve; then their holds end, except those of the last wave. */
async function wave(isLast: boolean): Promise<Ready[]> {
  const { database } = site.life()
  const slots = await slotsOf(database, eventId)
  const ready = await Promise.all(
    slots.map(async (slot) => {
      const payer = await newPayer(site, eventId, slot)
      await hold(database, payer)
      const orderId = await approved(site, payer)
      if (orderId === undefined) throw new Error('The order was refused.')
      return { payer, orderId }
    }),
  )
  if (!isLast) {
    await database.query(
      `update app.appointments set hold_expires_at = created_at + interval '1 millisecond'
        where event_id = $1 and status = 'held'`,
      [eventId],
    )
  }
  return ready
}

const countsOf = async () => {
  const { rows } = await site
    .life()
    .database.query<{ state: string; count: number }>(
      'select state, count(*)::int from app.payments group by state order by state',
    )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

describe('the last places', () => {
  it(`BOOK-07 BOOK-12 PAY-07 of ${PATIENTS} patients who pay for ${PLACES} places at once, ${PLACES} are booked and the others have their money`, async () => {
    const ready: Ready[] = []
    for (let n = 1; n <= WAVES; n += 1) ready.push(...(await wave(n === WAVES)))
    const twin = await site.twin()
    const sites = [
      site,
      { ...site, visitor: (network: string) => createLocalVisitor(twin.wiring, network) },
    ] as const
    const { captureOrder } = paypalGateway(readPayments(site.paypal))
    const late = ready.slice(0, TAKEN_LATE)
    const { rows: payments } = await site
      .life()
      .database.query<{ id: string; order_id: string }>(
        'select payment_id as id, order_id from app.payments',
      )
    const idOf = (orderId: string) => payments.find((one) => one.order_id === orderId)?.id
    const [answers] = await Promise.all([
      Promise.all(ready.map(({ payer, orderId }, n) => pay(sites[n % 2] ?? site, payer, orderId))),
      Promise.all(late.map(({ orderId }) => captureOrder(orderId, idOf(orderId) ?? randomUUID()))),
    ])
    const told: Record<string, number> = {}
    for (const { body } of answers) {
      const what = String(body['state'] ?? body['reason'])
      told[what] = (told[what] ?? 0) + 1
    }
    process.stdout.write(`the last places: ${JSON.stringify(told)}\n`)
    expect(told['booked']).toBe(PLACES)

    // The sweep may have given an order up before its money was taken late: only the event tells then.
    await deliverEvents(site, /^PAYMENT/)
    await site.restart()
    await untilIdle(site)
    const money = await providerMoney(site.paypal)
    expect(await moneyFaults(site.life().database, money)).toEqual([])
    expect(await countsOf()).toEqual({
      abandoned: PATIENTS - PLACES - TAKEN_LATE,
      booked: PLACES,
      refunded: TAKEN_LATE,
    })
    expect(money.captures).toHaveLength(PLACES + TAKEN_LATE)
    expect(money.refunds).toHaveLength(TAKEN_LATE)
  })
})
