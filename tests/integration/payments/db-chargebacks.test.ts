import { describe, expect, it } from 'vitest'
import { cancelEvent } from '#booking/server/database/booking.ts'
import {
  listDisputes,
  listOpenDisputes,
  noteDispute,
  noteReturn,
} from '#payments/server/database/disputes.ts'
import { finishRefund, requestRefund } from '#payments/server/database/refunds.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { booked, inState, mailsTo, PRICE, refundsOf, stateOf } from './payment-scenario.ts'
import { databaseSetup } from './payment-setup.ts'
import { BY, returnScenario } from './return-scenario.ts'

const { db } = databaseSetup()

const { byHand, reversal, end, cancel, counted } = returnScenario(db)

describe('a chargeback that the charity has won', () => {
  it('PAY-12 PAY-07 of a payment without a place goes back, also while the rest is still due', async () => {
    const { paymentId } = await inState(db, 'refund_due')
    await reversal(paymentId, 1_000)
    expect(await counted(paymentId)).toEqual([[1_499, 'due']])
    expect(await end(paymentId)).toMatchObject({ ok: true, refundId: expect.any(String) })
    expect(await counted(paymentId)).toEqual([
      [1_000, 'due'],
      [1_499, 'due'],
    ])
  })

  it('PAY-12 PAY-08 of an event that was cancelled after the patient had cancelled goes back', async () => {
    const who = await booked(db)
    await reversal(who.paymentId, PRICE)
    await cancel(who, 0)
    await cancelEvent(db, who.eventId, { operator: 'Ada Quill', reason: 'hall flooded' })
    expect(await end(who.paymentId)).toMatchObject({ ok: true, refundId: expect.any(String) })
    expect(await counted(who.paymentId)).toEqual([[PRICE, 'due']])
  })

  it('PAY-12 of a booked place stays with the charity', async () => {
    const { paymentId } = await booked(db)
    await reversal(paymentId, PRICE)
    expect(await end(paymentId)).toMatchObject({ ok: true, refundId: null })
    expect(await counted(paymentId)).toEqual([])
  })
})

describe('a chargeback that the charity has lost', () => {
  it('PAY-12 ends, and its money is not returned as well', async () => {
    const who = await booked(db)
    await reversal(who.paymentId, 1_000)
    expect(await end(who.paymentId, 'lost')).toMatchObject({ ok: true, refundId: null })
    await cancelEvent(db, who.eventId, { operator: 'Ada Quill', reason: 'hall flooded' })
    expect(await counted(who.paymentId)).toEqual([[PRICE - 1_000, 'due']])
    expect((await listOpenDisputes(db, 1_000)).map((one) => one.paymentId)).not.toContain(
      who.paymentId,
    )
    expect((await listDisputes(db, [who.paymentId]))[0]).toMatchObject({ outcome: 'lost' })
  })

  it('PAY-12 may be won later, and then goes back where it is owed', async () => {
    const who = await booked(db)
    await reversal(who.paymentId, PRICE)
    await cancelEvent(db, who.eventId, { operator: 'Ada Quill', reason: 'hall flooded' })
    expect(await end(who.paymentId, 'lost')).toMatchObject({ ok: true, refundId: null })
    expect(await end(who.paymentId, 'lost')).toMatchObject({ reason: 'dispute-ended' })
    expect(await end(who.paymentId, 'won')).toMatchObject({ refundId: expect.any(String) })
    expect(await end(who.paymentId, 'lost')).toMatchObject({ reason: 'dispute-ended' })
    expect(await counted(who.paymentId)).toEqual([[PRICE, 'due']])
  })
})

