import { describe, expect, test } from 'vitest'
import {
  cancelAppointment,
  createAppointment,
  listUpcomingAppointments,
} from '#booking/contract/appointments.ts'
import { londonParts } from '#core/rules/time.ts'
import { getReceipt } from '#payments/contract/own-payments.ts'
import {
  captureOrder,
  createOrder,
  getCheckout,
  getOrder,
  recordTransaction,
} from '#payments/contract/payments.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import {
  approvedOrder,
  approvedPatient,
  ledgerOf,
  pay,
  payingPatient,
  paymentsOf,
} from './paying-site.ts'
import { allReturned, CHARGED_ONCE, NOTHING } from './payment-ends.ts'
import { siteSetup } from './payment-setup.ts'

const CLINICAL = /prostate|psa|blood/i

const site = siteSetup()

describe('paying for a hold', () => {
  test('PAY-04 PAY-06 books the place at the server’s price, and repeated answers the same', async () => {
    const patient = await payingPatient(site)
    const checkout = await patient.visitor.call(getCheckout)
    expect(checkout.body['order']).toMatchObject({
      amount: '25.00',
      amount_pence: 2500,
      order_id: null,
    })
    const paid = await pay(site, patient)
    expect(paid.status).toBe(200)
    expect(paid.body).toMatchObject({
      state: 'booked',
      status: 'COMPLETED',
      appointment_id: patient.holdId,
      purchase_units: [
        { payments: { captures: [{ status: 'COMPLETED', amount: { value: '25.00' } }] } },
      ],
      payment_source: { card: { brand: 'VISA', last_digits: '1881' } },
    })
    const again = await patient.visitor.call(captureOrder, { order_id: paid.body['id'] })
    expect(again.body).toEqual(paid.body)
    expect(await ledgerOf(site, patient)).toEqual(CHARGED_ONCE)
    const receipt = await patient.visitor.call(getReceipt, { appointment_id: patient.holdId })
    expect(receipt.body).toMatchObject({ amount: '25.00', card_last_digits: '1881', refunds: [] })
    const mails = await site.service.waitForMails(patient.email, 2)
    const mail = mails.find(({ subject }) => subject.startsWith('Your receipt from'))
    expect(mail?.text).toContain('Amount paid: £25.00')
    expect(mail?.text).toContain('Visa ending in 1881')
    expect(mail?.text).not.toMatch(CLINICAL)
  })

  test('WAIT-02 the order says whether its hold is an offer of the waiting list', async () => {
    const { visitor, holdId, eventId, profileId } = await payingPatient(site)
    const { query } = site.service.db.database
    expect((await visitor.call(getCheckout)).body['order']).toMatchObject({ offered: false })
    await query(
      `with entry as (
         insert into app.waiting_entries (event_id, profile_id, mornings, afternoons, evenings, joined_at)
         values ($2, $3, true, true, true, app.clock_now()) returning waiting_id)
       update app.appointments set is_offer = true, waiting_id = entry.waiting_id from entry where appointment_id = $1`,
      [holdId, eventId, profileId],
    )
    expect((await visitor.call(getCheckout)).body['order']).toMatchObject({ offered: true })
  })

  test('PAY-06 a cart with another price changes nothing', async () => {
    const patient = await payingPatient(site)
    const cart = [{ description: 'x', amount: '0.01', shippingPreference: 'NO_SHIPPING' }]
    const created = await patient.visitor.call(createOrder, { cart })
    expect(created.body).toMatchObject({ amount: '25.00', amount_pence: 2500 })
    expect(await paymentsOf(site, patient)).toMatchObject([{ amount_pence: 2500 }])
  })

  const setPrice = (eventId: number, pence: number) =>
    site.service.db.database.query(
      `${BY_HAND} update app.events set price_pence = $2, payment_required = $2 > 0 where event_id = $1`,
      [eventId, pence],
    )

  test('PAY-06 an event that is made free before the capture takes nothing, and its place can be confirmed', async () => {
    const { patient, orderId } = await approvedPatient(site)
    await setPrice(patient.eventId, 0)
    const answer = await patient.visitor.call(captureOrder, { order_id: orderId })
    expect([answer.status, answer.body['reason']]).toEqual([409, 'nothing-to-pay'])
    const { rows } = await site.service.db.database.query<{ slot_start: Date }>(
      'select slot_start from app.appointments where appointment_id = $1',
      [patient.holdId],
    )
    const { date, time } = londonParts(rows[0]?.slot_start ?? new Date(0))
    const booked = await patient.visitor.call(createAppointment, {
      profileId: patient.profileId,
      eventId: patient.eventId,
      eventDate: date,
      appointmentStartTime: time,
      paymentStatus: 'paid',
    })
    expect(booked.status).toBe(201)
    expect(await ledgerOf(site, patient)).toEqual({ ...NOTHING, booked: 1 })
  })

  test('PAY-06 a price that changes before the capture takes nothing; the new price is paid', async () => {
    const { patient, orderId } = await approvedPatient(site)
    await setPrice(patient.eventId, 3_000)
    const answer = await patient.visitor.call(captureOrder, { order_id: orderId })
    expect([answer.status, answer.body['reason']]).toEqual([409, 'price-changed'])
    expect((await ledgerOf(site, patient)).captures).toBe(0)
    expect((await pay(site, patient)).body).toMatchObject({
      purchase_units: [{ payments: { captures: [{ amount: { value: '30.00' } }] } }],
    })
  })

  test('PAY-06 a cart or a record with a card number is refused, and the refusal does not repeat it', async () => {
    const patient = await payingPatient(site)
    const number = '4012 8888 8888 1881'
    const cart = [{ description: number, amount: '25.00', shippingPreference: 'NO_SHIPPING' }]
    const refusedCart = await patient.visitor.call(createOrder, { cart })
    const data = { payment_reference: 'ORDER-1', status: number }
    const refusedRecord = await patient.visitor.call(recordTransaction, { data })
    for (const answer of [refusedCart, refusedRecord]) {
      expect(answer.status).toBe(400)
      expect(answer.text).not.toContain('1881')
    }
  })

  test('BOOK-12 POST /appointments does not book a paid event', async () => {
    const patient = await payingPatient(site)
    const { rows } = await site.service.db.database.query<{ slot_start: Date }>(
      'select slot_start from app.appointments where appointment_id = $1',
      [patient.holdId],
    )
    const { date, time } = londonParts(rows[0]?.slot_start ?? new Date(0))
    const answer = await patient.visitor.call(createAppointment, {
      profileId: patient.profileId,
      eventId: patient.eventId,
      eventDate: date,
      appointmentStartTime: time,
      paymentStatus: 'paid by card',
    })
    expect([answer.status, answer.body['reason']]).toEqual([409, 'payment-required'])
  })

  test('API-08 another patient’s order is refused and stays as it is', async () => {
    const [patient, other] = [await payingPatient(site), await payingPatient(site)]
    const orderId = await approvedOrder(site, patient)
    for (const endpoint of [captureOrder, getOrder]) {
      const answer = await other.visitor.call(endpoint, { order_id: orderId })
      expect(answer.status).toBe(403)
    }
    expect(await paymentsOf(site, patient)).toMatchObject([{ state: 'ordered' }])
  })
})

