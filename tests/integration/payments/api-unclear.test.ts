import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { releaseHold } from '#contract/holds.ts'
import { captureOrder, getOrder } from '#contract/payments.ts'
import {
  approvedOrder,
  ledgerOf,
  type PayingSite,
  pay,
  payingPatient,
  payingSite,
  paymentsOf,
} from './paying-site.ts'

let site: PayingSite
beforeAll(async () => {
  site = await payingSite()
})
afterAll(() => site?.close())
afterEach(() => site.paypal.set({ faults: [] }))

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
    const patient = await payingPatient(site)
    const orderId = await approvedOrder(site, patient)
    await site.paypal.set({ faults: [{ call: 'any', mode: 'break' }] })
    const answer = await patient.visitor.call(captureOrder, { order_id: orderId })
    await site.paypal.set({ faults: [] })
    expect(answer.status).toBe(503)
    expect(await paymentsOf(site, patient)).toMatchObject([{ state: 'ordered' }])
    const paid = await patient.visitor.call(captureOrder, { order_id: orderId })
    expect(paid.body['state']).toBe('booked')
  })

  test('PAY-07 a capture whose answers are lost is found out by asking, once', async () => {
    const patient = await payingPatient(site)
    const orderId = await approvedOrder(site, patient)
    await site.paypal.set({ faults: [{ call: 'capture', mode: 'lose' }] })
    const unclear = await patient.visitor.call(captureOrder, { order_id: orderId })
    await site.paypal.set({ faults: [] })
    expect([unclear.status, unclear.body['state']]).toEqual([202, 'checking'])
    const released = await patient.visitor.call(releaseHold, { hold_id: patient.holdId })
    expect(released.status).toBe(200)
    const known = await patient.visitor.call(getOrder, { order_id: orderId })
    expect([known.status, known.body['state']]).toEqual([200, 'booked'])
    expect(await ledgerOf(site, patient)).toEqual({
      captures: 1,
      captured: 1,
      booked: 1,
      refunds: 0,
    })
  })

  test('PAY-07 clicks that arrive together are one capture', async () => {
    const patient = await payingPatient(site)
    const orderId = await approvedOrder(site, patient)
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() => patient.visitor.call(captureOrder, { order_id: orderId })),
    )
    expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([])
    const known = await patient.visitor.call(getOrder, { order_id: orderId })
    expect(known.body['state']).toBe('booked')
    expect(await ledgerOf(site, patient)).toEqual({
      captures: 1,
      captured: 1,
      booked: 1,
      refunds: 0,
    })
  })

  test('PAY-07 an order that is signed for another amount takes nothing', async () => {
    const patient = await payingPatient(site)
    const orderId = await approvedOrder(site, patient)
    await site.paypal.control(`/control/orders/${orderId}/amount`, { value: '1.00' })
    const answer = await patient.visitor.call(captureOrder, { order_id: orderId })
    expect([answer.status, answer.body['reason']]).toEqual([409, 'order-mismatch'])
    expect(await ledgerOf(site, patient)).toMatchObject({ captures: 0, booked: 0 })
  })
})

describe('events of the provider', () => {
  test('API-05 PAY-07 the webhook books a payment whose answer was lost; a forged one changes nothing', async () => {
    const patient = await payingPatient(site)
    const orderId = await approvedOrder(site, patient)
    await site.paypal.set({ faults: [{ call: 'capture', mode: 'lose' }], webhooks: 'twice' })
    await patient.visitor.call(captureOrder, { order_id: orderId })
    await site.paypal.set({ faults: [] })
    await vi.waitFor(
      async () => expect(await ledgerOf(site, patient)).toMatchObject({ booked: 1 }),
      { timeout: 15_000, interval: 100 },
    )
    await site.paypal.set({ webhooks: 'off' })
    expect(await ledgerOf(site, patient)).toEqual({
      captures: 1,
      captured: 1,
      booked: 1,
      refunds: 0,
    })
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
    const patient = await payingPatient(site)
    const orderId = await approvedOrder(site, patient)
    await site.paypal.set({ faults: [{ call: 'capture', mode: 'lose' }] })
    await patient.visitor.call(captureOrder, { order_id: orderId })
    await site.paypal.set({ faults: [{ call: 'any', mode: 'break' }] })
    await makeOld(patient.profileId)
    await site.service.wiring.services.payments.sweep()
    expect(await paymentsOf(site, patient)).toMatchObject([{ state: 'capturing' }])
    await site.paypal.set({ faults: [] })
    await makeOld(patient.profileId)
    await site.service.wiring.services.payments.sweep()
    expect(await ledgerOf(site, patient)).toEqual({
      captures: 1,
      captured: 1,
      booked: 1,
      refunds: 0,
    })
  })

  test('PAY-07 the sweep captures again what the payer approved, with the same key', async () => {
    const patient = await payingPatient(site)
    const orderId = await approvedOrder(site, patient)
    await site.paypal.set({ faults: [{ call: 'capture', mode: 'break' }] })
    const answer = await patient.visitor.call(captureOrder, { order_id: orderId })
    expect(answer.body['state']).toBe('checking')
    await site.paypal.set({ faults: [] })
    await makeOld(patient.profileId)
    await site.service.wiring.services.payments.sweep()
    expect(await ledgerOf(site, patient)).toMatchObject({ captures: 1, booked: 1 })
  })
})
