import { describe, expect, it } from 'vitest'
import { abandonPayment } from '#payments/server/database/payments.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import {
  appointmentOf,
  capture,
  hold,
  inState,
  order,
  payer,
  settle,
  UNDER_PAYMENT,
} from './payment-scenario.ts'
import { DAY, databaseSetup } from './payment-setup.ts'

const { at, db } = databaseSetup()

const holdAnswer = async (on: SqlDatabase, values: unknown[]) =>
  (
    await on.query<{ r_reason: string | null; r_appointment: string | null; ends: string }>(
      `select r_reason, r_appointment, r_expires_at::text as ends
         from booking.hold_slot(p_event => $1, p_slot => $2, p_profile => $3, p_key => $4, p_minutes => 15)`,
      values,
    )
  ).rows[0]

describe.each(['capturing', 'pending'] as const)('BOOK-12 a hold whose payment is %s', (state) => {
  it('does not expire, and its place stays taken', async () => {
    const later = at(DAY)
    const subject = await inState(db, state)
    await later.query('select booking.expire_holds(1000)')
    const other = await buildProfile(db)
    const refused = await holdAnswer(later, [subject.eventId, subject.slot, other, `key-${other}`])
    expect(refused?.r_reason).toBe('slot-taken')
    expect(await appointmentOf(later, subject.holdId)).toMatchObject(UNDER_PAYMENT)
    const { rows } = await later.query<{ n: number }>(
      'select booking.free_spaces(e, app.clock_now()) as n from app.events e where event_id = $1',
      [subject.eventId],
    )
    expect(rows[0]?.n).toBe(19)
  })

  it('is not released', async () => {
    const subject = await inState(db, state)
    await db.query('select booking.release_hold($1, $2)', [subject.holdId, subject.profileId])
    expect(await appointmentOf(db, subject.holdId)).toMatchObject(UNDER_PAYMENT)
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
    expect(await appointmentOf(db, subject.holdId)).toMatchObject(UNDER_PAYMENT)
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
    const later = at(DAY)
    const subject = await inState(db, state)
    const shrink = later.query(
      `${BY_HAND} update app.events set total_spaces = 0 where event_id = $1`,
      [subject.eventId],
    )
    await expect(shrink).rejects.toThrow('total_spaces cannot be less')
    await db.query('select booking.cancel_event($1)', [subject.eventId])
    expect((await appointmentOf(db, subject.holdId))?.status).toBe('cancelled')
  })

  it('cannot be ended by a direct SQL statement', async () => {
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
    const later = at(DAY)
    const subject = await inState(db, state)
    const { rows } = await later.query<{ minutes: number }>(
      `select round(booking.held_seconds(a, app.clock_now() - interval '25 hours', app.clock_now()) / 60)::int as minutes
         from app.appointments a where appointment_id = $1`,
      [subject.holdId],
    )
    expect(rows[0]?.minutes).toBe(15)
  })
})

describe('a payment that waits for the provider after its hold was over', () => {
  it('BOOK-12 puts no hold under payment, stops no housekeeping, and is settled', async () => {
    const { paymentId, holdId, eventId, slot } = await inState(db, 'ordered')
    const soon = at(16 * 60)
    await abandonPayment(soon, paymentId)
    await settle(soon, paymentId, 'PENDING')
    const other = await buildProfile(db)
    expect(await hold(soon, { eventId, slot, profileId: other })).not.toBe(holdId)
    expect((await appointmentOf(soon, holdId))?.status).toBe('expired')
    expect(await settle(soon, paymentId)).toMatchObject({ state: 'refund_due' })
  })
})

describe('a payment that is given up', () => {
  it('BOOK-12 leaves the hold under another payment', async () => {
    const who = await payer(db)
    const [first, second] = [await order(db, who), await order(db, who)]
    await capture(db, second, who.profileId)
    await settle(db, first, 'PENDING')
    await abandonPayment(db, second)
    expect(await appointmentOf(db, who.holdId)).toMatchObject(UNDER_PAYMENT)
    await settle(db, first, 'DECLINED')
    expect(await appointmentOf(db, who.holdId)).toMatchObject({ status: 'held', is_pinned: false })
  })
})