describe('a chargeback and a refund by hand', () => {
  type Step = (paymentId: string) => Promise<unknown>
  const capture = (paymentId: string) => `reversal-of-CAPTURE-${paymentId}`
  const note = (pence: number, disputeIdOf = (id: string) => `X-${id}`): Step => {
    return (paymentId) =>
      noteDispute(db, {
        ...{ disputeId: disputeIdOf(paymentId), kind: 'reversal', paymentId },
        amountPence: pence,
      })
  }
  const inOrder =
    (pence: number): Step =>
    (id) =>
      byHand(id, pence, `X-${id}`, false)
  const named =
    (pence: number, prefix = 'X'): Step =>
    (id) =>
      byHand(id, pence, `${prefix}-${id}`)

  /** Our call is refused because everything is back at the provider. */
  const closeDue: Step = async (paymentId) => {
    const issue = 'CAPTURE_FULLY_REFUNDED'
    for (const { refund_id: refundId, state } of await refundsOf(db, paymentId)) {
      if (state === 'due') await finishRefund(db, { refundId, state: 'done', issue })
    }
  }

  /** What counts in the end: the payment's state, its refunds, what is taken back and what is left. */
  async function endOf(paymentId: string) {
    const { rows } = await db.query<{ state: string; taken: number; left: number }>(
      'select state, booking.taken_back_of(p) as taken, booking.left_of(p) as left from app.payments p where payment_id = $1',
      [paymentId],
    )
    const dues = (await counted(paymentId)).filter(([, state]) => state !== 'done')
    const due = dues.reduce((sum, [pence]) => sum + Number(pence), 0)
    const done = (await counted(paymentId)).filter(([, state]) => state === 'done')
    return { ...rows[0], due, done }
  }

  const reversed = { state: 'booked', done: [] }
  const PLAYS: readonly [string, Record<string, unknown>, number, Step[]][] = [
    [
      'a chargeback that the order shows as a refund',
      { ...reversed, taken: 1_000, left: PRICE - 1_500, due: 500 },
      500,
      [inOrder(1_000), note(1_000)],
    ],
    [
      'a chargeback of everything that the order shows as a refund',
      { ...reversed, taken: PRICE, left: 0, due: 0 },
      500,
      [inOrder(PRICE), note(PRICE)],
    ],
    [
      'a chargeback of a part of what is due, that an event names as a refund too',
      { ...reversed, taken: 200, left: PRICE - 700, due: 500 },
      500,
      [inOrder(200), named(200), note(200)],
    ],
    [
      'a chargeback whose event names the capture only',
      { ...reversed, taken: 1_000, left: PRICE - 1_000, due: 0 },
      0,
      [inOrder(1_000), note(1_000, capture)],
    ],
    [
      'a refund by hand beside a chargeback of the same amount',
      { state: 'booked', taken: 1_000, left: 500, due: 0, done: [[1_000, 'done']] },
      0,
      [inOrder(1_000), named(1_000), note(1_000, capture)],
    ],
    [
      'a chargeback that closed a refund of everything',
      { ...reversed, taken: PRICE, left: 0, due: 0 },
      PRICE,
      [closeDue, note(PRICE)],
    ],
    [
      'a chargeback that closed a refund less a charge',
      { ...reversed, taken: PRICE, left: 0, due: 0 },
      PRICE - 55,
      [closeDue, note(PRICE)],
    ],
  ]
  const ordersOf = <One>(steps: readonly One[]): One[][] =>
    steps.length < 2
      ? [[...steps]]
      : steps.flatMap((step, n) =>
          ordersOf(steps.toSpliced(n, 1)).map((others) => [step, ...others]),
        )

  it.each(PLAYS)('PAY-12 %s ends the same in every order', async (_what, end, due, steps) => {
    for (const order of ordersOf(steps)) {
      const { paymentId } = await booked(db)
      if (due > 0) await requestRefund(db, { paymentId, pence: due, ...BY })
      for (const step of [...order, ...order]) await step(paymentId)
      expect(await endOf(paymentId)).toEqual(end)
    }
  })

  it('PAY-12 PAY-07 a chargeback of a payment without a place that was read as a refund goes back when it is won', async () => {
    const { paymentId, profileId } = await inState(db, 'refund_due')
    await byHand(paymentId, PRICE - 1, `REVERSAL-${paymentId}`, false)
    expect(await reversal(paymentId, PRICE - 1)).toBe('was-refund')
    expect(await stateOf(db, paymentId)).toBe('refunded')
    expect(await mailsTo(db, profileId)).not.toContain('refund-sent')
    expect(await end(paymentId)).toMatchObject({ refundId: expect.any(String) })
    expect(await counted(paymentId)).toEqual([[PRICE - 1, 'due']])
  })

  it('PAY-12 without the repair of a misread chargeback, a refund that is owed is lost', async () => {
    const open = await testDatabase()
    await open.database.query(
      `create or replace function booking.misread_reversal(p app.payments, p_dispute text, p_pence int) returns uuid language sql stable
         set search_path = '' as 'select null::uuid'`,
    )
    const { paymentId } = await booked(open.database)
    await requestRefund(open.database, { paymentId, pence: 500, ...BY })
    const told = { paymentId, providerRefundId: `X-${paymentId}`, amountPence: 1_000 }
    await noteReturn(open.database, { ...told, at: new Date(), isNamed: false })
    const dispute = { disputeId: `X-${paymentId}`, kind: 'reversal', paymentId } as const
    await noteDispute(open.database, { ...dispute, amountPence: 1_000 })
    const refunds = await refundsOf(open.database, paymentId)
    expect(refunds.filter(({ state }) => state === 'due')).toEqual([])
    await open.close()
  })
})
