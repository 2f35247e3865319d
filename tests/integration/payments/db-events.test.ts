import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { londonDate } from '#core/rules/time.ts'
import { reconcile } from '#payments/commands/payments-reconcile.ts'
import { listDisputes, noteDispute } from '#payments/server/database/disputes.ts'
import { findPayment } from '#payments/server/database/payment-records.ts'
import { isOnHold, listHolds } from '#payments/server/database/refund-holds.ts'
import { PaymentProviderError, type ProviderEntry } from '#payments/server/paypal/gateway.ts'
import { booked, inState, refundsOf, stateOf } from './payment-scenario.ts'
import { databaseSetup } from './payment-setup.ts'
import { orderOf, sentHeaders, servicesWith } from './provider-scenario.ts'

const { db } = databaseSetup()

const NETWORK = '192.0.2.1'

const rawEvent = (
  paymentId: string,
  resource: object = {},
  event_type = 'PAYMENT.CAPTURE.COMPLETED',
) =>
  new TextEncoder().encode(
    JSON.stringify({
      id: `WH-${randomUUID()}`,
      event_type,
      resource: { id: null, custom_id: paymentId, supplementary_data: null, ...resource },
    }),
  )

describe('money that was taken is not lost', () => {
  test('API-05 PAY-07 an event whose capture cannot be settled now is asked for again, and then settled', async () => {
    const { paymentId } = await inState(db, 'abandoned')
    let isBusy = true
    const getTaken = async () => orderOf(paymentId)
    const { takeEvent } = servicesWith(db, {
      gateway: { getOrder: getTaken },
      isBusy: () => isBusy,
    })
    const event = rawEvent(paymentId)
    const first = await takeEvent(sentHeaders(), event, NETWORK)
    expect(first).toMatchObject({ ok: false, reason: 'unavailable' })
    isBusy = false
    expect(await takeEvent(sentHeaders(), event, NETWORK)).toMatchObject({
      value: { status: 'handled' },
    })
    expect(['booked', 'refund_due']).toContain(await stateOf(db, paymentId))
    expect(await takeEvent(sentHeaders(), event, NETWORK)).toMatchObject({
      value: { status: 'known' },
    })
  })

  test('API-05 PAY-07 an event of an order that the provider does not show yet is asked for again', async () => {
    const { paymentId } = await inState(db, 'abandoned')
    const { takeEvent } = servicesWith(db, { gateway: { getOrder: async () => undefined } })
    const answer = await takeEvent(sentHeaders(), rawEvent(paymentId), NETWORK)
    expect(answer).toMatchObject({ ok: false, reason: 'unavailable' })
  })

  const disputeEvent = (paymentId: string, type: string) =>
    rawEvent(paymentId, { dispute_id: `PP-D-${paymentId}` }, type)

  test.each(['won', 'lost', null] as const)(
    'API-05 PAY-12 a dispute that the provider has ended is %s, by its own record',
    async (outcome) => {
      const { paymentId } = await booked(db)
      const told = { id: `PP-D-${paymentId}`, amountPence: 2_400, isResolved: true, outcome }
      const { takeEvent } = servicesWith(db, { gateway: { listDisputes: async () => [told] } })
      const event = disputeEvent(paymentId, 'CUSTOMER.DISPUTE.RESOLVED')
      expect(await takeEvent(sentHeaders(), event, NETWORK)).toMatchObject({ ok: true })
      expect(await listDisputes(db, [paymentId])).toMatchObject([
        { kind: 'dispute', amountPence: 2_400, endedAt: expect.any(Date), outcome },
      ])
      expect(await isOnHold(db, paymentId)).toBe(false)
    },
  )

  test('API-05 PAY-12 the end of a dispute that the provider does not show yet is asked for again', async () => {
    const { paymentId } = await booked(db)
    let isResolved = false
    const listed = async () => [
      { id: `PP-D-${paymentId}`, amountPence: 2_500, isResolved, outcome: null },
    ]
    const { takeEvent } = servicesWith(db, { gateway: { listDisputes: listed } })
    const event = disputeEvent(paymentId, 'CUSTOMER.DISPUTE.RESOLVED')
    const early = await takeEvent(sentHeaders(), event, NETWORK)
    expect(early).toMatchObject({ ok: false, reason: 'unavailable' })
    expect(await listDisputes(db, [paymentId])).toMatchObject([{ endedAt: null }])
    isResolved = true
    expect(await takeEvent(sentHeaders(), event, NETWORK)).toMatchObject({ ok: true })
    expect(await listDisputes(db, [paymentId])).toMatchObject([{ endedAt: expect.any(Date) }])
  })

  async function captured() {
    const { paymentId } = await booked(db)
    const payment = await findPayment(db, paymentId)
    return { paymentId, captureId: payment?.captureId ?? '' }
  }
  /** The provider's list with a reversal of £10. */
  const listOf = (captureId: string) => async (): Promise<ProviderEntry[]> => [
    {
      ...{ kind: 'reversal', code: 'T1106', id: `REV-${captureId}`, captureId },
      ...{ amountPence: 1_000, status: 'S', at: new Date() },
    },
  ]

  test.each([
    ['the list told of', undefined],
    ['an event of before told of, under another id', 'REVERSAL-TOLD'],
  ])('API-05 PAY-12 a reversal that %s leaves no hold when its event comes', async (_, earlier) => {
    const { paymentId, captureId } = await captured()
    const listEntries = listOf(captureId)
    if (earlier !== undefined) {
      const told = { disputeId: `${earlier}-${paymentId}`, kind: 'reversal' } as const
      await noteDispute(db, { ...told, paymentId, amountPence: 1_000 })
    }
    await reconcile(db, { listEntries }, londonDate(new Date()))
    const { takeEvent } = servicesWith(db, { gateway: { listEntries } })
    const event = rawEvent(paymentId, { id: captureId }, 'PAYMENT.CAPTURE.REVERSED')
    expect(await takeEvent(sentHeaders(), event, NETWORK)).toMatchObject({ ok: true })
    expect(await isOnHold(db, paymentId)).toBe(false)
    expect(await listDisputes(db, [paymentId])).toHaveLength(1)
    expect(await listHolds(db, 100)).not.toContainEqual(expect.objectContaining({ paymentId }))
  })

  test('API-05 PAY-12 reconcile ends the hold of a reversal that is known under another id', async () => {
    const { paymentId, captureId } = await captured()
    await noteDispute(db, {
      ...{ disputeId: `TOLD-${paymentId}`, kind: 'reversal', paymentId },
      amountPence: 1_000,
    })
    const { takeEvent } = servicesWith(db, { gateway: {} })
    const event = rawEvent(paymentId, { id: captureId }, 'PAYMENT.CAPTURE.REVERSED')
    await takeEvent(sentHeaders(), event, NETWORK)
    expect(await isOnHold(db, paymentId)).toBe(true)
    await reconcile(db, { listEntries: listOf(captureId) }, londonDate(new Date()))
    expect(await isOnHold(db, paymentId)).toBe(false)
  })

  test('API-05 PAY-12 a dispute while the provider does not answer holds refunds, and the event comes again', async () => {
    const { paymentId } = await booked(db)
    const unclear = () => Promise.reject(new PaymentProviderError({ status: 503, isUnclear: true }))
    const { takeEvent } = servicesWith(db, { gateway: { listDisputes: unclear } })
    const event = disputeEvent(paymentId, 'CUSTOMER.DISPUTE.CREATED')
    const answer = await takeEvent(sentHeaders(), event, NETWORK)
    expect(answer).toMatchObject({ ok: false, reason: 'unavailable' })
    expect(await isOnHold(db, paymentId)).toBe(true)
    expect(await listDisputes(db, [paymentId])).toEqual([])
  })

  test('API-05 PAY-07 a refund of another payment that an event names for this one is not noted', async () => {
    const { paymentId } = await booked(db)
    const told = { id: 'REFUND1', status: 'COMPLETED', amountPence: 2_500 } as const
    for (const captureId of ['OTHER', undefined]) {
      const { takeEvent } = servicesWith(db, {
        gateway: { getRefund: async () => ({ ...told, captureId }) },
      })
      const event = rawEvent(paymentId, { id: 'REFUND1' }, 'PAYMENT.CAPTURE.REFUNDED')
      expect(await takeEvent(sentHeaders(), event, NETWORK)).toMatchObject({ ok: true })
    }
    expect(await refundsOf(db, paymentId)).toEqual([])
  })

  test('API-05 an event of an unknown form is refused, without a call and without a use of the limits', async () => {
    const verifyWebhook = vi.fn(async () => true)
    const now = new Date()
    const { takeEvent } = servicesWith(db, { gateway: { verifyWebhook }, now: () => now })
    for (let n = 0; n < 310; n += 1) {
      const raw = new TextEncoder().encode('{"id":null}')
      expect(await takeEvent(sentHeaders(now), raw, NETWORK)).toMatchObject({
        ok: false,
        reason: 'invalid',
      })
    }
    expect(verifyWebhook).not.toHaveBeenCalled()
    const event = rawEvent(randomUUID())
    expect(await takeEvent(sentHeaders(now), event, NETWORK)).toMatchObject({ ok: true })
  })
})

