import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { abandonPayment } from '#server/repositories/payments.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import {
  appointmentOf,
  booked,
  capture,
  hold,
  inState,
  order,
  paidEvent,
  payer,
  settle,
} from './payment-play.ts'

let test: TestDatabase
let db: SqlDatabase
/** A day later. */
let later: SqlDatabase

beforeAll(async () => {
  test = await testDatabase()
  db = test.database
  later = test.open({ clockOffsetSeconds: 24 * 3_600 })
})
afterAll(async () => {
  expect(await findViolations(db)).toEqual([])
  await test.close()
})

const PINNED = { status: 'held', is_pinned: true }
const holdAnswer = async (on: SqlDatabase, values: unknown[]) =>
  (
    await on.query<{ r_reason: string | null; r_appointment: string | null; ends: string }>(
      `select r_reason, r_appointment, r_expires_at::text as ends
         from booking.hold_slot(p_event => $1, p_slot => $2, p_profile => $3, p_key => $4, p_minutes => 15)`,
      values,
    )
  ).rows[0]

/** An offer of the waiting list of a paid event, under capture. */
async function paidOffer() {
  const event = await paidEvent(db, { total_spaces: 1 })
  const slot = (await slotsOf(db, event))[0] ?? new Date()
  const first = await buildProfile(db)
  const holdId = await hold(db, { eventId: event, profileId: first, slot })
  const profileId = await buildProfile(db)
  const version = async () =>
    (
      await db.query<{ v: string }>(
        'select extract(epoch from updated_at)::text as v from app.events where event_id = $1',
        [event],
      )
    ).rows[0]?.v
  const joined = await db.query<{ r_reason: string | null; r_waiting: string }>(
    'select r_reason, r_waiting from booking.join_waiting_list($1, $2, true, true, true, 5, $3)',
    [event, profileId, await version()],
  )
  expect(joined.rows[0]?.r_reason).toBeNull()
  await db.query('select booking.release_hold($1, $2)', [holdId, first])
  const offered = await db.query<{ r_reason: string | null; r_appointment: string }>(
    `select r_reason, r_appointment from booking.offer_place($1, $2, app.clock_now() + interval '6 hours', '1900-01-01', '2020-01-01')`,
    [event, await version()],
  )
  expect(offered.rows[0]?.r_reason).toBeNull()
  const offer = { profileId, eventId: event, slot, holdId: offered.rows[0]?.r_appointment ?? '' }
  const paymentId = await order(db, offer)
  await capture(db, paymentId, profileId)
  return { ...offer, paymentId, waitingId: joined.rows[0]?.r_waiting ?? '' }
}

describe.each(['capturing', 'pending'] as const)('BOOK-12 a hold whose payment is %s', (state) => {
  it('does not expire, and its place stays taken', async () => {
    const subject = await inState(db, state)
    await later.query('select booking.expire_holds(1000)')
    const other = await buildProfile(db)
    const refused = await holdAnswer(later, [subject.eventId, subject.slot, other, `key-${other}`])
    expect(refused?.r_reason).toBe('slot-taken')
    expect(await appointmentOf(later, subject.holdId)).toMatchObject(PINNED)
    const { rows } = await later.query<{ n: number }>(
      'select booking.free_spaces(e, app.clock_now()) as n from app.events e where event_id = $1',
      [subject.eventId],
    )
    expect(rows[0]?.n).toBe(19)
  })

  it('is not released', async () => {
    const subject = await inState(db, state)
    await db.query('select booking.release_hold($1, $2)', [subject.holdId, subject.profileId])
    expect(await appointmentOf(db, subject.holdId)).toMatchObject(PINNED)
  })

  it('is not replaced by another time or event; its own time is answered without an end', async () => {
    const subject = await inState(db, state)
    const slots = await slotsOf(db, subject.eventId)
    const free = await buildEvent(db)
    const elsewhere = [free, (await slotsOf(db, free))[0], subject.profileId, 'key-elsewhere']
    expect(
      (await holdAnswer(db, [subject.eventId, slots[3], subject.profileId, 'k3']))?.r_reason,
    ).toBe('payment-in-progress')
    expect((await holdAnswer(db, elsewhere))?.r_reason).toBe('payment-in-progress')
    expect(await holdAnswer(db, [subject.eventId, subject.slot, subject.profileId, 'k4'])).toEqual({
      r_reason: null,
      r_appointment: subject.holdId,
      ends: 'infinity',
    })
    expect(await appointmentOf(db, subject.holdId)).toMatchObject(PINNED)
  })

  it('keeps the account open, and says why', async () => {
    const subject = await inState(db, state)
    const closed = await db.query<{ r_reason: string }>(
      `select r_reason from app.close_account($1, '{}', 8, 'r')`,
      [subject.profileId],
    )
    expect(closed.rows[0]?.r_reason).toBe('payment-in-progress')
  })

  it('ends with its event, and keeps the capacity until then', async () => {
    const subject = await inState(db, state)
    const shrink = later.query('update app.events set total_spaces = 0 where event_id = $1', [
      subject.eventId,
    ])
    await expect(shrink).rejects.toThrow('total_spaces cannot be less')
    await db.query('select booking.cancel_event($1)', [subject.eventId])
    expect((await appointmentOf(db, subject.holdId))?.status).toBe('cancelled')
  })

  it('is ended by no statement that forgets the pin', async () => {
    const subject = await inState(db, state)
    for (const change of [
      `status = 'cancelled', cancelled_at = now(), cancelled_by = 'patient'`,
      `status = 'expired'`,
      `hold_expires_at = now(), unpinned_end = null`,
    ]) {
      const write = db.query(`update app.appointments set ${change} where appointment_id = $1`, [
        subject.holdId,
      ])
      await expect(write).rejects.toThrow('a hold that is being paid for does not end')
    }
  })

  it('is not counted in the minutes of BOOK-06 beyond its first end', async () => {
    const subject = await inState(db, state)
    const { rows } = await later.query<{ minutes: number }>(
      `select round(booking.held_seconds(a, app.clock_now() - interval '25 hours', app.clock_now()) / 60)::int as minutes
         from app.appointments a where appointment_id = $1`,
      [subject.holdId],
    )
    expect(rows[0]?.minutes).toBe(15)
  })
})

