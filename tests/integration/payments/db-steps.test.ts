import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { findTransaction, insertTransaction } from '#core/server/database/transactions.ts'
import { findPaymentOfAppointment } from '#payments/server/database/payment-records.ts'
import { claimPayments } from '#payments/server/database/payment-sweep.ts'
import { beginPayment, noteOrder } from '#payments/server/database/payments.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import {
  appointmentOf,
  booked,
  capture,
  hold,
  inState,
  LEASE_SECONDS,
  mailsTo,
  order,
  PRICE,
  paidEvent,
  payer,
  settle,
} from './payment-scenario.ts'
import { databaseSetup } from './payment-setup.ts'

const { at, db } = databaseSetup()

const begin = (who: { profileId: number; eventId: number }, on = db) =>
  beginPayment(on, { ...who, paymentId: randomUUID(), requestId: 'r' })

describe('the journey', () => {
  it('BOOK-12 PAY-06 hold, payment, capture and settlement book once, with receipt and transaction', async () => {
    const who = await payer(db)
    const paymentId = randomUUID()
    const input = { paymentId, profileId: who.profileId, eventId: who.eventId, requestId: 'r-1' }
    const begun = await beginPayment(db, input)
    expect(begun).toMatchObject({ ok: true, appointmentId: who.holdId, amountPence: PRICE })
    expect(await beginPayment(db, input)).toEqual(begun)
    expect(await noteOrder(db, paymentId, 'O-1')).toEqual({ ok: true })
    expect(await noteOrder(db, paymentId, 'O-1')).toEqual({ ok: true })
    expect(await capture(db, paymentId, who.profileId)).toEqual({
      ok: true,
      state: 'capturing',
      appointmentId: who.holdId,
    })
    expect(await appointmentOf(db, who.holdId)).toMatchObject({ status: 'held', is_pinned: true })
    const settled = { state: 'booked', appointmentId: who.holdId, refundId: null }
    expect(await settle(db, paymentId)).toEqual(settled)
    expect(await settle(db, paymentId)).toEqual(settled)
    expect(await appointmentOf(db, who.holdId)).toMatchObject({
      status: 'booked',
      payment_status: 'paid by card',
      unpinned_end: null,
    })
    expect(await mailsTo(db, who.profileId)).toEqual(['booked', 'receipt'])
    expect(await findTransaction(db, 'O-1')).toMatchObject({
      payer_name: 'Arthur Pendle',
      amount_pence: PRICE,
      status: 'COMPLETED',
      card_brand: 'VISA',
      card_last_digits: '1881',
      card_expiry: '2029-07',
      avs_code: 'Y',
      cvv_code: 'M',
      profile_id: who.profileId,
    })
    expect(await findPaymentOfAppointment(db, who.holdId)).toMatchObject({
      amountPence: PRICE,
      cardBrand: 'VISA',
      lastDigits: '1881',
      refunds: [],
    })
  })

  it('PAY-05 what a browser records never replaces what the settlement wrote', async () => {
    const { profileId, paymentId } = await booked(db)
    const record = {
      payment_reference: `ORDER-${paymentId}`,
      payer_name: 'Mallory',
      amount_pence: 1,
      status: 'COMPLETED',
      payment_method: null,
      card_brand: null,
      card_last_digits: null,
      card_expiry: null,
      issuing_bank: null,
      avs_code: null,
      cvv_code: null,
      profile_id: profileId,
    }
    expect(await insertTransaction(db, record)).toBe(false)
    const early = await inState(db, 'capturing')
    const reference = `ORDER-${early.paymentId}`
    const own = { ...record, payment_reference: reference, profile_id: early.profileId }
    expect(await insertTransaction(db, own)).toBe(true)
    await settle(db, early.paymentId)
    expect(await findTransaction(db, reference)).toMatchObject({ amount_pence: PRICE })
  })

  it('PAY-06 nothing is captured at another price than that of now, also not once more; what was captured is settled', async () => {
    const who = await payer(db)
    const [paymentId, under] = [await order(db, who), await inState(db, 'capturing')]
    await db.query(
      `${BY_HAND} update app.events set price_pence = 9900 where event_id = any ($1)`,
      [[who.eventId, under.eventId]],
    )
    expect(await capture(db, paymentId, who.profileId)).toMatchObject({ reason: 'price-changed' })
    const later = at(LEASE_SECONDS + 1)
    const claim = { most: 100, olderSeconds: 20, leaseSeconds: 1 }
    const claimed = (await claimPayments(later, claim)).find(
      (one) => one.paymentId === under.paymentId,
    )
    expect(claimed).toMatchObject({ state: 'capturing', canCapture: false })
    await db.query(`${BY_HAND} update app.events set price_pence = 0 where event_id = $1`, [
      who.eventId,
    ])
    expect(await capture(db, paymentId, who.profileId)).toMatchObject({ reason: 'nothing-to-pay' })
    await db.query(`${BY_HAND} update app.events set price_pence = 9900 where event_id = $1`, [
      who.eventId,
    ])
    expect(await settle(db, paymentId)).toMatchObject({ state: 'booked' })
    expect(
      await begin({
        ...who,
        profileId: (await payer(db, { eventId: who.eventId, n: 1 })).profileId,
      }),
    ).toMatchObject({ amountPence: 9_900 })
  })

  it('PAY-06 the price of the product is charged when the event has none', async () => {
    const event = await paidEvent(db, { price_pence: null })
    const who = await payer(db, { eventId: event })
    expect(await begin(who)).toEqual({ ok: false, reason: 'nothing-to-pay' })
    await db.query(
      'update app.products set price_pence = 1234 where product_id = (select product_id from app.events where event_id = $1)',
      [event],
    )
    expect(await begin(who)).toMatchObject({ amountPence: 1_234 })
  })
})

