import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { IsoDate } from '#core/rules/time.ts'
import { listenOn } from '#local/runtime/ports.ts'
import { paymentTables } from '#payments/commands/payments-list.ts'
import { refundNow } from '#payments/server/appointment-payments.ts'
import { noteDispute } from '#payments/server/database/disputes.ts'
import { findPaymentOfAppointment } from '#payments/server/database/payment-records.ts'
import { elsewhereScenario } from './elsewhere-scenario.ts'
import { refundsOf, runRefund, soon } from './payment-ends.ts'
import { siteSetup } from './payment-setup.ts'
import { withChecksum } from './same-checksum.ts'

const site = siteSetup()
const scenario = elsewhereScenario(site)
const { database, paid, cancel, atProvider, disputesOf, dueOf, askedFor, returnedAtProvider } =
  scenario
type Paid = Awaited<ReturnType<typeof paid>>

type Delivery = { headers: Record<string, string>; raw: Buffer }

/** The deliveries that an eavesdropper reads. */
const seen: Delivery[] = []
const listener = createServer(async (request, response) => {
  seen.push({ headers: signatureOf(request.headers), raw: await buffer(request) })
  response.end()
})
let listenerUrl = ''
beforeAll(async () => {
  listenerUrl = `http://127.0.0.1:${await listenOn(listener, 0)}/`
})
afterAll(() => new Promise((resolve) => listener.close(resolve)))

const signatureOf = (headers: IncomingHttpHeaders) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      name.startsWith('paypal-') ? [[name, String(value)]] : [],
    ),
  )

/** A delivery of the provider about another patient that never reached the site. */
async function overheard(): Promise<Delivery> {
  const subject = await paid()
  seen.length = 0
  await site.paypal.control('/control/webhook-url', { webhookUrl: listenerUrl })
  await site.paypal.set({ webhooks: 'on' })
  await atProvider('refund', subject, '1.00')
  await soon(async () => expect(seen).toHaveLength(1))
  await site.paypal.set({ webhooks: 'off' })
  await site.paypal.control('/control/webhook-url', { webhookUrl: site.webhookUrl })
  const [delivery] = seen
  if (delivery === undefined) throw new Error('nothing was sent')
  return delivery
}

const send = ({ headers, raw }: Delivery) =>
  fetch(site.webhookUrl, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: new Uint8Array(raw),
  })

/** An event of everything about the victim, under the headers and the checksum of another. */
function forged({ headers, raw }: Delivery, event_type: string, resource: object): Delivery {
  const event = { id: `WH-${randomUUID()}`, event_type, resource, summary: '' }
  const text = JSON.stringify(event)
  const body = withChecksum(text.slice(0, -2), text.slice(-2), crc32(raw))
  return { headers, raw: Buffer.from(body) }
}

const reversalOf = ({ captureId, paymentId }: Paid) => ({
  id: captureId,
  status: 'COMPLETED',
  custom_id: paymentId,
  amount: { currency_code: 'GBP', value: '-25.00' },
})
const disputeOf = ({ captureId }: Paid) => ({
  dispute_id: 'PP-D-FORGED',
  status: 'RESOLVED',
  dispute_amount: { currency_code: 'GBP', value: '25.00' },
  dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' },
  disputed_transactions: [{ seller_transaction_id: captureId }],
})

/** What the patient would get back for cancelling now, in pence. */
async function refundIfCancelled({ holdId }: Paid): Promise<number> {
  const payment = await findPaymentOfAppointment(database(), holdId)
  if (payment === undefined) throw new Error('no payment')
  const start = { startsAt: new Date(Date.now() + 30 * 86_400_000) }
  const rules = { charge: { percent: 0, pence: 0 }, holidays: new Set<IsoDate>() }
  return refundNow(payment, start, rules, new Date()).amountPence
}

/** Makes a hold a day old, so that it may end. */
const aDayLater = ({ paymentId }: Paid) =>
  database().query(
    `update app.refund_holds set held_at = held_at - interval '25 hours', checked_at = checked_at - interval '25 hours' where payment_id = $1`,
    [paymentId],
  )

