import { describe, expect, test } from 'vitest'
import { releaseHold } from '#booking/contract/holds.ts'
import { captureOrder, getOrder } from '#payments/contract/payments.ts'
import {
  approvedPatient,
  captureDuring,
  ledgerOf,
  pay,
  payingPatient,
  paymentsOf,
} from './paying-site.ts'
import { CHARGED_ONCE, soon } from './payment-ends.ts'
import { siteSetup } from './payment-setup.ts'

/** The provider captures, and its answers do not arrive. */
const LOST = { call: 'capture', mode: 'lose' } as const

const site = siteSetup()

describe('payments that do not succeed', () => {
  test('PAY-04 a declined card starts the card entry again, and the next one books', async () => {
    const patient = await payingPatient(site)
    const declined = await pay(site, patient, '4000000000000002')
    expect(declined.body).toMatchObject({
      state: 'declined',
      is_recoverable: true,
      details: [{ issue: 'INSTRUMENT_DECLINED' }],
    })
    const paid = await pay(site, patient)
    expect(paid.body['state']).toBe('booked')
    expect(await ledgerOf(site, patient)).toMatchObject({ captures: 1, booked: 1 })
  })

  test('PAY-07 a provider that is down before the capture takes nothing', async () => {
    const fault = { call: 'any', mode: 'break' } as const
    const { patient, orderId, answer } = await captureDuring(site, fault)
    expect(answer.status).toBe(503)
    expect(await paymentsOf(site, patient)).toMatchObject([{ state: 'ordered' }])
    const paid = await patient.visitor.call(captureOrder, { order_id: orderId })
    expect(paid.body['state']).toBe('booked')
  })

  test('PAY-07 a capture whose answers are lost is found out by asking, once', async () => {
    const { patient, orderId, answer } = await captureDuring(site, LOST)
    expect([answer.status, answer.body['state']]).toEqual([202, 'checking'])
    const released = await patient.visitor.call(releaseHold, { hold_id: patient.holdId })
    expect(released.status).toBe(200)
    const known = await patient.visitor.call(getOrder, { order_id: orderId })
    expect([known.status, known.body['state']]).toEqual([200, 'booked'])
    expect(await ledgerOf(site, patient)).toEqual(CHARGED_ONCE)
  })

  test('PAY-07 clicks that arrive together are one capture', async () => {
    const { patient, orderId } = await approvedPatient(site)
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => patient.visitor.call(captureOrder, { order_id: orderId })),
    )
    expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
    const known = await patient.visitor.call(getOrder, { order_id: orderId })
    expect(known.body['state']).toBe('booked')
    expect(await ledgerOf(site, patient)).toEqual(CHARGED_ONCE)
  })

  test('PAY-07 an order that is signed for another amount takes nothing', async () => {
    const { patient, orderId } = await approvedPatient(site)
    await site.paypal.control(`/control/orders/${orderId}/amount`, { value: '1.00' })
    const answer = await patient.visitor.call(captureOrder, { order_id: orderId })
    expect([answer.status, answer.body['reason']]).toEqual([409, 'order-mismatch'])
    expect(await ledgerOf(site, patient)).toMatchObject({ captures: 0, booked: 0 })
  })
})

describe('events of the provider', () => {
  test('API-05 PAY-07 the webhook books a payment whose answer was lost; a forged one changes nothing', async () => {
    const { patient, orderId } = await approvedPatient(site)
    await site.paypal.set({ faults: [LOST], webhooks: 'twice' })
    await patient.visitor.call(captureOrder, { order_id: orderId })
    await site.paypal.set({ faults: [] })
    await soon(async () => expect(await ledgerOf(site, patient)).toMatchObject({ booked: 1 }))
    await site.paypal.set({ webhooks: 'off' })
    expect(await ledgerOf(site, patient)).toEqual(CHARGED_ONCE)
    const forged = await fetch(site.webhookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED', resource: {} }),
    })
    expect(forged.status).toBe(400)
  })
})

describe('what nothing else concluded', () => {
  const makeOld = (profileId: number) =>
    site.service.db.database.query(
      `update app.payments set checked_at = app.clock_now() - interval '1 minute', lease_until = null where profile_id = $1`,
      [profileId],
    )

  test('PAY-07 the sweep books a capture whose answer was lost, and decides nothing while the provider is down', async () => {
    const { patient } = await captureDuring(site, LOST)
    await site.paypal.set({ faults: [{ call: 'any', mode: 'break' }] })
    await makeOld(patient.profileId)
    await site.service.wiring.services.payments.sweep()
    expect(await paymentsOf(site, patient)).toMatchObject([{ state: 'capturing' }])
    await site.paypal.set({ faults: [] })
    await makeOld(patient.profileId)
    await site.service.wiring.services.payments.sweep()
    expect(await ledgerOf(site, patient)).toEqual(CHARGED_ONCE)
  })

  test('PAY-07 the sweep captures again what the payer approved, with the same key', async () => {
    const fault = { call: 'capture', mode: 'break' } as const
    const { patient, answer } = await captureDuring(site, fault)
    expect(answer.body['state']).toBe('checking')
    await makeOld(patient.profileId)
    await site.service.wiring.services.payments.sweep()
    expect(await ledgerOf(site, patient)).toMatchObject({ captures: 1, booked: 1 })
  })
})
