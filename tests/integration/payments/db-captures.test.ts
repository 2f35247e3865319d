import { describe, expect, it } from 'vitest'
import { abandonPayment, settlePayment } from '#payments/server/database/payments.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { capture, inState, order, payer, settle } from './payment-scenario.ts'
import { databaseSetup } from './payment-setup.ts'

const { at, db } = databaseSetup()

describe('a capture', () => {
  it('PAY-07 is leased: a second caller waits, and takes it over when the lease is over', async () => {
    const who = await payer(db)
    const paymentId = await order(db, who)
    expect(await capture(db, paymentId, who.profileId)).toMatchObject({ ok: true })
    expect(await capture(db, paymentId, who.profileId)).toMatchObject({
      reason: 'payment-in-progress',
      state: 'capturing',
    })
    const later = at(61)
    expect(await capture(later, paymentId, who.profileId)).toMatchObject({ ok: true })
  })

  it('API-08 of another patient, of no order, or of a payment that has ended is refused', async () => {
    const { paymentId, profileId } = await inState(db, 'ordered')
    const stranger = await buildProfile(db)
    expect(await capture(db, paymentId, stranger)).toMatchObject({ reason: 'payment-not-found' })
    const created = await inState(db, 'creating')
    expect(await capture(db, created.paymentId, created.profileId)).toMatchObject({
      reason: 'payment-not-found',
    })
    await settlePayment(db, { paymentId, issue: 'PAYER_ACTION_REQUIRED' })
    expect(await capture(db, paymentId, profileId)).toMatchObject({
      reason: 'concluded',
      state: 'declined',
    })
  })

  it('BOOK-12 of one of two orders of a hold: the other is refused', async () => {
    const who = await payer(db)
    const [first, second] = [await order(db, who), await order(db, who)]
    expect(await capture(db, first, who.profileId)).toMatchObject({ ok: true })
    expect(await capture(db, second, who.profileId)).toMatchObject({
      reason: 'payment-in-progress',
    })
    await settle(db, first)
    expect(await capture(db, second, who.profileId)).toMatchObject({ reason: 'already-paid' })
    expect(await abandonPayment(db, second)).toBe('abandoned')
  })

  it('BOOK-06 of a hold that is over, or of a cancelled event, is refused before anything is charged', async () => {
    const who = await payer(db)
    const paymentId = await order(db, who)
    const later = at(16 * 60)
    expect(await capture(later, paymentId, who.profileId)).toMatchObject({ reason: 'hold-over' })
    const other = await inState(db, 'ordered')
    await db.query('select booking.cancel_event($1)', [other.eventId])
    expect(await capture(db, other.paymentId, other.profileId)).toMatchObject({
      reason: 'event-cancelled',
    })
  })
})
