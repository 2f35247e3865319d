import { describe, expect, test } from 'vitest'
import type { IsoDate } from '#core/rules/time.ts'
import { paymentSheet, paymentTables } from '#payments/commands/payments-list.ts'
import { refundNow } from '#payments/server/appointment-payments.ts'
import { endDispute } from '#payments/server/database/disputes.ts'
import { findPaymentOfAppointment } from '#payments/server/database/payment-records.ts'
import { elsewhereScenario } from './elsewhere-scenario.ts'
import { refundsOf, runRefund, soon } from './payment-ends.ts'
import { appointmentOf, stateOf } from './payment-scenario.ts'
import { siteSetup } from './payment-setup.ts'

const site = siteSetup()
const { database, paid, cancel, atProvider, disputesOf, dueOf, askedFor, returnedAtProvider } =
  elsewhereScenario(site)

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
    expect(refundNow(payment, soonStart, rules, new Date())).toMatchObject({
      ...{ amountPence: 0, chargePence: 0, returnedPence: 2_500 },
    })
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
    const due = await dueOf(subject)
    expect(due).toMatchObject([{ amount_pence: 1_500 }])
    await runRefund(site, due[0]?.refund_id ?? '')
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
