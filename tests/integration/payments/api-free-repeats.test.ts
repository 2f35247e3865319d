import { describe, expect, test } from 'vitest'
import { cancelAppointment, createAppointment } from '#booking/contract/appointments.ts'
import { getOwnPlace } from '#booking/contract/own-place.ts'
import { londonParts } from '#core/rules/time.ts'
import { createOrder, getCheckout } from '#payments/contract/payments.ts'
import { endSample } from '#results/server/database/results-samples.ts'
import { buildConsent, buildEvent, slotsOf } from '#tests/fixtures/builders.ts'
import { NURSE, type Person, takeTubes } from '#tests/integration/results/lab-setup.ts'
import { CART, ledgerOf, type PayingPatient, payingPatient } from './paying-site.ts'
import { NOTHING, soon } from './payment-ends.ts'
import { capture, order, paidEvent } from './payment-scenario.ts'
import { siteSetup } from './payment-setup.ts'

const site = siteSetup()
const database = () => site.service.db.database

/** A tube of an earlier event is spoiled. */
async function spoil({ profileId }: PayingPatient) {
  const { rows } = await database().query<Person>(
    `select last_name as surname, first_name as forename, birth_date::text as "birthDate", profile_id as "profileId"
       from app.profiles where profile_id = $1`,
    [profileId],
  )
  const [tube] = await takeTubes(
    database(),
    rows.map((person) => ({ ...person, profileId })),
  )
  const by = { as: 'spoiled', by: NURSE, reason: 'clotted' } as const
  expect(await endSample(database(), tube?.label ?? '', by)).toBeUndefined()
}

const used = async ({ profileId }: PayingPatient) =>
  (
    await database().query<{ appointment_id: string | null }>(
      'select appointment_id from app.free_repeats where profile_id = $1',
      [profileId],
    )
  ).rows.map(({ appointment_id: id }) => id)

/** The first slot of the event, with a consent for its day. */
async function placeOf({ profileId }: PayingPatient, eventId: number) {
  const [slot = new Date()] = await slotsOf(database(), eventId)
  const { date, time } = londonParts(slot)
  await buildConsent(database(), profileId, date)
  return { eventId, date, time }
}

async function book(patient: PayingPatient, eventId = patient.eventId) {
  const { date, time } = await placeOf(patient, eventId)
  return patient.visitor.call(createAppointment, {
    ...{ profileId: patient.profileId, eventId, eventDate: date, appointmentStartTime: time },
    ...{ appointmentEndTime: null, eventPrice: 0, eventName: null, eventLocation: null },
    ...{ lab: null, product: null, paymentStatus: 'paid' },
  })
}

/** What the database says to a booking of another event with a price. */
async function reasonElsewhere({ profileId }: PayingPatient) {
  const eventId = await paidEvent(database())
  const [slot = new Date()] = await slotsOf(database(), eventId)
  const { rows } = await database().query<{ r_reason: string }>(
    `select r_reason from booking.book_slot($1, $2, $3, 'elsewhere', 'paid')`,
    [eventId, slot, profileId],
  )
  return rows[0]?.r_reason
}

describe('a patient whose sample could not be tested', () => {
  test('LAB-14 is told by mail, in neutral words, and books an event with a price without a payment, once', async () => {
    const patient = await payingPatient(site)
    expect(await book(patient)).toMatchObject({ status: 409, body: { reason: 'payment-required' } })
    const place = async () => (await patient.visitor.call(getOwnPlace)).body['free_repeat']
    expect(await place()).toBe(false)
    await spoil(patient)
    expect(await place()).toBe(true)
    expect((await patient.visitor.call(getCheckout)).body['order']).toBeNull()
    expect(await patient.visitor.call(createOrder, { cart: CART })).toMatchObject({
      body: { reason: 'nothing-to-pay' },
    })
    const booked = await book(patient)
    expect(booked.status).toBe(201)
    const id = String(booked.body['appointment_id'])
    expect(await used(patient)).toEqual([id])
    expect(await ledgerOf(site, patient)).toEqual({ ...NOTHING, booked: 1 })
    site.service.wiring.nudgeJobs()
    await soon(async () => {
      const mails = await site.service.mailsTo(patient.email)
      const mail = mails.find(({ subject }) => subject?.includes('book another appointment'))
      expect(mail?.text).toContain('You will not be asked to pay')
      expect(`${mail?.subject} ${mail?.text}`).not.toMatch(
        /psa|prostat|cancer|blood|sample|tube|screening|result/i,
      )
    })
    expect(await reasonElsewhere(patient)).toBe('payment-required')
  })

  test('LAB-14 has the free repeat back when the appointment is cancelled', async () => {
    const patient = await payingPatient(site)
    await spoil(patient)
    const first = await book(patient)
    const cancelled = await patient.visitor.call(cancelAppointment, {
      appointment_id: String(first.body['appointment_id']),
    })
    expect(cancelled.status).toBe(200)
    const again = await book(patient, await paidEvent(database()))
    expect(again.status).toBe(201)
    expect(await used(patient)).toEqual([again.body['appointment_id']])
  })

  test('LAB-14 uses it at a free event too', async () => {
    const patient = await payingPatient(site)
    await spoil(patient)
    const booked = await book(patient, await buildEvent(database()))
    expect(await used(patient)).toEqual([booked.body['appointment_id']])
    expect(await reasonElsewhere(patient)).toBe('payment-required')
  })

  test('LAB-14 who books in two tabs uses one free repeat for one appointment', async () => {
    const patient = await payingPatient(site)
    await spoil(patient)
    const events = [patient.eventId, await paidEvent(database()), await buildEvent(database())]
    const answers = await Promise.all(events.map((eventId) => book(patient, eventId)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await ledgerOf(site, patient)).toEqual({ ...NOTHING, booked: 1 })
  })

  test('LAB-14 PAY-07 a place under payment is not booked free of charge as well', async () => {
    const patient = await payingPatient(site)
    const { profileId, eventId, holdId } = patient
    const [slot = new Date()] = await slotsOf(database(), eventId)
    const paymentId = await order(database(), { profileId, eventId, slot, holdId })
    await capture(database(), paymentId, profileId)
    await spoil(patient)
    expect((await patient.visitor.call(getCheckout)).body['order']).toMatchObject({
      amount_pence: 2_500,
    })
    expect(await book(patient)).toMatchObject({ body: { reason: 'payment-required' } })
    expect(await used(patient)).toEqual([null])
    await database().query(`update app.payments set state = 'abandoned' where payment_id = $1`, [
      paymentId,
    ])
    await database().query('select booking.unpin_hold($1, app.clock_now())', [holdId])
  })

  test('LAB-14 OPS-05 the free repeat goes with an erasure, with the appointment that used it', async () => {
    const patient = await payingPatient(site)
    await spoil(patient)
    await book(patient)
    const { rows } = await database().query<{ r_reason: string | null }>(
      `select r_reason from app.erase_patient($1, 'Ada Quill', 'asked', '{}')`,
      [patient.profileId],
    )
    expect(rows).toEqual([{ r_reason: null }])
    expect(await used(patient)).toEqual([])
  })

  test('LAB-14 another patient’s free repeat books nothing', async () => {
    const patient = await payingPatient(site)
    await spoil(await payingPatient(site))
    expect(await book(patient)).toMatchObject({ body: { reason: 'payment-required' } })
  })
})
