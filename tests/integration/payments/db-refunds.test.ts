import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addBusinessDays } from '#domain/bank-holidays.ts'
import { refundDueOn } from '#domain/refund.ts'
import { cancelEvent } from '#server/repositories/booking.ts'
import {
  addHoliday,
  findPaymentOfAppointment,
  listHolidays,
} from '#server/repositories/payment-records.ts'
import {
  cancelWithRefund,
  findRefund,
  finishRefund,
  listOpenRefunds,
  requestRefund,
} from '#server/repositories/refunds.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  appointmentOf,
  booked,
  inState,
  mailsTo,
  PRICE,
  paidEvent,
  refundsOf,
  stateOf,
} from './payment-play.ts'

const OPERATOR = { operator: 'Ada Quill', reason: 'hall flooded' }

let test: TestDatabase
let db: SqlDatabase

beforeAll(async () => {
  test = await testDatabase()
  db = test.database
})
afterAll(async () => {
  expect(await findViolations(db)).toEqual([])
  await test.close()
})

const holidays = async () => new Set((await listHolidays(db)).map(({ day }) => day))

async function versionOf(appointmentId: string): Promise<number> {
  const { rows } = await db.query<{ version: number }>(
    'select calendar_sequence as version from app.appointments where appointment_id = $1',
    [appointmentId],
  )
  return rows[0]?.version ?? -1
}

const cancel = async (
  who: { holdId: string; profileId: number },
  refundPence: number,
  version?: number,
) =>
  cancelWithRefund(db, {
    appointmentId: who.holdId,
    profileId: who.profileId,
    refundPence,
    version: version ?? (await versionOf(who.holdId)),
    requestId: 'r',
  })

describe('cancelling a paid appointment', () => {
  it('PAY-08 asks for the refund in the same step, once, with its job and its last day', async () => {
    const who = await booked(db)
    const cancelled = await cancel(who, 2_200)
    expect(cancelled).toMatchObject({ ok: true, refundId: expect.any(String) })
    const [refund] = await refundsOf(db, who.paymentId)
    expect(refund).toMatchObject({
      amount_pence: 2_200,
      reason: 'cancelled-by-patient',
      state: 'due',
      due_on: refundDueOn(new Date(), await holidays()),
    })
    expect(await cancel(who, 2_200)).toEqual(cancelled)
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
    expect(await cancel(late, 0)).toEqual({ ok: true, refundId: null })
    expect(await refundsOf(db, late.paymentId)).toEqual([])
    const greedy = await booked(db)
    await cancel(greedy, PRICE + 1)
    expect(await refundsOf(db, greedy.paymentId)).toMatchObject([{ amount_pence: PRICE }])
  })

  it('PAY-08 APPT-03 of another version changes nothing', async () => {
    const who = await booked(db)
    const version = await versionOf(who.holdId)
    const to = (await slotsOf(db, who.eventId))[6]
    await db.query('select booking.reschedule_appointment($1, $2, $3)', [
      who.holdId,
      who.profileId,
      to,
    ])
    expect(await cancel(who, PRICE, version)).toEqual({ ok: false, reason: 'appointment-changed' })
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
    expect(await cancel({ holdId: rows[0]?.id ?? '', profileId }, PRICE)).toEqual({
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
    await cancel(early, 2_000)
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
    const after = test.open({ clockOffsetSeconds: 40 * 24 * 3_600 })
    await cancelEvent(after, event, OPERATOR)
    expect(await refundsOf(db, who.paymentId)).toEqual([])
  })
})

describe('a refund', () => {
  it('PAY-08 goes from due over pending to done, with a mail, and the payment is refunded when everything is back', async () => {
    const who = await booked(db)
    await cancel(who, PRICE)
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
    await cancel(who, PRICE)
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
    const known = await holidays()
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
