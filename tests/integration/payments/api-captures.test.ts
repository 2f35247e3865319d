import { describe, expect, test } from 'vitest'
import { cancelEvent } from '#booking/server/database/booking.ts'
import type { Patient, RequestContext } from '#core/server/caller.ts'
import { refused } from '#core/server/outcome.ts'
import { captureOrder, createOrder } from '#payments/contract/payments.ts'
import { findPayment } from '#payments/server/database/payment-records.ts'
import { PaymentProviderError } from '#payments/server/paypal/gateway.ts'
import { CART, captureDuring, payingPatient } from './paying-site.ts'
import { inState, stateOf } from './payment-scenario.ts'
import { siteSetup } from './payment-setup.ts'
import { orderOf, servicesWith } from './provider-scenario.ts'

const site = siteSetup()

const database = () => site.service.db.database
const query = (sql: string, values: unknown[]) => database().query(sql, values)

const storedPayment = async (paymentId: string) => {
  const payment = await findPayment(database(), paymentId)
  if (payment === undefined) throw new Error('no payment')
  return payment
}

describe('money that was taken is not lost', () => {
  test('PAY-07 a capture that cannot be settled now is not read as a declined card', async () => {
    const { paymentId } = await inState(database(), 'capturing')
    let turns = 0
    const { conclusions } = servicesWith(database(), {
      gateway: {
        captureOrder: async () => {
          throw new PaymentProviderError({ status: 422, issue: 'REFUSED', isUnclear: false })
        },
        getOrder: async () => orderOf(paymentId),
      },
      isBusy: () => {
        turns += 1
        return turns === 1
      },
    })
    const payment = await storedPayment(paymentId)
    expect(await conclusions.takeMoney(payment, 'ORDER1')).toBe('unsettled')
    expect(await stateOf(database(), paymentId)).toBe('capturing')
  })

  test('PAY-07 a fact of the card that cannot be stored does not stop the booking', async () => {
    const { paymentId } = await inState(database(), 'capturing')
    const payment = await storedPayment(paymentId)
    const taken = orderOf(paymentId)
    const captures = taken.captures.map((one) => ({ ...one, avsCode: '\u0000' }))
    const { conclusions } = servicesWith(database(), { gateway: {} })
    // A date that jsonb takes and the database cannot read: only the facts of the card are left out.
    const card = { name: '\ud83d\u0000', expiry: '2029-99' }
    await conclusions.settleBy(payment, { ...taken, captures, card })
    expect(await stateOf(database(), paymentId)).toBe('booked')
  })

  test('PAY-07 a payment under capture is not given up at the first answer that there is no order', async () => {
    const { paymentId } = await inState(database(), 'capturing')
    const later = (hours: number) =>
      servicesWith(database(), {
        gateway: { getOrder: async () => undefined },
        now: () => new Date(Date.now() + hours * 3_600_000),
      })
    const makeOld = () =>
      query(
        `update app.payments set checked_at = app.clock_now() - interval '1 minute', lease_until = null where payment_id = $1`,
        [paymentId],
      )
    await makeOld()
    await later(0).sweep()
    expect(await stateOf(database(), paymentId)).toBe('capturing')
    await makeOld()
    await later(4).sweep()
    expect(await stateOf(database(), paymentId)).toBe('abandoned')
  })
})

describe('what is not known yet', () => {
  test('PAY-07 a payment under capture answers "checking", also when its event is cancelled meanwhile', async () => {
    const fault = { call: 'capture', mode: 'break' } as const
    const { patient, orderId } = await captureDuring(site, fault)
    await query('update app.payments set lease_until = null where order_id = $1', [orderId])
    await cancelEvent(database(), patient.eventId, { operator: 'Ada Quill', reason: null })
    const answer = await patient.visitor.call(captureOrder, { order_id: orderId })
    expect([answer.status, answer.body['state']]).toEqual([202, 'checking'])
  })

  test('PAY-07 a pending payment is asked about less and less often', async () => {
    const { paymentId } = await inState(database(), 'pending')
    let asked = 0
    let now = Date.now() + 24 * 3_600_000
    const { sweep } = servicesWith(database(), {
      gateway: {
        getOrder: async (id) => {
          if (id === `ORDER-${paymentId}`) asked += 1
          return undefined
        },
      },
      now: () => new Date(now),
    })
    for (let minute = 0; minute < 61; minute += 20) {
      await query(
        `update app.payments set checked_at = app.clock_now() - interval '1 minute', lease_until = null where payment_id = $1`,
        [paymentId],
      )
      await sweep()
      now += 20 * 60_000
    }
    expect(asked).toBe(2)
    expect(await stateOf(database(), paymentId)).toBe('pending')
  })
})

describe('a place is kept only for a payment', () => {
  test('BOOK-06 PAY-07 an order that is not approved does not put its hold under payment', async () => {
    const patient = await payingPatient(site)
    const before = await query(
      'select hold_expires_at from app.appointments where appointment_id = $1',
      [patient.holdId],
    )
    const created = await patient.visitor.call(createOrder, { cart: CART })
    const answer = await patient.visitor.call(captureOrder, { order_id: created.body['id'] })
    expect(answer.body).toMatchObject({ details: [{ issue: 'ORDER_NOT_APPROVED' }] })
    const after = await query(
      'select hold_expires_at from app.appointments where appointment_id = $1',
      [patient.holdId],
    )
    expect(after.rows).toEqual(before.rows)
    const calls = await site.paypal.control<{ call: string; path: string }[]>('/control/calls')
    const captures = calls.filter(
      ({ call, path }) => call === 'capture' && path.includes(String(created.body['id'])),
    )
    expect(captures).toEqual([])
  })

  test('PAY-07 a patient cannot have the provider asked without end', async () => {
    const { paymentId, profileId } = await inState(database(), 'ordered')
    let asked = 0
    const getOrder = async () => {
      asked += 1
      return undefined
    }
    const count = async (...uses: unknown[]) => {
      expect(uses).toEqual([['capturePerPatient', String(profileId)]])
      return refused('too-many-requests')
    }
    const { capture } = servicesWith(database(), { gateway: { getOrder }, count })
    const caller = { profileId } as Patient
    const answer = await capture({ order_id: `ORDER-${paymentId}` }, caller, {} as RequestContext)
    expect(answer).toMatchObject({ ok: false, reason: 'too-many-requests' })
    expect([asked, await stateOf(database(), paymentId)]).toEqual([0, 'ordered'])
  })
})
