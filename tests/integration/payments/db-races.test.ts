import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { releaseHold } from '#booking/server/database/booking.ts'
import { claimPayments } from '#payments/server/database/payment-sweep.ts'
import { abandonPayment, beginPayment } from '#payments/server/database/payments.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import {
  appointmentOf,
  capture,
  inState,
  order,
  PRICE,
  paidEvent,
  payer,
  settle,
  stateOf,
} from './payment-scenario.ts'
import { paid, ROUNDS, raceSetup } from './race-setup.ts'

const { at, capturing, one, race, two } = raceSetup()

describe('at the same time', () => {
  it('PAY-07 webhook, capture and sweep settle a payment once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const subject = await capturing()
      const answers = await Promise.all([one, two, one, two].map((db) => paid(db, subject)))
      for (const answer of answers) {
        expect(answer).toEqual({ state: 'booked', appointmentId: subject.holdId, refundId: null })
      }
      const { rows } = await one.query(
        `select count(*)::int as n from app.jobs where payload ->> 'payment_id' = $1`,
        [subject.paymentId],
      )
      expect(rows).toEqual([{ n: 1 }])
    }
  })

  it('BOOK-12 two tabs pay for one hold: one captures, and nothing is charged twice', () =>
    race(
      async () => {
        const who = await payer(one)
        return { who, ids: [await order(one, who), await order(one, who)] as const }
      },
      [
        (db, { who, ids }) => capture(db, ids[0], who.profileId),
        (db, { who, ids }) => capture(db, ids[1], who.profileId),
      ],
      async ({ ids }) => {
        const states = [await stateOf(one, ids[0]), await stateOf(one, ids[1])]
        expect(states.sort()).toEqual(['capturing', 'ordered'])
      },
    ))

  it('BOOK-12 both payments of a hold are captured: one books, the other goes back', () =>
    race(
      async () => {
        const who = await payer(one)
        return { ids: [await order(one, who), await order(one, who)] as const }
      },
      [(db, { ids }) => settle(db, ids[0]), (db, { ids }) => settle(db, ids[1])],
      async ({ ids }) => {
        const states = [await stateOf(one, ids[0]), await stateOf(one, ids[1])]
        expect(states.sort()).toEqual(['booked', 'refund_due'])
      },
    ))

  it('BOOK-12 a capture begins while the patient gives the hold back: it is kept, or nothing is captured', () =>
    race(
      () => inState(one, 'ordered'),
      [
        (db, s) => capture(db, s.paymentId, s.profileId),
        (db, s) => releaseHold(db, s.holdId, s.profileId),
      ],
      async (s) => {
        const pair = [await stateOf(one, s.paymentId), (await appointmentOf(one, s.holdId))?.status]
        expect([
          ['capturing', 'held'],
          ['ordered', 'cancelled'],
        ]).toContainEqual(pair)
      },
    ))

  it('BOOK-12 a capture begins while the patient takes another time: one of the two is refused', () =>
    race(
      () => inState(one, 'ordered'),
      [
        (db, s) => capture(db, s.paymentId, s.profileId),
        (db, s) =>
          db.query(
            `select booking.hold_slot(p_event => $1, p_slot => $2, p_profile => $3, p_key => $4, p_minutes => 15)`,
            [s.eventId, new Date(s.slot.getTime() + 600_000), s.profileId, randomUUID()],
          ),
      ],
      async (s) => {
        const state = await stateOf(one, s.paymentId)
        expect((await appointmentOf(one, s.holdId))?.status).toBe(
          state === 'capturing' ? 'held' : 'cancelled',
        )
      },
    ))

  it('PAY-07 a payment is given up while its capture turns up: it is settled', () =>
    race(capturing, [paid, (db, s) => abandonPayment(db, s.paymentId)], async (s) => {
      expect(await stateOf(one, s.paymentId)).toBe('booked')
      expect((await appointmentOf(one, s.holdId))?.status).toBe('booked')
    }))

  it('BOOK-12 the last place: the payer whose hold was over pays while another takes it', () =>
    race(
      async () => {
        const eventId = await paidEvent(one, { total_spaces: 1 })
        const s = await inState(one, 'ordered', { eventId })
        await one.query(
          `update app.appointments set hold_expires_at = app.clock_now() - interval '1 second' where appointment_id = $1`,
          [s.holdId],
        )
        return { ...s, other: await buildProfile(one) }
      },
      [
        paid,
        (db, s) =>
          db.query(
            `select booking.hold_slot(p_event => $1, p_slot => $2, p_profile => $3, p_key => 'last-place', p_minutes => 15)`,
            [s.eventId, s.slot, s.other],
          ),
      ],
      async (s) => {
        const { rows } = await one.query<{ profile_id: number; status: string }>(
          `select profile_id, status from app.appointments where event_id = $1 and status in ('held', 'booked')`,
          [s.eventId],
        )
        const state = await stateOf(one, s.paymentId)
        expect(rows).toEqual([
          state === 'booked'
            ? { profile_id: s.profileId, status: 'booked' }
            : { profile_id: s.other, status: 'held' },
        ])
        expect(['booked', 'refund_due']).toContain(state)
      },
    ))

  it('PAY-06 the price changes while a payment begins: it has one of the two prices', () =>
    race(
      async () => ({ ...(await payer(one)), paymentId: randomUUID() }),
      [
        (db, s) => beginPayment(db, { ...s, requestId: 'r' }),
        (db, s) =>
          db.query(`${BY_HAND} update app.events set price_pence = 3000 where event_id = $1`, [
            s.eventId,
          ]),
      ],
      async (s) => {
        const { rows } = await one.query<{ amount: number }>(
          'select amount_pence as amount from app.payments where payment_id = $1',
          [s.paymentId],
        )
        expect([PRICE, 3_000]).toContain(rows[0]?.amount)
      },
    ))

  it('PAY-07 two sweeps claim no payment twice', async () => {
    for (let n = 0; n < 10; n += 1) await capturing()
    const later = [61, 61].map((seconds) => at(seconds))
    const claim = { most: 1_000, olderSeconds: 60, leaseSeconds: 60 }
    const claimed = (await Promise.all(later.map((db) => claimPayments(db, claim)))).flat()
    const ids = claimed.map(({ paymentId }) => paymentId)
    expect(ids.length).toBeGreaterThanOrEqual(10)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
