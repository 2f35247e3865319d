import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAppointment } from '#booking/contract/appointments.ts'
import { createHold } from '#booking/contract/holds.ts'
import type { Endpoint } from '#core/contract/endpoint.ts'
import { londonDate, londonTime } from '#core/rules/time.ts'
import { startMail } from '#local/mail/start-mail.ts'
import { captureOrder, createOrder, recordTransaction } from '#payments/contract/payments.ts'
import { slotsOf } from '#tests/fixtures/builders.ts'
import { allRows, foundIn } from '#tests/integration/encryption/plaintext-search.ts'
import { moneyFaults } from '#tests/integration/invariants/money-faults.ts'
import { PRICE, paidEvent } from '#tests/integration/payments/payment-scenario.ts'
import { approved, ask, capture, GOOD_CARD, hold, newPayer, order, type Payer } from './journey.ts'
import { type PaymentSite, paymentSite } from './payment-site.ts'
import { providerMoney } from './provider-money.ts'

const folder = mkdtempSync(join(tmpdir(), 'halyard-tampering-'))
const logged: string[] = []
let mail: Awaited<ReturnType<typeof startMail>>
let site: PaymentSite
let eventId: number
let slots: Date[]
let turn = 0

beforeAll(async () => {
  mail = await startMail(folder)
  site = await paymentSite({
    source: { SMTP_URL: mail.smtpUrl },
    logger: pino({ level: 'trace', base: null }, { write: (line) => logged.push(line) }),
  })
  eventId = await paidEvent(site.test.database, { total_spaces: 200, places_per_slot: 10 })
  slots = await slotsOf(site.test.database, eventId)
})
afterAll(async () => {
  await site.close()
  await mail.stop()
  rmSync(folder, { recursive: true, force: true })
})

const nextPayer = () => {
  turn += 1
  return newPayer(site, eventId, slots[turn % slots.length] ?? new Date())
}

type Tampered = readonly [
  name: string,
  endpoint: Endpoint,
  input: (payer: Payer) => Record<string, unknown>,
]

const cart = (change: object) => ({
  cart: [{ description: 'd', amount: '25.00', shippingPreference: 'NO_SHIPPING', ...change }],
})
const place = ({ slot }: Payer) => ({
  event_id: eventId,
  appt_date: londonDate(slot),
  appt_time: londonTime(slot),
  idempotency_key: 'tampering-1',
})

/** Each way to name a price, in each request before the money is taken. */
const TAMPERED: readonly Tampered[] = [
  ...['0.01', 0.01, 0, -25, 1e9, '25', '0', '-1.00'].map(
    (amount) => [`cart amount ${amount}`, createOrder, () => cart({ amount })] as const,
  ),
  ['cart description', createOrder, () => cart({ description: 'GBP 0.01' })],
  ...['amount_pence', 'price', 'currency', 'currency_code', 'payment_required'].flatMap((field) => [
    [`cart ${field}`, createOrder, () => cart({ [field]: 1 })] as const,
    [`order ${field}`, createOrder, () => ({ ...cart({}), [field]: 1 })] as const,
    [`hold ${field}`, createHold, (payer: Payer) => ({ ...place(payer), [field]: 1 })] as const,
  ]),
  [
    'two lines',
    createOrder,
    () => ({ cart: [...cart({}).cart, ...cart({ amount: '-24.99' }).cart] }),
  ],
  ...['paid', 'paid by card', 'free'].map(
    (paymentStatus) =>
      [
        `booking as ${paymentStatus}`,
        createAppointment,
        ({ profileId, slot }: Payer) => ({
          profileId,
          eventId,
          eventDate: londonDate(slot),
          appointmentStartTime: londonTime(slot),
          appointmentEndTime: null,
          eventPrice: 0,
          eventName: null,
          eventLocation: null,
          lab: null,
          product: null,
          paymentStatus,
        }),
      ] as const,
  ),
]

const amountOf = async (orderId: string) => {
  const { orders } = await site.paypal.control<{
    orders: { id: string; purchase_units: { amount: { value: string } }[] }[]
  }>('/control/state')
  return orders.find(({ id }) => id === orderId)?.purchase_units[0]?.amount.value
}

