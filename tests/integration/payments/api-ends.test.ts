import { afterEach, describe, expect, test, vi } from 'vitest'
import { releaseHold } from '#booking/contract/holds.ts'
import { cancelEvent } from '#booking/server/database/booking.ts'
import { LIMITS } from '#core/server/config/limits.ts'
import { listOwnPayments } from '#payments/contract/own-payments.ts'
import { captureOrder, createOrder, getOrder } from '#payments/contract/payments.ts'
import { type Order, PaymentProviderError } from '#payments/server/paypal/gateway.ts'
import { paypalGateway } from '#payments/server/paypal/paypal.ts'
import { readPayments } from '#tests/fixtures/paypal.ts'
import { approvedOrder, CART, ledgerOf, PENDING_CARD, pay, payingPatient } from './paying-site.ts'
import {
  allReturned,
  CHARGED_ONCE,
  mailArrives,
  NOTHING,
  pendingAt,
  RETURNED,
  refundedByOperator,
  soon,
} from './payment-ends.ts'
import { siteSetup } from './payment-setup.ts'

const CHALLENGE_FAILS = '4868719796782421'

/** Which protection is removed, and whether the provider answers 422 to a capture that it made. */
const switches = vi.hoisted(() => ({
  forgetsAmount: false,
  forgetsAuthentication: false,
  believesRefusal: false,
  refusesAfterCapture: false,
}))

vi.mock(import('#payments/server/conclude.ts'), async (original) => {
  const actual = await original()
  return {
    ...actual,
    isOrderOf: (...given) => switches.forgetsAmount || actual.isOrderOf(...given),
  }
})

vi.mock(import('#payments/server/three-d-secure.ts'), async (original) => {
  const actual = await original()
  return {
    ...actual,
    isAuthenticationRefused: (order) =>
      !switches.forgetsAuthentication && actual.isAuthenticationRefused(order),
  }
})

vi.mock(import('#payments/server/paypal/paypal.ts'), async (original) => {
  const actual = await original()
  const paypalGateway: typeof actual.paypalGateway = (env) => {
    const gateway = actual.paypalGateway(env)
    return {
      ...gateway,
      async getOrder(orderId) {
        const order = await gateway.getOrder(orderId)
        return switches.believesRefusal && order ? { ...order, captures: [] } : order
      },
      async captureOrder(orderId, paymentId): Promise<Order> {
        const order = await gateway.captureOrder(orderId, paymentId)
        if (!switches.refusesAfterCapture) return order
        throw new PaymentProviderError({
          status: 422,
          issue: 'TRANSACTION_REFUSED',
          description: undefined,
          debugId: undefined,
          isUnclear: false,
        })
      },
    }
  }
  return { ...actual, paypalGateway }
})

const site = siteSetup()
afterEach(() => {
  for (const name of Object.keys(switches)) switches[name as keyof typeof switches] = false
})

async function failedChallenge() {
  const patient = await payingPatient(site)
  const orderId = await approvedOrder(site, patient, CHALLENGE_FAILS)
  await site.paypal.endChallenge(orderId, false)
  const answer = await patient.visitor.call(captureOrder, { order_id: orderId })
  return { patient, answer }
}

async function changedAmount() {
  const patient = await payingPatient(site)
  const orderId = await approvedOrder(site, patient)
  await site.paypal.control(`/control/orders/${orderId}/amount`, { value: '1.00' })
  await patient.visitor.call(captureOrder, { order_id: orderId })
  return ledgerOf(site, patient)
}

async function refusedAfterCapture() {
  const patient = await payingPatient(site)
  switches.refusesAfterCapture = true
  await pay(site, patient)
  return ledgerOf(site, patient)
}

