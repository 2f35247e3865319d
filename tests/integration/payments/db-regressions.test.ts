import { describe, expect, it } from 'vitest'
import { LOOK_AGAIN_SECONDS } from '#core/server/config/limits.ts'
import { findTransaction } from '#core/server/database/transactions.ts'
import { tidyPayments } from '#payments/server/database/payment-records.ts'
import { claimPayments, recordRecheck } from '#payments/server/database/payment-sweep.ts'
import { abandonPayment } from '#payments/server/database/payments.ts'
import { requestRefund } from '#payments/server/database/refunds.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { waitForLockWait } from '#tests/fixtures/lock-waits.ts'
import { captureDuring, ledgerOf, payingSite } from './paying-site.ts'
import { booked, inState, settle } from './payment-scenario.ts'
import { DAY, databaseSetup, HOUR } from './payment-setup.ts'

const { at, db, open } = databaseSetup()

describe('a payment that ended without a capture', () => {
  const claim = { most: 100, olderSeconds: 20, leaseSeconds: 30 }

  it.each(['declined', 'abandoned'] as const)(
    'PAY-07 (%s) is looked at after 5 minutes, 1 hour, 6 hours and 72 hours, and then no more',
    async (state) => {
      const { paymentId } = await inState(db, state)
      const never = await inState(db, 'creating')
      await db.query('select booking.release_hold($1, $2)', [never.holdId, never.profileId])
      expect(await abandonPayment(db, never.paymentId)).toBe('abandoned')
      const look = async (seconds: number) => {
        const later = at(seconds)
        const claimed = await claimPayments(later, {
          ...claim,
          lookAgainSeconds: LOOK_AGAIN_SECONDS,
        })
        expect(claimed.map((one) => one.paymentId)).not.toContain(never.paymentId)
        const mine = claimed.filter((one) => one.paymentId === paymentId)
        for (const one of mine) {
          expect(one).toMatchObject({ state, canCapture: false })
          await recordRecheck(later, paymentId, LOOK_AGAIN_SECONDS)
        }
        return mine.length
      }
      const times = [60, 310, 1_200, 3_700, 4 * HOUR, 7 * HOUR, 2 * DAY, 73 * HOUR, 5 * DAY]
      const looks: number[] = []
      for (const seconds of times) looks.push(await look(seconds))
      expect(looks).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0])
    },
  )

  it('PAY-07 is looked at again when the provider did not answer, but not at once', async () => {
    const { paymentId } = await inState(db, 'declined')
    const ids = async (seconds: number) =>
      (await claimPayments(at(seconds), { ...claim, lookAgainSeconds: LOOK_AGAIN_SECONDS }))
        .map((one) => one.paymentId)
        .filter((id) => id === paymentId)
    expect(await ids(310)).toEqual([paymentId])
    expect(await ids(340)).toEqual([])
    expect(await ids(620)).toEqual([paymentId])
  })
})

describe('the sweep', () => {
  it('PAY-07 books for money that turned up after its payment was given up, without an event of the provider', async () => {
    const site = await payingSite()
    const { query } = site.service.db.database
    const { patient, orderId } = await captureDuring(site, { call: 'capture', mode: 'lose' })
    await query(
      'select booking.abandon_payment(payment_id) from app.payments where order_id = $1',
      [orderId],
    )
    const { sweep } = site.service.wiring.services.payments
    await sweep()
    expect(await ledgerOf(site, patient)).toMatchObject({ captures: 1, captured: 0, booked: 0 })
    await query(
      `update app.payments set concluded_at = concluded_at - interval '6 minutes', checked_at = null where order_id = $1`,
      [orderId],
    )
    await sweep()
    expect(await ledgerOf(site, patient)).toMatchObject({ captures: 1, captured: 1, booked: 1 })
    await site.close()
  })
})

describe('the audit log', () => {
  it('PAY-07 names the patient for what they asked for, and nobody for what the system settles', async () => {
    const { paymentId, profileId } = await inState(db, 'refunded')
    const { rows } = await db.query(
      `select action, actor_profile_id as actor from app.audit_log where subject = 'payment:' || $1 order by audit_id`,
      [paymentId],
    )
    expect(rows).toEqual([
      { action: 'payment-begun', actor: profileId },
      { action: 'refund-requested', actor: null },
      { action: 'payment-returned', actor: null },
      { action: 'refund-done', actor: null },
    ])
  })

  it('API-08 PAY-07 names no patient for the appointment that a settlement books; their own history says that they booked it', async () => {
    const { holdId } = await booked(db)
    const { rows } = await db.query(
      `select l.actor_profile_id, l.actor_user_id, h.changed_by
         from app.audit_log l join app.appointment_events h on h.appointment_id = $1 and h.action = 'booked'
        where l.subject = 'appointment:' || $1 and l.action = 'appointment-booked'`,
      [holdId],
    )
    expect(rows).toEqual([{ actor_profile_id: null, actor_user_id: null, changed_by: 'patient' }])
  })
})

describe('one order of locks', () => {
  it('PAY-08 a closing account waits for the payment before it holds its refunds', async () => {
    const { paymentId, profileId, holdId } = await booked(db)
    const { refundId } = await requestRefund(db, {
      ...{ paymentId, pence: 500, operator: 'Ada Quill', note: 'late start' },
    })
    await db.query('select booking.cancel_appointment($1, $2, p_refund_pence => 0)', [
      holdId,
      profileId,
    ])
    const refunding = open({ poolMax: 1 })
    await refunding.query('begin')
    await refunding.query('select from app.payments where payment_id = $1 for update', [paymentId])
    const erasing = db.query(`select app.erase_patient($1, 'Ada Quill', 'asked by letter', '{}')`, [
      profileId,
    ])
    await waitForLockWait(db)
    await refunding.query('select from app.refunds where refund_id = $1 for update nowait', [
      refundId,
    ])
    await refunding.query('commit')
    await erasing
  })
})

describe('retention', () => {
  it('OPS-08 PAY-05 the record of a failed attempt goes with it after a year, that of a capture stays', async () => {
    const own = await testDatabase()
    const taken = await booked(own.database)
    const failed = await inState(own.database, 'capturing')
    await settle(own.database, failed.paymentId, 'DECLINED')
    const left = async (days: number) => {
      await tidyPayments(own.open({ clockOffsetSeconds: days * DAY }))
      const records = await Promise.all(
        [taken, failed].map(({ paymentId }) => findTransaction(own.database, `ORDER-${paymentId}`)),
      )
      return records.map((record) => record !== undefined)
    }
    expect(await left(364)).toEqual([true, true])
    expect(await left(367)).toEqual([true, false])
    expect(await left(6 * 365 + 3)).toEqual([false, false])
    await own.close()
  })
})
