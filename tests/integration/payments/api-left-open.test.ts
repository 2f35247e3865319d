import { describe, expect, test } from 'vitest'
import { createLogger } from '#core/server/logger.ts'
import { paymentTables } from '#payments/commands/payments-list.ts'
import { giveUp, settleNow } from '#payments/commands/payments-settle.ts'
import { oldestUnsettled } from '#payments/server/database/payment-lists.ts'
import { paypalGateway } from '#payments/server/paypal/paypal.ts'
import { readPayments } from '#tests/fixtures/paypal.ts'
import { PENDING_CARD, pay, payingPatient } from './paying-site.ts'
import { pendingAt } from './payment-ends.ts'
import { appointmentOf, stateOf } from './payment-scenario.ts'
import { siteSetup } from './payment-setup.ts'

const site = siteSetup()

const database = () => site.service.db.database

describe('a payment that the provider leaves open', () => {
  const BY = { operator: 'Ada Quill', note: 'the provider will not decide' }

  test('PAY-07 is listed with its place, settled by a command when the provider decides, and ended by an operator otherwise', async () => {
    const patient = await payingPatient(site)
    await pay(site, patient, PENDING_CARD)
    const { rows } = await database().query<{ payment_id: string }>(
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
