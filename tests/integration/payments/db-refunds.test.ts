import { describe, expect, it } from 'vitest'
import { addBusinessDays } from '#core/rules/bank-holidays.ts'
import { addHoliday } from '#payments/server/database/payment-records.ts'
import { findRefund, finishRefund, requestRefund } from '#payments/server/database/refunds.ts'
import {
  booked,
  cancelPaid,
  holidaysOf,
  inState,
  mailsTo,
  PRICE,
  refundsOf,
  stateOf,
} from './payment-scenario.ts'
import { databaseSetup } from './payment-setup.ts'

const { db } = databaseSetup()

describe('a refund', () => {
  it('PAY-08 goes from due over pending to done, with a mail, and the payment is refunded when everything is back', async () => {
    const who = await booked(db)
    await cancelPaid(db, who, PRICE)
    const [refund] = await refundsOf(db, who.paymentId)
    const refundId = refund?.refund_id ?? ''
    expect(await finishRefund(db, { refundId, state: 'due', issue: 'INTERNAL_ERROR' })).toEqual({
      refundId,
      state: 'due',
    })
    expect(
      await finishRefund(db, { refundId, state: 'pending', providerRefundId: `R-${refundId}` }),
    ).toEqual({ refundId, state: 'pending' })
    expect(await finishRefund(db, { refundId, state: 'due' })).toEqual({
      refundId,
      state: 'pending',
    })
    expect(await stateOf(db, who.paymentId)).toBe('booked')
    const done = { refundId, state: 'done' as const }
    expect(await finishRefund(db, done)).toEqual(done)
    expect(await finishRefund(db, done)).toEqual(done)
    expect(await finishRefund(db, { refundId, state: 'failed' })).toEqual(done)
    expect(await stateOf(db, who.paymentId)).toBe('refunded')
    expect(await mailsTo(db, who.profileId)).toEqual([
      'booked',
      'cancelled',
      'receipt',
      'refund-sent',
    ])
    expect(await findRefund(db, refundId)).toMatchObject({
      state: 'done',
      attempts: 4,
      captureId: `CAPTURE-${who.paymentId}`,
    })
  })

  it('PAY-08 that the provider refuses for good is asked for again under another key', async () => {
    const who = await booked(db)
    await cancelPaid(db, who, PRICE)
    const refundId = (await refundsOf(db, who.paymentId))[0]?.refund_id ?? ''
    const replaced = await finishRefund(db, { refundId, state: 'failed', issue: 'REFUND_FAILED' })
    expect(replaced).toMatchObject({ state: 'due' })
    expect(replaced?.refundId).not.toBe(refundId)
    expect(await finishRefund(db, { refundId, state: 'failed' })).toEqual(replaced)
    expect(
      (await refundsOf(db, who.paymentId)).map(({ state, amount_pence }) => [state, amount_pence]),
    ).toEqual([
      ['failed', PRICE],
      ['due', PRICE],
    ])
  })

  it('PAY-08 of an operator is bounded by what was taken, also when two ask at once', async () => {
    const { paymentId } = await booked(db)
    const ask = (pence: number) =>
      requestRefund(db, { paymentId, pence, operator: 'Ada Quill', note: 'x', again: true })
    expect(await ask(PRICE + 1)).toMatchObject({ ok: false, reason: 'too-much' })
    expect(await ask(0)).toMatchObject({ ok: false, reason: 'too-much' })
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(1_000)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(2)
    const none = await inState(db, 'declined')
    expect(
      await requestRefund(db, { paymentId: none.paymentId, pence: 1, operator: 'A', note: 'x' }),
    ).toMatchObject({ ok: false, reason: 'nothing-captured' })
    const write = db.query(
      `insert into app.refunds (payment_id, amount_pence, reason, requested_at, due_on) values ($1, 501, 'no-place', now(), '2027-01-04')`,
      [paymentId],
    )
    await expect(write).rejects.toMatchObject({ constraint: 'refunds_within_capture' })
  })
})

describe('business days in the database', () => {
  it('PAY-08 are those of the domain, also with a holiday that an operator adds', async () => {
    await addHoliday(db, { day: '2029-01-01', name: 'New Year’s Day', operator: 'Ada Quill' })
    const known = await holidaysOf(db)
    expect(known.has('2029-01-01')).toBe(true)
    const { rows } = await db.query<{ day: string; n: number; at: string }>(
      `select d::date as day, n, booking.add_business_days(d::date, n) as at
         from generate_series('2026-11-01'::date, '2029-01-15'::date, interval '1 day') d, generate_series(1, 14, 13) n`,
    )
    expect(rows.length).toBeGreaterThan(1_500)
    const wrong = rows.filter(({ day, n, at }) => addBusinessDays(day, n, known) !== at)
    expect(wrong).toEqual([])
  })
})

describe('what a payment keeps', () => {
  it.each([
    ['amount_pence = 1', 'keeps what was agreed'],
    [`order_id = 'other'`, 'keeps what was agreed'],
    [`capture_id = 'other'`, 'keeps what was agreed'],
    ['captured_pence = 1', 'keeps what was agreed'],
    ['capture_id = null, captured_pence = null, captured_at = null', 'keeps what was agreed'],
    ['appointment_id = gen_random_uuid()', 'keeps what was agreed'],
    [`state = 'declined'`, 'cannot change from booked'],
    [`state = 'capturing', concluded_at = null`, 'cannot change from booked'],
    [`state = 'refund_due'`, 'cannot change from booked'],
  ])('PAY-07 no statement writes %s', async (set, message) => {
    const { paymentId } = await booked(db)
    const write = db.query(`update app.payments set ${set} where payment_id = $1`, [paymentId])
    await expect(write).rejects.toThrow(message)
    const gone = db.query('delete from app.payments where payment_id = $1', [paymentId])
    await expect(gone).rejects.toThrow('kept for the accounts')
  })

  it('PAY-08 no statement writes another amount of a refund, or asks again for what is back', async () => {
    const { paymentId } = await inState(db, 'refunded')
    const [refund] = await refundsOf(db, paymentId)
    for (const set of [
      'amount_pence = 1',
      `state = 'due', done_at = null`,
      `reason = 'operator', operator = 'x'`,
    ]) {
      const write = db.query(`update app.refunds set ${set} where refund_id = $1`, [
        refund?.refund_id,
      ])
      await expect(write).rejects.toThrow('a refund keeps its amount')
    }
    await expect(
      db.query('delete from app.refunds where refund_id = $1', [refund?.refund_id]),
    ).rejects.toThrow('kept with its payment')
  })
})
