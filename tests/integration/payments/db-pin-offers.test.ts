import { describe, expect, it } from 'vitest'
import { buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import {
  appointmentOf,
  capture,
  hold,
  order,
  paidEvent,
  settle,
  UNDER_PAYMENT,
} from './payment-scenario.ts'
import { databaseSetup } from './payment-setup.ts'

const { db } = databaseSetup()

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

describe('an offer of the waiting list', () => {
  it('WAIT-02 BOOK-12 is paid like another hold, and its entry ends as booked', async () => {
    const offer = await paidOffer()
    expect(await appointmentOf(db, offer.holdId)).toMatchObject(UNDER_PAYMENT)
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
    await db.query(`${BY_HAND} update app.events set is_private = true where event_id = $1`, [
      offer.eventId,
    ])
    await db.query('select booking.withdraw_offer($1)', [offer.holdId])
    expect(await appointmentOf(db, offer.holdId)).toMatchObject(UNDER_PAYMENT)
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
