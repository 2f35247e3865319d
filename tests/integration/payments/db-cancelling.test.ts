import { describe, expect, it } from 'vitest'
import { cancelAsExpected } from '#booking/commands/cancel-event.ts'
import { cancelEvent } from '#booking/server/database/booking.ts'
import { refundDueOn } from '#payments/rules/refund.ts'
import { findPaymentOfAppointment } from '#payments/server/database/payment-records.ts'
import { listOpenRefunds, requestRefund } from '#payments/server/database/refunds.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import {
  appointmentOf,
  booked,
  cancelPaid,
  holidaysOf,
  inState,
  mailsTo,
  PRICE,
  paidEvent,
  refundsOf,
  stateOf,
  versionOf,
} from './payment-scenario.ts'
import { DAY, databaseSetup } from './payment-setup.ts'

const OPERATOR = { operator: 'Ada Quill', reason: 'hall flooded' }

const { at, db } = databaseSetup()

describe('cancelling a paid event by command', () => {
  it('EVM-03 PAY-08 the preview has the sum that goes back and changes nothing; so does another number of patients', async () => {
    const who = await booked(db)
    const cancel = (expected?: number) =>
      cancelAsExpected(db, { ...OPERATOR, eventId: who.eventId, expected })
    const seen = { wasCancelled: false, patients: 1, paid: 1, refundPence: PRICE, underWay: 0 }
    for (const expected of [undefined, 0, 2]) {
      expect(await cancel(expected)).toEqual({ ...seen, isDone: false })
      expect(await refundsOf(db, who.paymentId)).toEqual([])
      expect(await stateOf(db, who.paymentId)).toBe('booked')
    }
    expect(await cancel(1)).toEqual({ ...seen, isDone: true })
    expect(await refundsOf(db, who.paymentId)).toMatchObject([{ amount_pence: PRICE }])
    expect(await cancel(0)).toEqual({
      isDone: true,
      wasCancelled: true,
      patients: 0,
      paid: 0,
      refundPence: 0,
      underWay: 0,
    })
    expect(await cancelAsExpected(db, { ...OPERATOR, eventId: 999_999, expected: 0 })).toBe(
      undefined,
    )
  })

  it('EVM-03 the preview names payments that are under way', async () => {
    const eventId = await paidEvent(db)
    await inState(db, 'capturing', { eventId, n: 2 })
    const seen = await cancelAsExpected(db, { ...OPERATOR, eventId, expected: undefined })
    expect(seen).toMatchObject({ patients: 0, paid: 0, underWay: 1 })
  })
})

describe('cancelling a paid appointment', () => {
  it('PAY-08 asks for the refund in the same step, once, with its job and its last day', async () => {
    const who = await booked(db)
    const cancelled = await cancelPaid(db, who, 2_200)
    expect(cancelled).toMatchObject({ ok: true, refundId: expect.any(String) })
    const [refund] = await refundsOf(db, who.paymentId)
    expect(refund).toMatchObject({
      amount_pence: 2_200,
      reason: 'cancelled-by-patient',
      state: 'due',
      due_on: refundDueOn(new Date(), await holidaysOf(db)),
    })
    expect(await cancelPaid(db, who, 2_200)).toEqual(cancelled)
    expect(await refundsOf(db, who.paymentId)).toHaveLength(1)
    const jobs = await db.query(
      `select payload from app.jobs where kind = 'refund' and dedupe_key = $1`,
      [refund?.refund_id],
    )
    expect(jobs.rows).toEqual([{ payload: { refund_id: refund?.refund_id } }])
    expect((await listOpenRefunds(db, 1_000)).map((one) => one.refundId)).toContain(
      refund?.refund_id,
    )
    expect(await findPaymentOfAppointment(db, who.holdId)).toMatchObject({
      refunds: [{ amountPence: 2_200, state: 'due', reason: 'cancelled-by-patient' }],
    })
  })

  it('PAY-08 returns nothing when that was decided, and never more than was taken', async () => {
    const late = await booked(db)
    expect(await cancelPaid(db, late, 0)).toEqual({ ok: true, refundId: null })
    expect(await refundsOf(db, late.paymentId)).toEqual([])
    const greedy = await booked(db)
    await cancelPaid(db, greedy, PRICE + 1)
    expect(await refundsOf(db, greedy.paymentId)).toMatchObject([{ amount_pence: PRICE }])
  })

  it('PAY-08 APPT-03 of another version changes nothing', async () => {
    const who = await booked(db)
    const version = await versionOf(db, who.holdId)
    const to = (await slotsOf(db, who.eventId))[6]
    await db.query('select booking.reschedule_appointment($1, $2, $3)', [
      who.holdId,
      who.profileId,
      to,
    ])
    expect(await cancelPaid(db, who, PRICE, version)).toEqual({
      ok: false,
      reason: 'appointment-changed',
    })
    expect((await appointmentOf(db, who.holdId))?.status).toBe('booked')
    expect(await refundsOf(db, who.paymentId)).toEqual([])
  })

  it('PAY-08 by an operator returns everything that is left', async () => {
    const who = await booked(db)
    await requestRefund(db, {
      paymentId: who.paymentId,
      pence: 500,
      operator: 'Ada Quill',
      note: 'late start',
    })
    await db.query(`select booking.cancel_appointment($1, $2, p_operator => 'Ada Quill')`, [
      who.holdId,
      who.profileId,
    ])
    expect(
      (await refundsOf(db, who.paymentId)).map(({ amount_pence, reason }) => [
        amount_pence,
        reason,
      ]),
    ).toEqual([
      [500, 'operator'],
      [2_000, 'cancelled-by-charity'],
    ])
  })

  it('BOOK-08 of a free event returns nothing', async () => {
    const event = await buildEvent(db)
    const profileId = await buildProfile(db)
    const { rows } = await db.query<{ id: string }>(
      `select r_appointment as id from booking.book_slot($1, $2, $3, 'free', 'paid')`,
      [event, (await slotsOf(db, event))[0], profileId],
    )
    expect(await cancelPaid(db, { holdId: rows[0]?.id ?? '', profileId }, PRICE)).toEqual({
      ok: true,
      refundId: null,
    })
  })
})

describe('an event that the charity cancels', () => {
  it('PAY-08 returns everything: of booked places, of cancelled ones what was kept, and of payments under way', async () => {
    const event = await paidEvent(db)
    const [first, early, underWay] = [
      await booked(db, { eventId: event }),
      await booked(db, { eventId: event, n: 1 }),
      await inState(db, 'capturing', { eventId: event, n: 2 }),
    ]
    await cancelPaid(db, early, 2_000)
    expect(await cancelEvent(db, event, OPERATOR)).toBe(1)
    expect(await cancelEvent(db, event, OPERATOR)).toBe(0)
    expect(await refundsOf(db, first.paymentId)).toMatchObject([
      { amount_pence: PRICE, reason: 'cancelled-by-charity' },
    ])
    expect((await refundsOf(db, early.paymentId)).map((one) => one.amount_pence)).toEqual([
      2_000, 500,
    ])
    expect(await stateOf(db, underWay.paymentId)).toBe('capturing')
    expect(await mailsTo(db, first.profileId)).toEqual(['booked', 'event-cancelled', 'receipt'])
  })

  it('PAY-08 keeps the money of appointments that took place', async () => {
    const event = await paidEvent(db)
    const who = await booked(db, { eventId: event })
    const after = at(40 * DAY)
    await cancelEvent(after, event, OPERATOR)
    expect(await refundsOf(db, who.paymentId)).toEqual([])
  })
})
