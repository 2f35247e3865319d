import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { listDisputes } from '#server/repositories/disputes.ts'
import { booked, inState, stateOf } from './payment-scenario.ts'
import { databaseSetup } from './payment-setup.ts'
import { orderOf, servicesWith } from './provider-scenario.ts'

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
    const first = await takeEvent(new Headers(), event, NETWORK)
    expect(first).toMatchObject({ ok: false, reason: 'unavailable' })
    isBusy = false
    expect(await takeEvent(new Headers(), event, NETWORK)).toMatchObject({
      value: { status: 'handled' },
    })
    expect(['booked', 'refund_due']).toContain(await stateOf(db, paymentId))
    expect(await takeEvent(new Headers(), event, NETWORK)).toMatchObject({
      value: { status: 'known' },
    })
  })

  test('API-05 PAY-07 an event of an order that the provider does not show yet is asked for again', async () => {
    const { paymentId } = await inState(db, 'abandoned')
    const { takeEvent } = servicesWith(db, { gateway: { getOrder: async () => undefined } })
    const answer = await takeEvent(new Headers(), rawEvent(paymentId), NETWORK)
    expect(answer).toMatchObject({ ok: false, reason: 'unavailable' })
  })

  test.each([
    ['RESOLVED_SELLER_FAVOUR', 'won'],
    ['RESOLVED_BUYER_FAVOUR', 'lost'],
    ['RESOLVED_WITH_PAYOUT', null],
    [undefined, null],
  ] as const)(
    'API-05 PAY-12 a dispute that the provider ends with %s is %s',
    async (code, outcome) => {
      const { paymentId } = await booked(db)
      const { takeEvent } = servicesWith(db, { gateway: {} })
      const resource = {
        dispute_id: `PP-D-${paymentId}`,
        dispute_amount: { value: '25.00' },
        ...(code !== undefined && { dispute_outcome: { outcome_code: code } }),
      }
      const event = rawEvent(paymentId, resource, 'CUSTOMER.DISPUTE.RESOLVED')
      expect(await takeEvent(new Headers(), event, NETWORK)).toMatchObject({ ok: true })
      expect(await listDisputes(db, [paymentId])).toMatchObject([
        { kind: 'dispute', amountPence: 2_500, endedAt: expect.any(Date), outcome },
      ])
    },
  )

  test('API-05 a signed event of an unknown form is taken and changes nothing', async () => {
    const { takeEvent } = servicesWith(db, { gateway: {} })
    const answer = await takeEvent(new Headers(), new TextEncoder().encode('{"id":null}'), NETWORK)
    expect(answer).toMatchObject({ ok: true, value: { status: 'unknown' } })
  })
})
