import { describe, expect, test } from 'vitest'
import { getReceipt } from '#payments/contract/own-payments.ts'
import { ledgerOf } from './paying-site.ts'
import {
  CHARGED_ONCE,
  dueRefundOf,
  mailArrives,
  pendingAt,
  refundedByOperator,
  refundsOf,
  runRefund,
  soon,
} from './payment-ends.ts'
import { siteSetup } from './payment-setup.ts'

const site = siteSetup()

describe('refunds', () => {
  test('PAY-08 an operator’s refund reaches the receipt and the patient; the appointment stays', async () => {
    const { patient, refundId } = await refundedByOperator(site, 700)
    await runRefund(site, refundId)
    const receipt = await patient.visitor.call(getReceipt, { appointment_id: patient.holdId })
    expect(receipt.body['refunds']).toMatchObject([
      { amount_pence: 700, state: 'done', reason: 'operator' },
    ])
    await mailArrives(site, patient, /^Your refund from/)
    expect(await ledgerOf(site, patient)).toEqual({ ...CHARGED_ONCE, refunds: 1 })
  })

  test('PAY-08 a refund that the provider cannot make now stays due, and is made later', async () => {
    await site.paypal.set({ faults: [{ call: 'refund', mode: 'refuse', status: 503 }] })
    const { patient, refundId } = await refundedByOperator(site, 700)
    expect(await runRefund(site, refundId)).toBe('PostponedError')
    expect(await refundsOf(site, patient)).toEqual([{ state: 'due', amount_pence: 700 }])
    await site.paypal.set({ faults: [] })
    await runRefund(site, refundId)
    expect(await refundsOf(site, patient)).toEqual([{ state: 'done', amount_pence: 700 }])
  })

  test('PAY-08 a pending refund that fails at last is made again, once', async () => {
    await site.paypal.set({ refunds: 'pending' })
    const { patient, refundId } = await refundedByOperator(site, 700)
    await runRefund(site, refundId)
    expect(await refundsOf(site, patient)).toEqual([{ state: 'pending', amount_pence: 700 }])
    const pending = await pendingAt(site, 'refunds')
    await site.paypal.set({ refunds: 'completed', webhooks: 'on' })
    await site.paypal.control(`/control/refunds/${pending}/settle`, { status: 'FAILED' })
    await soon(async () =>
      expect(await refundsOf(site, patient)).toEqual([
        { state: 'failed', amount_pence: 700 },
        { state: 'due', amount_pence: 700 },
      ]),
    )
    await runRefund(site, await dueRefundOf(site, patient))
    expect(await refundsOf(site, patient)).toEqual([
      { state: 'failed', amount_pence: 700 },
      { state: 'done', amount_pence: 700 },
    ])
  })
})