describe('a payment is not begun', () => {
  it('BOOK-12 for a free event, without a hold, of a cancelled event, or twice at once', async () => {
    const free = await buildEvent(db)
    expect(await begin(await payer(db, { eventId: free }))).toEqual({
      ok: false,
      reason: 'nothing-to-pay',
    })
    const who = await payer(db)
    const stranger = await buildProfile(db)
    expect(await begin({ ...who, profileId: stranger })).toEqual({ ok: false, reason: 'hold-over' })
    const paymentId = await order(db, who)
    await capture(db, paymentId, who.profileId)
    expect(await begin(who)).toEqual({ ok: false, reason: 'payment-in-progress' })
    await settle(db, paymentId)
    expect(await begin(who)).toEqual({ ok: false, reason: 'already-paid' })
    const other = await payer(db)
    await db.query('select booking.cancel_event($1)', [other.eventId])
    expect(await begin(other)).toEqual({ ok: false, reason: 'event-cancelled' })
    const elsewhere = await paidEvent(db)
    const slot = (await slotsOf(db, elsewhere))[0] ?? new Date()
    await expect(hold(db, { eventId: elsewhere, profileId: who.profileId, slot })).rejects.toThrow(
      'existing-booking',
    )
  })

  it('BOOK-06 BOOK-12 when the hold is over; a hold of less than five minutes is extended once', async () => {
    const who = await payer(db, { minutes: 4 })
    expect(await begin(who)).toMatchObject({ ok: true })
    expect(await appointmentOf(db, who.holdId)).toMatchObject({ minutes_left: 14 })
    const later = at(12 * 60)
    expect(await begin(who, later)).toMatchObject({ ok: true })
    expect(await appointmentOf(later, who.holdId)).toMatchObject({ minutes_left: 2 })
    const over = at(15 * 60)
    expect(await begin(who, over)).toEqual({ ok: false, reason: 'hold-over' })
    const roomy = await payer(db)
    await begin(roomy)
    expect(await appointmentOf(db, roomy.holdId)).toMatchObject({ minutes_left: 15 })
  })
})