describe('an event with the headers and the checksum of a genuine one', () => {
  test.each([
    ['PAYMENT.CAPTURE.REVERSED', reversalOf],
    ['CUSTOMER.DISPUTE.CREATED', disputeOf],
    ['CUSTOMER.DISPUTE.RESOLVED', disputeOf],
    ['RISK.DISPUTE.CREATED', disputeOf],
    ['PAYMENT.CAPTURE.REFUNDED', reversalOf],
    ['PAYMENT.CAPTURE.DENIED', reversalOf],
  ] as const)('PAY-07 PAY-12 %s changes no amount of the victim', async (type, resource) => {
    const victim = await paid()
    const event = forged(await overheard(), type, resource(victim))
    expect([200, 503]).toContain((await send(event)).status)
    expect(await refundIfCancelled(victim)).toBe(2_500)
    expect(await disputesOf(victim)).toEqual([])
    expect(await refundsOf(site, victim)).toEqual([])
    await cancel(victim)
    expect(await dueOf(victim)).toMatchObject([{ amount_pence: 2_500 }])
  })

  test('PAY-12 a forged reversal holds the refund back for a day, is named to operators, and then everything goes back', async () => {
    const victim = await paid()
    const event = forged(await overheard(), 'PAYMENT.CAPTURE.REVERSED', reversalOf(victim))
    expect((await send(event)).status).toBe(200)
    await cancel(victim)
    const id = (await dueOf(victim))[0]?.refund_id ?? ''
    expect(await runRefund(site, id)).toBe('PostponedError')
    expect(await askedFor(victim)).toBe(0)
    expect(await paymentTables(database())).toMatch(
      new RegExp(`has not confirmed:[^]*${victim.paymentId} +reversal[^\\n]*refunds wait`),
    )
    await site.service.wiring.services.payments.sweep()
    expect(await runRefund(site, id)).toBe('PostponedError')

    await aDayLater(victim)
    await site.service.wiring.services.payments.sweep()
    await runRefund(site, id)
    expect(await returnedAtProvider(victim)).toBe(2_500)
    expect(await paymentTables(database())).toMatch(
      new RegExp(`has not confirmed:[^]*${victim.paymentId} +reversal[^\\n]*not confirmed, ended`),
    )
  })

  test('PAY-12 a hold does not end while the provider cannot be asked', async () => {
    const victim = await paid()
    const event = forged(await overheard(), 'PAYMENT.CAPTURE.REVERSED', reversalOf(victim))
    await send(event)
    await cancel(victim)
    await aDayLater(victim)
    await site.paypal.set({ faults: [{ call: 'report', mode: 'refuse', status: 503 }] })
    await site.service.wiring.services.payments.sweep()
    const id = (await dueOf(victim))[0]?.refund_id ?? ''
    expect(await runRefund(site, id)).toBe('PostponedError')
    expect(await askedFor(victim)).toBe(0)
  })

  test('PAY-12 control: a reversal that is believed as it was sent cuts the refund to nothing', async () => {
    const victim = await paid()
    await noteDispute(database(), {
      ...{ disputeId: victim.captureId, kind: 'reversal', paymentId: victim.paymentId },
      amountPence: 2_500,
    })
    expect(await refundIfCancelled(victim)).toBe(0)
  })

  test('PAY-07 control: without the right letters the provider does not verify it', async () => {
    const victim = await paid()
    const genuine = await overheard()
    const { raw } = forged(genuine, 'PAYMENT.CAPTURE.REVERSED', reversalOf(victim))
    const flipped = Buffer.from(String(raw).replace(/A/, 'a'))
    expect(crc32(raw)).toBe(crc32(genuine.raw))
    expect((await send({ headers: genuine.headers, raw: flipped })).status).toBe(400)
    expect((await send(genuine)).status).toBe(200)
  })

  test('PAY-07 a delivery that was taken is refused with another body, and taken again with its own', async () => {
    const victim = await paid()
    const genuine = await overheard()
    expect((await send(genuine)).status).toBe(200)
    const event = forged(genuine, 'PAYMENT.CAPTURE.REVERSED', reversalOf(victim))
    expect((await send(event)).status).toBe(400)
    expect((await send(genuine)).status).toBe(200)
    await cancel(victim)
    await runRefund(site, (await dueOf(victim))[0]?.refund_id ?? '')
    expect(await returnedAtProvider(victim)).toBe(2_500)
  })
})

describe('what the provider’s list shows', () => {
  test('PAY-12 a reversal ends the hold, with the amount of the list', async () => {
    const subject = await paid()
    await atProvider('reverse', subject, '10.00')
    const event = forged(await overheard(), 'PAYMENT.CAPTURE.REVERSED', reversalOf(subject))
    expect((await send(event)).status).toBe(200)
    expect(await disputesOf(subject)).toMatchObject([{ kind: 'reversal', amount_pence: 1_000 }])
    expect(await refundIfCancelled(subject)).toBe(1_500)
    await cancel(subject)
    await runRefund(site, (await dueOf(subject))[0]?.refund_id ?? '')
    expect(await returnedAtProvider(subject)).toBe(2_500)
  })
})
