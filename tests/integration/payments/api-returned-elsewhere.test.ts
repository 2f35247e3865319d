import { describe, expect, test } from 'vitest'
import { parsePounds } from '#domain/money.ts'
import type { IsoDate } from '#domain/time.ts'
import { paypalGateway } from '#server/gateways/paypal/paypal.ts'
import { createLogger } from '#server/logger.ts'
import { paymentSheet, paymentTables } from '#server/operations/payments-list.ts'
import { giveUp, settleNow } from '#server/operations/payments-settle.ts'
import { cancelEvent } from '#server/repositories/booking.ts'
import { endDispute } from '#server/repositories/disputes.ts'
import { oldestUnsettled } from '#server/repositories/payment-lists.ts'
import { findPaymentOfAppointment } from '#server/repositories/payment-records.ts'
import { requestRefund } from '#server/repositories/refunds.ts'
import { refundNow } from '#server/services/payments/appointment-payments.ts'
import { readPayments } from '#tests/fixtures/paypal.ts'
import { pay, payingPatient } from './paying-site.ts'
import { pendingAt, refundsOf, runRefund, soon } from './payment-ends.ts'
import { appointmentOf, stateOf } from './payment-play.ts'
import { siteSetup } from './payment-setup.ts'

const CHARITY = { operator: 'Ada Quill', reason: 'hall flooded' }

const site = siteSetup()

const database = () => site.service.db.database
const query = <Row extends object>(sql: string, values: unknown[]) =>
  database().query<Row>(sql, values)

/** A patient who has paid £25 and is booked. */
async function paid() {
  const patient = await payingPatient(site)
  await pay(site, patient)
  const { rows } = await query<{ payment_id: string; capture_id: string }>(
    'select payment_id, capture_id from app.payments where profile_id = $1',
    [patient.profileId],
  )
  const [row] = rows
  if (row === undefined) throw new Error('no payment')
  return { ...patient, paymentId: row.payment_id, captureId: row.capture_id }
}
type Paid = Awaited<ReturnType<typeof paid>>

/** Without a call of ours; `value` in pounds, or all of the rest. */
const atProvider = (
  what: 'refund' | 'reverse' | 'dispute',
  { captureId }: Paid,
  value?: string,
): Promise<{ dispute_id?: string }> =>
  site.paypal.control(`/control/captures/${captureId}/${what}`, value ? { value } : {})

async function disputesOf({ paymentId }: Paid) {
  const { rows } = await query<{ dispute_id: string; kind: string; amount_pence: number }>(
    'select dispute_id, kind, amount_pence from app.disputes where payment_id = $1',
    [paymentId],
  )
  return rows
}

const cancel = ({ eventId }: Paid) => cancelEvent(database(), eventId, CHARITY)

/** What we asked the provider to return of this capture, in pence, and how often it did. */
async function askedFor({ captureId }: Paid): Promise<number> {
  const calls =
    await site.paypal.control<{ call: string; path: string; status: number }[]>('/control/calls')
  return calls.filter(({ call, path }) => call === 'refund' && path.includes(captureId)).length
}

/** Everything that the provider has returned of the capture. */
async function returnedAtProvider({ captureId }: Paid): Promise<number> {
  const state = await site.paypal.control<{
    refunds: { capture_id: string; amount: { value: string }; status: string }[]
  }>('/control/state')
  return state.refunds
    .filter((one) => one.capture_id === captureId && one.status === 'COMPLETED')
    .reduce((sum, { amount }) => sum + (parsePounds(amount.value) ?? Number.NaN), 0)
}

