import { describe, expect, it } from 'vitest'
import { noteReturn } from '#payments/server/database/disputes.ts'
import { listMovements } from '#payments/server/database/payment-days.ts'
import { listBookedWithoutMoney } from '#payments/server/database/payment-lists.ts'
import { giveUpPayment } from '#payments/server/database/payments.ts'
import { finishRefund, requestRefund } from '#payments/server/database/refunds.ts'
import {
  booked,
  inState,
  mailsTo,
  order,
  PRICE,
  payer,
  settle,
  stateOf,
} from './payment-scenario.ts'
import { databaseSetup } from './payment-setup.ts'
import { BY, returnScenario } from './return-scenario.ts'

const { db } = databaseSetup()

const { byHand, reversal, cancel, counted, firstRefund } = returnScenario(db)

describe('a refund by hand at the provider', () => {
  it('PAY-12 takes its amount off a part that is due, although more of the capture is left', async () => {
    const { paymentId } = await booked(db)
    await requestRefund(db, { paymentId, pence: 500, ...BY })
    expect(await byHand(paymentId, 500)).toBe('noted')
    expect(await counted(paymentId)).toEqual([[500, 'done']])
  })

  it('PAY-12 of a smaller amount leaves the rest of a part that is due', async () => {
    const { paymentId } = await booked(db)
    await requestRefund(db, { paymentId, pence: 500, ...BY })
    await byHand(paymentId, 200)
    expect(await counted(paymentId)).toEqual([
      [200, 'done'],
      [300, 'due'],
    ])
  })

  it('PAY-12 PAY-08 of what a cancellation owes leaves the charge with the charity', async () => {
    const who = await booked(db)
    await cancel(who, 2_250)
    await byHand(who.paymentId, 2_250)
    expect(await counted(who.paymentId)).toEqual([[2_250, 'done']])
    expect(await stateOf(db, who.paymentId)).toBe('booked')
  })

  it('PAY-12 of more than was taken is refused', async () => {
    const { paymentId } = await booked(db)
    await requestRefund(db, { paymentId, pence: 500, ...BY })
    expect(await byHand(paymentId, PRICE + 1)).toBe('too-much')
    expect(await counted(paymentId)).toEqual([[500, 'due']])
    expect(await byHand(paymentId, PRICE)).toBe('noted')
    expect(await counted(paymentId)).toEqual([[PRICE, 'done']])
  })

  it('PAY-12 is not taken for a closed refund of another amount', async () => {
    const { paymentId } = await booked(db)
    await requestRefund(db, { paymentId, pence: 500, ...BY })
    const refundId = await firstRefund(paymentId)
    await finishRefund(db, { refundId, state: 'done', issue: 'CAPTURE_FULLY_REFUNDED' })
    expect(await byHand(paymentId, 300, `A-${paymentId}`)).toBe('noted')
    expect(await byHand(paymentId, 500, `B-${paymentId}`)).toBe('known')
    expect(await counted(paymentId)).toEqual([
      [300, 'done'],
      [500, 'done'],
    ])
  })
})

describe('a refund of ours that was replaced by a smaller one', () => {
  it.each(['done', 'pending'] as const)(
    'PAY-12 PAY-08 although the provider had made it (%s) counts, and is not made again',
    async (state) => {
      const { paymentId } = await booked(db)
      await requestRefund(db, { paymentId, pence: 500, ...BY })
      const refundId = await firstRefund(paymentId)
      await byHand(paymentId, 200)
      const told = { refundId, providerRefundId: `OURS-${paymentId}` }
      expect(await finishRefund(db, { ...told, state })).toEqual({ refundId, state })
      expect(await counted(paymentId)).toEqual([
        [200, 'done'],
        [500, state],
      ])
      if (state === 'done') return
      // The provider fails it after all: the smaller one is owed again, not the first.
      expect(await finishRefund(db, { ...told, state: 'failed' })).toMatchObject({ state: 'due' })
      expect(await counted(paymentId)).toEqual([
        [200, 'done'],
        [300, 'due'],
      ])
    },
  )

  it('PAY-12 of a reversal: nothing is due beside what went back', async () => {
    const { paymentId } = await inState(db, 'refund_due')
    const refundId = await firstRefund(paymentId)
    await reversal(paymentId, 1_000)
    await finishRefund(db, { refundId, state: 'done', providerRefundId: `OURS-${paymentId}` })
    expect(await counted(paymentId)).toEqual([[PRICE - 1, 'done']])
    expect(await stateOf(db, paymentId)).toBe('refunded')
  })
})

describe('what operators are shown', () => {
  it('PAY-12 a place whose second payment went back is not one without money', async () => {
    const who = await payer(db)
    const ids = [await order(db, who), await order(db, who)]
    for (const id of ids) await settle(db, id)
    const [paid = '', second = ''] = ids
    await finishRefund(db, {
      refundId: await firstRefund(second),
      state: 'done',
      providerRefundId: `OURS-${second}`,
    })
    const listed = async () =>
      (await listBookedWithoutMoney(db, 1_000)).map(({ paymentId }) => paymentId)
    expect(await listed()).not.toContain(second)
    await byHand(paid, PRICE)
    expect(await listed()).toContain(paid)
  })

  it('PAY-11 a day has refunds when the provider accepted them', async () => {
    const { paymentId } = await booked(db)
    const handAt = new Date(Date.now() - 3 * 86_400_000)
    const id = `HAND-${paymentId}`
    await noteReturn(db, {
      paymentId,
      providerRefundId: id,
      amountPence: 300,
      at: handAt,
      isNamed: true,
    })
    const around = async (at: Date) =>
      (
        await listMovements(db, {
          from: new Date(at.getTime() - 3_600_000),
          to: new Date(at.getTime() + 3_600_000),
        })
      ).map((one) => one.id)
    expect(await around(handAt)).toContain(id)
    expect(await around(new Date())).not.toContain(id)
  })
})

describe('a payment that an operator gives up', () => {
  it('PAY-07 is under capture or pending; its patient is not told that nothing was charged', async () => {
    const pending = await inState(db, 'pending')
    expect(await giveUpPayment(db, pending.paymentId, BY)).toBe(true)
    expect(await mailsTo(db, pending.profileId)).toEqual(['payment-given-up', 'payment-pending'])
    const ordered = await inState(db, 'ordered')
    expect(await giveUpPayment(db, ordered.paymentId, BY)).toBe(false)
    expect(await stateOf(db, ordered.paymentId)).toBe('ordered')
  })
})