describe('prices that a request names', () => {
  it.for(TAMPERED)('PAY-06 %s: the server’s price is charged', async ([, endpoint, input]) => {
    const payer = await nextPayer()
    await hold(site, payer)
    const { status, body } = await ask(site, payer, endpoint, input(payer))
    expect([201, 400, 409]).toContain(status)
    const tampered = endpoint === createOrder && status === 201 ? String(body['id']) : undefined
    if (tampered !== undefined) {
      expect(await amountOf(tampered)).toBe('25.00')
      await site.paypal.enterCard(tampered, { number: GOOD_CARD })
    }
    const orderId = tampered ?? (await approved(site, payer)) ?? ''
    expect((await capture(site, payer, orderId)).body).toMatchObject({ state: 'booked' })
    const money = await providerMoney(site.paypal)
    expect(money.captures.map(({ amount_pence }) => amount_pence)).not.toContain(1)
    expect(new Set(money.captures.map(({ amount_pence }) => amount_pence))).toEqual(
      new Set([PRICE]),
    )
    expect(await moneyFaults(site.life().database, money)).toEqual([])
  })

  it('PAY-06 an order whose amount was changed at the provider is not captured', async () => {
    const payer = await nextPayer()
    await hold(site, payer)
    const orderId = (await approved(site, payer)) ?? ''
    await site.paypal.control(`/control/orders/${orderId}/amount`, { value: '0.01' })
    const before = (await providerMoney(site.paypal)).captures.length
    expect((await capture(site, payer, orderId)).status).toBe(409)
    expect((await providerMoney(site.paypal)).captures).toHaveLength(before)
  })

  it('PAY-05 a record that names another amount changes nothing', async () => {
    const payer = await nextPayer()
    await hold(site, payer)
    const orderId = (await approved(site, payer)) ?? ''
    const data = { payment_reference: orderId, status: 'COMPLETED', amount: 0.01 }
    await ask(site, payer, recordTransaction, { data })
    await capture(site, payer, orderId)
    await ask(site, payer, recordTransaction, { data })
    const { rows } = await site.test.database.query(
      'select amount_pence from app.transactions where payment_reference = $1',
      [orderId],
    )
    expect(rows).toEqual([{ amount_pence: PRICE }])
  })
})

const spaced = (digits: string) => digits.replace(/(.{4})(?=.)/g, '$1 ')
const NUMBERS = [GOOD_CARD, spaced(GOOD_CARD), spaced(GOOD_CARD).replaceAll(' ', '-')]

describe('the number of a card', () => {
  it('PAY-06 goes to the provider only: it is in no log, no table and no mail, also when a page sends it to us', async () => {
    const payer = await nextPayer()
    await hold(site, payer)
    for (const number of NUMBERS) {
      const sent = [
        await ask(site, payer, createOrder, cart({ description: `card ${number}` })),
        await ask(site, payer, captureOrder, { order_id: number }),
        await ask(site, payer, recordTransaction, {
          data: { payment_reference: 'ORDER-1', status: 'COMPLETED', payer_name: number },
        }),
      ]
      expect(sent.map(({ status }) => status)).toEqual([400, 400, 400])
      expect(sent.map(({ text }) => foundIn(text, NUMBERS))).toEqual([[], [], []])
    }
    expect((await order(site, payer)).status).toBe(201)
    const orderId = (await approved(site, payer)) ?? ''
    expect((await capture(site, payer, orderId)).body).toMatchObject({ state: 'booked' })
    const tables = await allRows(site.test.database)
    expect([...tables].flatMap(([, text]) => foundIn(text, [...NUMBERS, 'Test Payer']))).toEqual([
      'Test Payer',
    ])
    expect(foundIn(logged.join('\n'), NUMBERS)).toEqual([])
    expect(logged.join('\n')).toContain('payment settled')
    const mails = await vi.waitFor(
      async () => {
        const to = encodeURIComponent(payer.email)
        const answer = await fetch(`${mail.url}/api/messages?to=${to}`)
        const text = await answer.text()
        expect(text).toContain(payer.email)
        return text
      },
      { timeout: 15_000, interval: 50 },
    )
    expect(foundIn(mails, NUMBERS)).toEqual([])
  })
})
