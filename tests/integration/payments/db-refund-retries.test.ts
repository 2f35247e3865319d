import { describe, expect, it } from 'vitest'
import { PostponedError } from '#core/server/postponed.ts'
import { stillBooked } from '#payments/commands/payments-list.ts'
import { finishRefund, requestRefund } from '#payments/server/database/refunds.ts'
import type { OpenPaymentDeps } from '#payments/server/deps.ts'
import { PaymentProviderError } from '#payments/server/paypal/gateway.ts'
import { refundsOf as refundsService } from '#payments/server/refunds.ts'
import { booked, inState, PRICE, refundsOf, stateOf } from './payment-scenario.ts'
import { DAY, databaseSetup, HOUR } from './payment-setup.ts'

const { at, db } = databaseSetup()

async function refundRows(paymentId: string) {
  const { rows } = await db.query<{
    refund_id: string
    state: string
    requested_at: Date
    due_on: string
    operator: string
    note: string
    attempts: number
    wait: number
  }>(
    `select refund_id, r.state, requested_at, due_on, operator, note, r.attempts,
            round(extract(epoch from j.run_at - app.clock_now()))::int as wait
       from app.refunds r join app.jobs j on j.kind = 'refund' and j.dedupe_key = refund_id::text
      where payment_id = $1 order by r.attempts, r.state <> 'failed'`,
    [paymentId],
  )
  return rows
}

/** The service of refunds, with a provider that answers every call like this. */
function refundService(answer: () => Promise<{ id: string; status: 'FAILED' }>) {
  const logged: string[] = []
  const log = (_fields: object, text: string) => void logged.push(text)
  const deps = {
    database: db,
    clock: { now: () => new Date() },
    gateway: { refund: answer, getOrder: async () => undefined },
    logger: { info: log, warn: log, error: log },
    step: (_name: string, run: () => Promise<unknown>) => run(),
    nudgeJobs: () => undefined,
  } as unknown as OpenPaymentDeps
  return { make: refundsService(deps).refund, logged }
}

describe('a refund that the provider refuses for good', () => {
  it('PAY-08 is asked for again after growing pauses, with the day, the due day, the operator and the reason of the first', async () => {
    const { paymentId } = await booked(db)
    const asked = await requestRefund(db, {
      ...{ paymentId, pence: 500, operator: 'Ada Quill', note: 'late start' },
    })
    const { make } = refundService(async () => ({ id: crypto.randomUUID(), status: 'FAILED' }))
    let next = asked.refundId ?? ''
    for (let n = 0; n < 3; n += 1) {
      await make(next)
      next = (await refundRows(paymentId)).at(-1)?.refund_id ?? ''
    }
    const [first, ...later] = await refundRows(paymentId)
    expect(later.map(({ state }) => state)).toEqual(['failed', 'failed', 'due'])
    for (const one of later) {
      expect(one).toMatchObject({
        requested_at: first?.requested_at,
        due_on: first?.due_on,
        operator: 'Ada Quill',
        note: 'late start',
      })
    }
    const waits = later.map(({ wait }) => wait)
    for (const [n, least] of [25, 50, 100].entries()) {
      expect(waits[n]).toBeGreaterThan(least)
      expect(waits[n]).toBeLessThanOrEqual(HOUR)
    }
  })

  it('PAY-08 is found by the one that it replaces when its operator’s note is deleted', async () => {
    const { paymentId, profileId } = await booked(db)
    const asked = await requestRefund(db, {
      ...{ paymentId, pence: 500, operator: 'Ada Quill', note: 'late start' },
    })
    const failed = { refundId: asked.refundId ?? '', state: 'failed' as const }
    const next = await finishRefund(db, failed)
    await db.query(`select app.erase_patient($1, 'Ada Quill', 'asked by letter', '{}')`, [
      profileId,
    ])
    expect(await finishRefund(db, failed)).toEqual(next)
  })
})

describe('a refund for which too little is left at the provider', () => {
  it('PAY-08 waits a day for an operator instead of being asked for every hour', async () => {
    const { paymentId } = await inState(db, 'refund_due')
    const refundId = (await refundsOf(db, paymentId))[0]?.refund_id ?? ''
    const { make, logged } = refundService(async () => {
      throw new PaymentProviderError({
        status: 422,
        issue: 'REFUND_AMOUNT_EXCEEDED',
        isUnclear: false,
      })
    })
    const end = await make(refundId).catch((error: unknown) => error)
    expect(end).toBeInstanceOf(PostponedError)
    expect(end).toMatchObject({ seconds: DAY })
    expect(logged).toContain('refund needs an operator')
    const { rows } = await db.query('select last_issue from app.refunds where refund_id = $1', [
      refundId,
    ])
    expect(rows).toEqual([{ last_issue: 'REFUND_AMOUNT_EXCEEDED' }])
  })
})

describe('an operator’s refund', () => {
  it('PAY-08 of the same amount within a day names the earlier one and needs --again', async () => {
    const { paymentId } = await booked(db)
    const ask = { paymentId, pence: 500, operator: 'Ada Quill', note: 'late start' }
    const first = await requestRefund(db, ask)
    expect(first).toMatchObject({ ok: true })
    expect(await requestRefund(db, ask)).toEqual({
      ok: false,
      reason: 'refunded-before',
      refundId: first.refundId,
    })
    expect(await refundsOf(db, paymentId)).toHaveLength(1)
    expect(await requestRefund(db, { ...ask, again: true })).toMatchObject({ ok: true })
    expect(await requestRefund(db, { ...ask, pence: 400 })).toMatchObject({ ok: true })
    expect(await requestRefund(at(DAY + 60), ask)).toMatchObject({
      ok: true,
    })
  })

  it('PAY-08 of everything says that the appointment stays booked; of a part it does not', async () => {
    const { paymentId, holdId, profileId } = await booked(db)
    const ask = { paymentId, operator: 'Ada Quill', note: 'late start' }
    await requestRefund(db, { ...ask, pence: 500 })
    expect(await stillBooked(db, paymentId)).toBe('')
    await requestRefund(db, { ...ask, pence: PRICE - 500 })
    expect(await stillBooked(db, paymentId)).toContain('stays booked')
    for (const { refund_id: refundId } of await refundsOf(db, paymentId)) {
      await finishRefund(db, { refundId, state: 'done' })
    }
    expect(await stateOf(db, paymentId)).toBe('refunded')
    expect(await stillBooked(db, paymentId)).toContain('stays booked')
    await db.query(`select booking.cancel_appointment($1, $2)`, [holdId, profileId])
    expect(await stillBooked(db, paymentId)).toBe('')
  })
})