describe('money that the payer’s bank takes back', () => {
  test('PAY-12 is recorded and named to operators, the place stays, and a later cancellation returns nothing', async () => {
    const subject = await paid()
    await site.paypal.set({ webhooks: 'twice' })
    await atProvider('reverse', subject)
    await soon(async () => expect(await disputesOf(subject)).toHaveLength(1))
    expect(await disputesOf(subject)).toMatchObject([{ kind: 'reversal', amount_pence: 2_500 }])
    expect((await appointmentOf(database(), subject.holdId))?.status).toBe('booked')
    expect(await stateOf(database(), subject.paymentId)).toBe('booked')
    const list = await paymentTables(database())
    expect(list).toMatch(new RegExp(`taken back by[^]*${subject.paymentId} +money taken back`))
    expect(list).toMatch(new RegExp(`all the money is back:[^]*${subject.paymentId}[^]*Newest`))
    expect(await paymentSheet(database(), subject.paymentId)).toContain('dispute: money taken back')

    const payment = await findPaymentOfAppointment(database(), subject.holdId)
    if (payment === undefined) throw new Error('no payment')
    const soonStart = { startsAt: new Date(Date.now() + 30 * 86_400_000) }
    const rules = { charge: { percent: 10, pence: 0 }, holidays: new Set<IsoDate>() }
    expect(refundNow(payment, soonStart, rules, new Date()).amount_pence).toBe(0)
    await cancel(subject)
    expect(await refundsOf(site, subject)).toEqual([])
    expect(await askedFor(subject)).toBe(0)
  })

  test('PAY-12 is not returned as well by a refund that was still to be made', async () => {
    const subject = await paid()
    await site.paypal.set({ faults: [{ call: 'refund', mode: 'refuse', status: 503 }] })
    await cancel(subject)
    await site.paypal.set({ webhooks: 'on' })
    await atProvider('reverse', subject, '10.00')
    await soon(async () => expect(await disputesOf(subject)).toHaveLength(1))
    await site.paypal.set({ faults: [] })
    const { rows } = await query<{ refund_id: string; amount_pence: number }>(
      `select refund_id, amount_pence from app.refunds where payment_id = $1 and state = 'due'`,
      [subject.paymentId],
    )
    expect(rows).toMatchObject([{ amount_pence: 1_500 }])
    await runRefund(site, rows[0]?.refund_id ?? '')
    expect(await returnedAtProvider(subject)).toBe(2_500)
  })

  test('PAY-12 a chargeback that the charity has won can be ended: what it owes goes back then', async () => {
    const subject = await paid()
    await site.paypal.set({ webhooks: 'on' })
    await atProvider('reverse', subject)
    await soon(async () => expect(await disputesOf(subject)).toHaveLength(1))
    await cancel(subject)
    const id = (await disputesOf(subject))[0]?.dispute_id ?? ''
    const by = { outcome: 'won', operator: 'Ada Quill', note: 'the bank found for us' } as const
    expect(await endDispute(database(), id, { outcome: 'won' })).toMatchObject({
      reason: 'dispute-ended',
    })
    expect(await endDispute(database(), id, by)).toMatchObject({ ok: true })
    expect(await endDispute(database(), id, by)).toMatchObject({ reason: 'dispute-ended' })
    expect(await refundsOf(site, subject)).toMatchObject([{ amount_pence: 2_500 }])
  })

  test('PAY-12 a dispute is named until the provider ends it, and changes no refund', async () => {
    const subject = await paid()
    await site.paypal.set({ webhooks: 'on' })
    const { dispute_id: id } = await atProvider('dispute', subject)
    await soon(async () => expect(await disputesOf(subject)).toMatchObject([{ dispute_id: id }]))
    expect(await paymentTables(database())).toContain(id)
    const payment = await findPaymentOfAppointment(database(), subject.holdId)
    expect(payment?.takenBackPence).toBe(0)
    expect(await endDispute(database(), id ?? '', { outcome: null })).toMatchObject({ ok: true })
    expect(await paymentTables(database())).not.toContain(id)
  })
})

describe('a payment that the provider leaves open', () => {
  const PENDING_CARD = '4000000000000259'
  const BY = { operator: 'Ada Quill', note: 'the provider will not decide' }

  test('PAY-07 is listed with its place, settled by a command when the provider decides, and ended by an operator otherwise', async () => {
    const patient = await payingPatient(site)
    await pay(site, patient, PENDING_CARD)
    const { rows } = await query<{ payment_id: string }>(
      'select payment_id from app.payments where profile_id = $1',
      [patient.profileId],
    )
    const paymentId = rows[0]?.payment_id ?? ''
    const deps = {
      ...{ database: database(), clock: { now: () => new Date() }, logger: createLogger('silent') },
      gateway: paypalGateway(readPayments(site.paypal)),
    }
    expect(await paymentTables(database())).toMatch(
      new RegExp(`Not settled:[^]*${paymentId} +pending [^\\n]*kept\\n[^]*Refunds`),
    )
    expect(await oldestUnsettled(database(), 'kept')).toBeInstanceOf(Date)
    await site.paypal.set({ faults: [{ call: 'get-order', mode: 'refuse', status: 503 }] })
    expect(await giveUp(deps, paymentId, BY)).toContain('Not given up')
    expect(await stateOf(database(), paymentId)).toBe('pending')
    await site.paypal.set({ faults: [] })
    expect((await settleNow(deps, paymentId))?.text).toContain('The payment is pending')
    expect(await giveUp(deps, paymentId, BY)).toContain('Given up')
    expect(await stateOf(database(), paymentId)).toBe('abandoned')
    expect(await appointmentOf(database(), patient.holdId)).toMatchObject({ is_pinned: false })
    // The provider still says that it is pending: nothing waits for it again.
    expect((await settleNow(deps, paymentId))?.text).toContain('The payment is abandoned')
    expect(await giveUp(deps, paymentId, BY)).not.toContain('Given up')
    await site.paypal.control(`/control/captures/${await pendingAt(site, 'captures')}/settle`, {
      status: 'COMPLETED',
    })
    expect((await settleNow(deps, paymentId))?.text).toContain('The payment is booked')
  })
})

