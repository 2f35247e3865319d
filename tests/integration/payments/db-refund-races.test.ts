import { describe, expect, it } from 'vitest'
import { cancelEvent } from '#booking/server/database/booking.ts'
import { cancelWithRefund, finishRefund } from '#payments/server/database/refunds.ts'
import { appointmentOf, booked, inState, PRICE, refundsOf } from './payment-scenario.ts'
import { paid, raceSetup } from './race-setup.ts'

const OPERATOR = { operator: 'Ada Quill', reason: null }

const { capturing, one, race } = raceSetup()

describe('at the same time', () => {
  it('PAY-08 the event is cancelled while the payment settles: everything goes back, once', () =>
    race(capturing, [paid, (db, s) => cancelEvent(db, s.eventId, OPERATOR)], async (s) => {
      expect(await refundsOf(one, s.paymentId)).toMatchObject([
        { amount_pence: PRICE, reason: 'cancelled-by-charity' },
      ])
      expect((await appointmentOf(one, s.holdId))?.status).toBe('cancelled')
    }))

  it('PAY-08 the patient cancels while the charity does: one refund of everything, or two that add up to it', () =>
    race(
      () => booked(one),
      [
        (db, s) =>
          cancelWithRefund(db, {
            appointmentId: s.holdId,
            profileId: s.profileId,
            refundPence: 2_000,
            version: 0,
            requestId: 'r',
          }),
        (db, s) => cancelEvent(db, s.eventId, OPERATOR),
      ],
      async (s) => {
        const refunds = await refundsOf(one, s.paymentId)
        expect(refunds.reduce((sum, { amount_pence }) => sum + amount_pence, 0)).toBe(PRICE)
      },
    ))

  it('OPS-05 the patient is erased while the payment settles: booked and erased, or the money goes back', () =>
    race(
      capturing,
      [
        paid,
        (db, s) =>
          db.query(`select app.erase_patient($1, 'Ada Quill', 'asked', '{}')`, [s.profileId]),
      ],
      async (s) => {
        expect(await refundsOf(one, s.paymentId)).toMatchObject([{ amount_pence: PRICE }])
        expect(await appointmentOf(one, s.holdId)).toBeUndefined()
      },
    ))

  it('PORT-05 the account is closed while the payment settles: it waits, or the money goes back', () =>
    race(
      capturing,
      [paid, (db, s) => db.query(`select app.close_account($1, '{}', 8, 'r')`, [s.profileId])],
      async (s) => {
        const place = await appointmentOf(one, s.holdId)
        const refunds = await refundsOf(one, s.paymentId)
        expect(place === undefined ? refunds.map((r) => r.amount_pence) : refunds).toEqual(
          place === undefined ? [PRICE] : [],
        )
      },
    ))

  it('PAY-08 two workers finish a refund once', () =>
    race(
      async () => {
        const s = await inState(one, 'refund_due')
        return { ...s, refundId: (await refundsOf(one, s.paymentId))[0]?.refund_id ?? '' }
      },
      [
        (db, { refundId }) => finishRefund(db, { refundId, state: 'done' }),
        (db, { refundId }) => finishRefund(db, { refundId, state: 'failed' }),
      ],
      async (s) => {
        const counted = (await refundsOf(one, s.paymentId)).filter(
          ({ state }) => state !== 'failed',
        )
        expect(counted).toHaveLength(1)
      },
    ))
})