describe('an offer of the waiting list', () => {
  it('WAIT-02 BOOK-12 is paid like another hold, and its entry ends as booked', async () => {
    const offer = await paidOffer()
    expect(await appointmentOf(db, offer.holdId)).toMatchObject(PINNED)
    expect(await settle(db, offer.paymentId)).toMatchObject({
      state: 'booked',
      appointmentId: offer.holdId,
    })
    const { rows } = await db.query(
      'select ended_because from app.waiting_entries where waiting_id = $1',
      [offer.waitingId],
    )
    expect(rows).toEqual([{ ended_because: 'booked' }])
  })

  it('WAIT-02 that is being paid for is not lost by leaving the list, nor withdrawn', async () => {
    const offer = await paidOffer()
    await db.query('select booking.leave_waiting_list($1, $2)', [offer.waitingId, offer.profileId])
    await db.query(
      `insert into app.access_codes (code_id, event_id, label, code_sealed, code_lookup, created_at) values (gen_random_uuid(), $1, 'x', 'x', 'pin', now())`,
      [offer.eventId],
    )
    await db.query('update app.events set is_private = true where event_id = $1', [offer.eventId])
    await db.query('select booking.withdraw_offer($1)', [offer.holdId])
    expect(await appointmentOf(db, offer.holdId)).toMatchObject(PINNED)
    // The event refuses the patient now: the settlement returns the money.
    expect(await settle(db, offer.paymentId)).toMatchObject({ state: 'refund_due' })
    expect((await appointmentOf(db, offer.holdId))?.status).toBe('cancelled')
  })

  it('WAIT-02 keeps its own end when the card is declined', async () => {
    const offer = await paidOffer()
    await settle(db, offer.paymentId, 'DECLINED')
    expect(await appointmentOf(db, offer.holdId)).toMatchObject({
      is_pinned: false,
      minutes_left: 360,
    })
  })
})

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

  it('BOOK-12 is not booked without a payment by a statement that forgets it', async () => {
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
      'update app.events set price_pence = 100, payment_required = true where event_id = $1',
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

describe('a payment that waits for the provider after its hold was over', () => {
  it('BOOK-12 pins nothing, stops no housekeeping, and is settled', async () => {
    const { paymentId, holdId, eventId, slot } = await inState(db, 'ordered')
    const soon = test.open({ clockOffsetSeconds: 16 * 60 })
    await abandonPayment(soon, paymentId)
    await settle(soon, paymentId, 'PENDING')
    const other = await buildProfile(db)
    expect(await hold(soon, { eventId, slot, profileId: other })).not.toBe(holdId)
    expect((await appointmentOf(soon, holdId))?.status).toBe('expired')
    expect(await settle(soon, paymentId)).toMatchObject({ state: 'refund_due' })
  })
})

describe('a payment that is given up', () => {
  it('BOOK-12 leaves a pin of another payment', async () => {
    const who = await payer(db)
    const [first, second] = [await order(db, who), await order(db, who)]
    await capture(db, second, who.profileId)
    await settle(db, first, 'PENDING')
    await abandonPayment(db, second)
    expect(await appointmentOf(db, who.holdId)).toMatchObject(PINNED)
    await settle(db, first, 'DECLINED')
    expect(await appointmentOf(db, who.holdId)).toMatchObject({ status: 'held', is_pinned: false })
  })
})
