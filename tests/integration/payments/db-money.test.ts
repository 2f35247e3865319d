import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findTransaction } from '#core/server/database/transactions.ts'
import { abandonPayment, beginPayment, settlePayment } from '#payments/server/database/payments.ts'
import { buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import {
  appointmentOf,
  capture,
  inState,
  mailsTo,
  order,
  PRICE,
  paidEvent,
  payer,
  refundsOf,
  settle,
  stateOf,
  told,
} from './payment-scenario.ts'
import { databaseSetup } from './payment-setup.ts'

const { at, db, open } = databaseSetup()

const begin = (who: { profileId: number; eventId: number }, on: SqlDatabase) =>
  beginPayment(on, { ...who, paymentId: randomUUID(), requestId: 'r' })

describe('a declined card', () => {
  it('PAY-07 leaves the hold with at least five minutes, and another order can be paid', async () => {
    const who = await payer(db, { minutes: 6 })
    const first = await order(db, who)
    await capture(db, first, who.profileId)
    const later = at(5 * 60)
    await settlePayment(later, { paymentId: first, issue: 'INSTRUMENT_DECLINED', debugId: 'd-1' })
    expect(await appointmentOf(later, who.holdId)).toMatchObject({
      status: 'held',
      is_pinned: false,
      minutes_left: 5,
    })
    expect(await findTransaction(db, `ORDER-${first}`)).toMatchObject({
      status: 'INSTRUMENT_DECLINED',
      amount_pence: PRICE,
    })
    const second = await order(later, who)
    await capture(later, second, who.profileId)
    expect(await settle(later, second)).toMatchObject({ state: 'booked' })
  })

  it('BOOK-06 after another keeps no place beyond an hour after the first end', async () => {
    const who = await payer(db)
    let minutes = 0
    for (; minutes < 200; minutes += 4) {
      const now = open({ poolMax: 1, clockOffsetSeconds: minutes * 60 })
      const begun = await begin(who, now)
      const paymentId = begun.ok ? await order(now, who) : ''
      if (begun.ok) {
        await capture(now, paymentId, who.profileId)
        await settle(now, paymentId, 'DECLINED')
      }
      if (!begun.ok) break
    }
    expect(minutes).toBeGreaterThanOrEqual(72)
    expect(minutes).toBeLessThanOrEqual(80)
  })

  it('PAY-07 of a pending payment is told by mail', async () => {
    const { paymentId, profileId } = await inState(db, 'pending')
    expect(await settle(db, paymentId, 'DECLINED')).toMatchObject({ state: 'declined' })
    expect(await mailsTo(db, profileId)).toEqual(['payment-declined', 'payment-pending'])
  })
})

describe('money without its place', () => {
  it('BOOK-12 takes another free place of the same slot', async () => {
    const event = await paidEvent(db, { places_per_slot: 2 })
    const who = await payer(db, { eventId: event })
    const paymentId = await order(db, who)
    const later = at(16 * 60)
    await abandonPayment(later, paymentId)
    const settled = await settle(later, paymentId)
    expect(settled?.state).toBe('booked')
    expect(settled?.appointmentId).not.toBe(who.holdId)
    expect(await appointmentOf(later, settled?.appointmentId)).toMatchObject({
      status: 'booked',
      slot_start: who.slot,
    })
    expect((await appointmentOf(later, who.holdId))?.status).toBe('expired')
  })

  it('BOOK-12 goes back when the slot is full, with a mail and the 14 business days', async () => {
    const event = await paidEvent(db)
    const who = await payer(db, { eventId: event })
    const paymentId = await order(db, who)
    const later = at(16 * 60)
    await abandonPayment(later, paymentId)
    await payer(later, { eventId: event })
    const settled = await settle(later, paymentId)
    expect(settled).toMatchObject({ state: 'refund_due', appointmentId: who.holdId })
    expect(await refundsOf(db, paymentId)).toMatchObject([
      { amount_pence: PRICE, reason: 'no-place', state: 'due', note: 'slot-taken' },
    ])
    expect(await settle(later, paymentId)).toEqual(settled)
    expect(await refundsOf(db, paymentId)).toHaveLength(1)
    expect(await mailsTo(db, who.profileId)).toEqual(['payment-returned'])
  })

  it('BOOK-12 goes back when the patient has booked elsewhere meanwhile', async () => {
    const who = await payer(db)
    const paymentId = await order(db, who)
    const later = at(16 * 60)
    const free = await buildEvent(db)
    const slot = (await slotsOf(db, free))[0]
    await later.query(`select booking.book_slot($1, $2, $3, 'elsewhere', 'paid')`, [
      free,
      slot,
      who.profileId,
    ])
    expect(await settle(later, paymentId)).toMatchObject({ state: 'refund_due' })
    expect((await refundsOf(db, paymentId))[0]?.note).toBe('existing-booking')
  })

  it('BOOK-12 of a second payment of the same hold goes back, in either order', async () => {
    for (const isReversed of [false, true]) {
      const who = await payer(db)
      const ids = [await order(db, who), await order(db, who)]
      const [first = '', second = ''] = isReversed ? ids.reverse() : ids
      await capture(db, first, who.profileId)
      expect(await settle(db, second)).toMatchObject({ state: 'booked' })
      expect(await settle(db, first)).toMatchObject({ state: 'refund_due' })
      expect(await refundsOf(db, first)).toMatchObject([
        { reason: 'second-payment', amount_pence: PRICE },
      ])
      expect(await refundsOf(db, second)).toEqual([])
    }
  })

  it('PAY-06 goes back when another amount was taken than agreed', async () => {
    const { paymentId, holdId } = await inState(db, 'capturing')
    const settled = await settlePayment(db, {
      paymentId,
      capture: told(paymentId, 'COMPLETED', { amountPence: 2_600 }),
    })
    expect(settled?.state).toBe('refund_due')
    expect(await refundsOf(db, paymentId)).toMatchObject([{ amount_pence: 2_600 }])
    expect((await appointmentOf(db, holdId))?.status).toBe('cancelled')
  })

  it('PAY-08 that was returned at the provider is noted as returned', async () => {
    const { paymentId } = await inState(db, 'capturing')
    expect(await settle(db, paymentId, 'REFUNDED')).toMatchObject({ state: 'refunded' })
    expect(await refundsOf(db, paymentId)).toMatchObject([{ state: 'done', amount_pence: PRICE }])
    expect(await stateOf(db, paymentId)).toBe('refunded')
  })
})