describe('deliveries of the provider', () => {
  const HOUR_MS = 3_600_000
  const event = () => rawEvent(randomUUID())

  test('API-05 PAY-07 one that was sent first before the provider stops repeating is refused, and not verified', async () => {
    const now = new Date()
    const hoursAgo = (hours: number) => sentHeaders(new Date(now.getTime() - hours * HOUR_MS))
    const verifyWebhook = vi.fn(async () => true)
    const { takeEvent } = servicesWith(db, { gateway: { verifyWebhook }, now: () => now })
    expect(await takeEvent(hoursAgo(97), event(), NETWORK)).toMatchObject({ ok: false })
    expect(await takeEvent(new Headers(), event(), NETWORK)).toMatchObject({ ok: false })
    expect(verifyWebhook).not.toHaveBeenCalled()
    expect(await takeEvent(hoursAgo(95), event(), NETWORK)).toMatchObject({ ok: true })
  })

  test('API-05 PAY-07 of two bodies under one id that come together, one is taken', async () => {
    const { takeEvent } = servicesWith(db, { gateway: {} })
    const headers = sentHeaders()
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => takeEvent(headers, event(), NETWORK)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test('API-05 PAY-07 forged events of one network stop no event of another, and the provider is asked 600 times a minute at most', async () => {
    const verifyWebhook = vi.fn(async () => false)
    const now = new Date()
    const { takeEvent } = servicesWith(db, { gateway: { verifyWebhook }, now: () => now })
    const reasons = async (network: string, times: number) => {
      const counts: Record<string, number> = {}
      for (let n = 0; n < times; n += 1) {
        const answer = await takeEvent(sentHeaders(now), event(), network)
        const reason = answer.ok ? 'taken' : answer.reason
        counts[reason] = (counts[reason] ?? 0) + 1
      }
      return counts
    }
    expect(await reasons('192.0.2.1', 310)).toEqual({ invalid: 300, unavailable: 10 })
    expect(await reasons('192.0.2.2', 290)).toEqual({ invalid: 290 })
    expect(await reasons('192.0.2.3', 20)).toEqual({ invalid: 10, unavailable: 10 })
    expect(verifyWebhook).toHaveBeenCalledTimes(600)
  })
})