describe('cancelling a paid appointment', () => {
  test('PAY-08 returns what the patient was shown, and only that', async () => {
    const patient = await payingPatient(site)
    await pay(site, patient)
    const list = await patient.visitor.call(listUpcomingAppointments, {
      profileId: patient.profileId,
    })
    const [listed] = list.body['appointments'] as {
      refund_if_cancelled: { amount_pence: number }
    }[]
    const shown = listed?.refund_if_cancelled.amount_pence ?? 0
    expect(shown).toBe(2500)
    const cancel = { appointment_id: patient.holdId }
    const other = await patient.visitor.call(cancelAppointment, {
      ...cancel,
      refund_pence: shown - 1,
    })
    expect([other.status, other.body['reason']]).toEqual([409, 'refund-changed'])
    const cancelled = await patient.visitor.call(cancelAppointment, {
      ...cancel,
      refund_pence: shown,
    })
    expect(cancelled.body['refund']).toMatchObject({
      amount_pence: 2500,
      reason: 'cancelled-by-patient',
    })
    await allReturned(site, patient)
    const again = await patient.visitor.call(cancelAppointment, cancel)
    expect(again.status).toBe(200)
    expect(await ledgerOf(site, patient)).toMatchObject({ booked: 0, refunds: 1 })
  })
})