describe('a refund by hand at the provider', () => {
  test('PAY-08 of a part is a refund of the payment, and ours returns only the rest', async () => {
    const subject = await paid()
    await site.paypal.set({ webhooks: 'twice' })
    await atProvider('refund', subject, '10.00')
    await soon(async () => expect(await refundsOf(site, subject)).toHaveLength(1))
    await site.paypal.set({ webhooks: 'off' })
    await cancel(subject)
    await soon(async () =>
      expect(await refundsOf(site, subject)).toEqual([
        { state: 'done', amount_pence: 1_000 },
        { state: expect.stringMatching(/due|done/), amount_pence: 1_500 },
      ]),
    )
    const { rows } = await query<{ refund_id: string }>(
      `select refund_id from app.refunds where payment_id = $1 and amount_pence = 1500`,
      [subject.paymentId],
    )
    await runRefund(site, rows[0]?.refund_id ?? '')
    expect(await returnedAtProvider(subject)).toBe(2_500)
    expect(await stateOf(database(), subject.paymentId)).toBe('refunded')
  })

  test('PAY-12 PAY-08 beside one of ours whose answer was lost does not make the provider return ours again', async () => {
    const subject = await paid()
    await site.paypal.set({ faults: [{ call: 'refund', mode: 'lose' }] })
    const by = { operator: 'Ada Quill', note: 'late start' }
    const asked = await requestRefund(database(), {
      paymentId: subject.paymentId,
      pence: 500,
      ...by,
    })
    if (!asked.ok) throw new Error(asked.reason)
    // Its own job would ask again, with the answer, before the refund by hand.
    await query(`update app.jobs set run_at = run_at + interval '1 hour' where dedupe_key = $1`, [
      asked.refundId,
    ])
    await runRefund(site, asked.refundId)
    expect(await returnedAtProvider(subject)).toBe(500)
    await site.paypal.set({ faults: [], webhooks: 'on' })
    await atProvider('refund', subject, '2.00')
    const due = () =>
      query<{ refund_id: string; amount_pence: number }>(
        `select refund_id, amount_pence from app.refunds where payment_id = $1 and state = 'due'`,
        [subject.paymentId],
      )
    await soon(async () => expect((await due()).rows).toMatchObject([{ amount_pence: 300 }]))
    await runRefund(site, (await due()).rows[0]?.refund_id ?? '')
    expect((await due()).rows).toEqual([])
    expect(await returnedAtProvider(subject)).toBe(700)
    expect((await refundsOf(site, subject)).filter(({ state }) => state === 'done').length).toBe(2)
  })

  test('PAY-08 of everything ends the payment, and operators see the place that is still booked', async () => {
    const subject = await paid()
    await site.paypal.set({ webhooks: 'on' })
    await atProvider('refund', subject)
    await soon(async () =>
      expect(await refundsOf(site, subject)).toEqual([{ state: 'done', amount_pence: 2_500 }]),
    )
    expect(await stateOf(database(), subject.paymentId)).toBe('refunded')
    expect((await appointmentOf(database(), subject.holdId))?.status).toBe('booked')
    expect(await paymentTables(database())).toMatch(
      new RegExp(`all the money is back:[^]*${subject.paymentId} +refunded[^]*Newest`),
    )
  })

  test.each([
    ['10.00', 'a part', 1_500],
    [undefined, 'everything', 0],
  ] as const)(
    'PAY-08 of %s pounds that no event told of is found when ours is asked for (%s)',
    async (value, _part, rest) => {
      const subject = await paid()
      await atProvider('refund', subject, value)
      await cancel(subject)
      const open = async () =>
        (
          await query<{ refund_id: string; amount_pence: number }>(
            `select refund_id, amount_pence from app.refunds where payment_id = $1 and state = 'due'`,
            [subject.paymentId],
          )
        ).rows
      for (const { refund_id: id } of await open()) await runRefund(site, id)
      for (const { refund_id: id } of await open()) await runRefund(site, id)
      expect(await open()).toEqual([])
      const done = (await refundsOf(site, subject)).filter(({ state }) => state === 'done')
      expect(done.map(({ amount_pence: pence }) => pence).sort()).toEqual(
        [2_500 - rest, rest].filter((pence) => pence > 0).sort(),
      )
      expect(await returnedAtProvider(subject)).toBe(2_500)
      expect(await stateOf(database(), subject.paymentId)).toBe('refunded')
    },
  )
})
