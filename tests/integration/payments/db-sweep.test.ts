import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { oldestUnsettled } from '#payments/server/database/payment-lists.ts'
import { claimPayments } from '#payments/server/database/payment-sweep.ts'
import { abandonPayment, noteOrder } from '#payments/server/database/payments.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { appointmentOf, inState, settle } from './payment-scenario.ts'
import { databaseSetup } from './payment-setup.ts'

const { at, db } = databaseSetup()

describe('the sweep', () => {
  it('PAY-07 claims what is under capture or over, each once, and leaves a patient who fills in the card', async () => {
    const own = await testDatabase()
    const fresh = own.database
    const capturing = await inState(fresh, 'capturing')
    const pending = await inState(fresh, 'pending')
    const typing = await inState(fresh, 'ordered')
    await inState(fresh, 'booked')
    const claim = { most: 10, olderSeconds: 60, leaseSeconds: 30 }
    expect(await claimPayments(fresh, claim)).toEqual([])
    const later = own.open({ clockOffsetSeconds: 70 })
    const ids = (rows: { paymentId: string }[]) => rows.map((row) => row.paymentId).sort()
    const claimed = await claimPayments(later, claim)
    expect(ids(claimed)).toEqual([capturing.paymentId, pending.paymentId].sort())
    expect(claimed.find((one) => one.paymentId === capturing.paymentId)?.canCapture).toBe(true)
    expect(claimed.find((one) => one.paymentId === pending.paymentId)?.canCapture).toBe(false)
    expect(await claimPayments(later, claim)).toEqual([])
    const over = own.open({ clockOffsetSeconds: 20 * 60 })
    expect(ids(await claimPayments(over, claim))).toEqual(
      [capturing.paymentId, pending.paymentId, typing.paymentId].sort(),
    )
    expect(await oldestUnsettled(over)).toBeInstanceOf(Date)
    await own.close()
  })

  it('PAY-07 gives up what was never captured, and only when its hold is over', async () => {
    const { paymentId, holdId } = await inState(db, 'ordered')
    expect(await abandonPayment(db, paymentId)).toBe('ordered')
    const later = at(16 * 60)
    expect(await abandonPayment(later, paymentId)).toBe('abandoned')
    const captured = await inState(db, 'capturing')
    expect(await abandonPayment(db, captured.paymentId)).toBe('abandoned')
    expect(await appointmentOf(db, captured.holdId)).toMatchObject({ is_pinned: false })
    expect(await abandonPayment(db, randomUUID())).toBeUndefined()
    expect((await appointmentOf(db, holdId))?.status).toBe('held')
  })

  it('PAY-07 an order that is noted after its payment was given up is known, and its money is settled', async () => {
    const { paymentId, holdId } = await inState(db, 'creating')
    const later = at(16 * 60)
    expect(await abandonPayment(later, paymentId)).toBe('abandoned')
    expect(await noteOrder(db, paymentId, `ORDER-${paymentId}`)).toEqual({
      ok: false,
      reason: 'concluded',
    })
    expect(await settle(db, paymentId)).toMatchObject({ state: 'booked', appointmentId: holdId })
  })
})
