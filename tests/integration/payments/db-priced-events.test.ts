import { describe, expect, it } from 'vitest'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import { appointmentOf, booked, payer } from './payment-scenario.ts'
import { databaseSetup } from './payment-setup.ts'

const { db } = databaseSetup()

describe('an event with a price', () => {
  it('BOOK-12 is not booked without a payment by any function', async () => {
    const who = await payer(db)
    const book = await db.query<{ r_reason: string }>(
      `select r_reason from booking.book_slot($1, $2, $3, 'free-of-charge', 'paid')`,
      [who.eventId, who.slot, who.profileId],
    )
    expect(book.rows[0]?.r_reason).toBe('payment-required')
    const confirm = await db.query<{ r_reason: string }>(
      `select r_reason from booking.confirm_appointment($1, $2, 'paid')`,
      [who.holdId, who.profileId],
    )
    expect(confirm.rows[0]?.r_reason).toBe('payment-required')
    const lie = db.query(`select booking.confirm_appointment($1, $2, 'paid by card')`, [
      who.holdId,
      who.profileId,
    ])
    await expect(lie).rejects.toThrow('paid by card only with a capture')
    expect((await appointmentOf(db, who.holdId))?.status).toBe('held')
  })

  it('BOOK-12 a direct SQL statement cannot book a paid event without a payment', async () => {
    const who = await payer(db)
    for (const status of ['paid', 'paid by card', 'not paid']) {
      const write = db.query(
        `update app.appointments set status = 'booked', hold_expires_at = null, booked_at = now(), payment_status = $2 where appointment_id = $1`,
        [who.holdId, status],
      )
      await expect(write).rejects.toMatchObject({ constraint: 'appointments_paid' })
    }
    const insert = db.query(
      `insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, idempotency_key, booked_at)
       select $1, $2, $3::timestamptz, $3::timestamptz + interval '10 minutes', 1, 'booked', 'forged', now()`,
      [who.eventId, await buildProfile(db), (await slotsOf(db, who.eventId))[5]],
    )
    await expect(insert).rejects.toMatchObject({ constraint: 'appointments_paid' })
  })

  it('BOOK-12 a price that comes later changes nothing for who is booked; a move keeps the payment', async () => {
    const free = await buildEvent(db)
    const slots = await slotsOf(db, free)
    const profileId = await buildProfile(db)
    const made = await db.query<{ r_appointment: string }>(
      `select r_appointment from booking.book_slot($1, $2, $3, 'while-free', 'paid')`,
      [free, slots[0], profileId],
    )
    await db.query(
      `${BY_HAND} update app.events set price_pence = 100, payment_required = true where event_id = $1`,
      [free],
    )
    const id = made.rows[0]?.r_appointment
    await db.query('select booking.reschedule_appointment($1, $2, $3)', [id, profileId, slots[2]])
    expect(await appointmentOf(db, id)).toMatchObject({ status: 'booked', slot_start: slots[2] })
    const paid = await booked(db)
    const other = (await slotsOf(db, paid.eventId))[4]
    await db.query('select booking.reschedule_appointment($1, $2, $3)', [
      paid.holdId,
      paid.profileId,
      other,
    ])
    expect(await appointmentOf(db, paid.holdId)).toMatchObject({
      slot_start: other,
      payment_status: 'paid by card',
    })
  })
})