describe('how payments end', () => {
  test('PAY-04 a bank’s check that failed takes nothing, and the next card books', async () => {
    const { patient, answer } = await failedChallenge()
    expect(answer.body).toMatchObject({
      state: 'declined',
      is_recoverable: true,
      details: [{ issue: 'PAYER_ACTION_REQUIRED' }],
    })
    expect(await ledgerOf(site, patient)).toEqual(NOTHING)
    await pay(site, patient)
    expect(await ledgerOf(site, patient)).toEqual(CHARGED_ONCE)
  })

  test('PAY-07 a pending capture keeps the place, and its event books it', async () => {
    const patient = await payingPatient(site)
    const answer = await pay(site, patient, PENDING_CARD)
    expect([answer.status, answer.body['state']]).toEqual([202, 'checking'])
    await patient.visitor.call(releaseHold, { hold_id: patient.holdId })
    const again = await patient.visitor.call(createOrder, { cart: CART })
    expect(again.body['reason']).toBe('payment-in-progress')
    await mailArrives(site, patient, /is being checked/)
    const pending = await pendingAt(site, 'captures')
    await site.paypal.set({ webhooks: 'on' })
    await site.paypal.control(`/control/captures/${pending}/settle`, { status: 'COMPLETED' })
    await soon(async () => expect(await ledgerOf(site, patient)).toEqual(CHARGED_ONCE))
  })

  test('PAY-07 an event that is cancelled during the capture returns everything', async () => {
    const patient = await payingPatient(site)
    const orderId = await approvedOrder(site, patient)
    await site.paypal.set({ faults: [{ call: 'capture', mode: 'lose' }] })
    await patient.visitor.call(captureOrder, { order_id: orderId })
    await site.paypal.set({ faults: [] })
    const by = { operator: 'Olive Ward', reason: null }
    await cancelEvent(site.service.db.database, patient.eventId, by)
    const known = await patient.visitor.call(getOrder, { order_id: orderId })
    expect(known.body['state']).toBe('returned')
    await allReturned(site, patient)
    expect(await ledgerOf(site, patient)).toEqual(RETURNED)
  })

  test('PAY-07 a capture after the end of the hold goes back when the place is taken', async () => {
    const patient = await payingPatient(site)
    const orderId = await approvedOrder(site, patient)
    await site.service.db.database.query(
      `update app.appointments set hold_expires_at = app.clock_now() - interval '1 second' where appointment_id = $1`,
      [patient.holdId],
    )
    const refused = await patient.visitor.call(captureOrder, { order_id: orderId })
    expect(refused.body['reason']).toBe('hold-over')
    expect(await ledgerOf(site, patient)).toEqual(NOTHING)
    await payingPatient(site, { eventId: patient.eventId })
    // A request that was on its way when the hold ended; its key does not matter.
    await paypalGateway(readPayments(site.paypal)).captureOrder(orderId, patient.holdId)
    const late = await patient.visitor.call(captureOrder, { order_id: orderId })
    expect(late.body['state']).toBe('returned')
    await allReturned(site, patient)
    await mailArrives(site, patient, /returns your payment$/)
    expect(await ledgerOf(site, patient)).toEqual(RETURNED)
    const { body } = await patient.visitor.call(listOwnPayments)
    expect(body['payments']).toMatchObject([
      {
        amount_pence: 2_500,
        appointment_id: null,
        refunds: [{ amount_pence: 2_500, state: 'done' }],
      },
    ])
  })

  test('PAY-13 an own payment is listed with its appointment and refunds; those of others are not', async () => {
    const { patient } = await refundedByOperator(site, 700)
    await refundedByOperator(site, 800)
    const { body } = await patient.visitor.call(listOwnPayments)
    expect(body['payments']).toMatchObject([
      { amount_pence: 2_500, appointment_id: patient.holdId, refunds: [{ amount_pence: 700 }] },
    ])
  })

  test('PAY-07 two windows with an approved order each make one charge', async () => {
    const patient = await payingPatient(site)
    const [one, other] = [await approvedOrder(site, patient), await approvedOrder(site, patient)]
    await patient.visitor.call(captureOrder, { order_id: one })
    const second = await patient.visitor.call(captureOrder, { order_id: other })
    expect([second.status, second.body['reason']]).toEqual([409, 'already-paid'])
    const third = await patient.visitor.call(createOrder, { cart: CART })
    expect(third.body['reason']).toBe('already-paid')
    expect(await ledgerOf(site, patient)).toEqual(CHARGED_ONCE)
  })

  test('PAY-06 orders are limited per patient', async () => {
    const patient = await payingPatient(site)
    await patient.visitor.call(releaseHold, { hold_id: patient.holdId })
    const statuses: number[] = []
    for (let n = 0; n <= LIMITS.orderPerPatient.most; n += 1) {
      const { status } = await patient.visitor.call(createOrder, { cart: CART })
      statuses.push(status)
    }
    expect(statuses).toEqual([...Array(LIMITS.orderPerPatient.most).fill(409), 429])
  })
})

describe('a protection and its absence', () => {
  test('PAY-07 a refusal is believed only when the order shows no capture', async () => {
    expect(await refusedAfterCapture()).toEqual(CHARGED_ONCE)
    switches.believesRefusal = true
    expect(await refusedAfterCapture()).toEqual({ ...NOTHING, captures: 1 })
  })

  test('PAY-06 an order of another amount is not captured', async () => {
    expect(await changedAmount()).toEqual(NOTHING)
    switches.forgetsAmount = true
    expect(await changedAmount()).toMatchObject({ captures: 1 })
  })

  test('PAY-04 the server judges the bank’s check itself', async () => {
    switches.forgetsAuthentication = true
    const { patient } = await failedChallenge()
    expect(await ledgerOf(site, patient)).toMatchObject({ captures: 1 })
  })
})
