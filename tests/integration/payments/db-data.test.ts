import { describe, expect, it } from 'vitest'
import { PAYMENT_YEARS } from '#core/rules/retention.ts'
import { findTransaction } from '#core/server/database/transactions.ts'
import {
  readPayments,
  readRefunds,
  readTransactions,
} from '#payments/server/database/own-payments.ts'
import { insertPaymentEvent, markEventHandled } from '#payments/server/database/payment-events.ts'
import { tidyPayments } from '#payments/server/database/payment-records.ts'
import { finishRefund } from '#payments/server/database/refunds.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import {
  appointmentOf,
  booked,
  inState,
  PRICE,
  refundsOf,
  settle,
  stateOf,
} from './payment-scenario.ts'
import { DAY, databaseSetup } from './payment-setup.ts'

const ANONYMOUS = {
  payer_name: null,
  card_brand: null,
  card_last_digits: null,
  card_expiry: null,
  issuing_bank: null,
  avs_code: null,
  cvv_code: null,
  profile_id: null,
  amount_pence: PRICE,
  status: 'COMPLETED',
}

const { db } = databaseSetup()

const erase = (profileId: number) =>
  db.query(`select app.erase_patient($1, 'Ada Quill', 'asked by letter', '{}')`, [profileId])

const paymentRow = async (paymentId: string) =>
  (
    await db.query(
      'select profile_id, appointment_id, amount_pence, captured_pence, state from app.payments where payment_id = $1',
      [paymentId],
    )
  ).rows[0]

/** Marks the appointment as one that took place. */
const attended = (holdId: string) =>
  db.query(
    `update app.appointments set status = 'attended', slot_start = slot_start - interval '200 days', slot_end = slot_end - interval '200 days'
      where appointment_id = $1`,
    [holdId],
  )

describe('an erasure', () => {
  it('OPS-05 PAY-05 keeps the amount for the accounts, and nothing that says who paid', async () => {
    const who = await booked(db)
    await erase(who.profileId)
    expect(await paymentRow(who.paymentId)).toEqual({
      profile_id: null,
      appointment_id: null,
      amount_pence: PRICE,
      captured_pence: PRICE,
      state: 'booked',
    })
    expect(await findTransaction(db, `ORDER-${who.paymentId}`)).toMatchObject(ANONYMOUS)
    const { rows } = await db.query(
      `select actor_user_id from app.audit_log where subject = $1 and actor_user_id is not null`,
      [`payment:${who.paymentId}`],
    )
    expect(rows).toEqual([])
  })

  it('PAY-08 returns what was paid for an upcoming appointment, and the job is not lost', async () => {
    const who = await booked(db)
    await erase(who.profileId)
    const [refund] = await refundsOf(db, who.paymentId)
    expect(refund).toMatchObject({
      amount_pence: PRICE,
      state: 'due',
      reason: 'cancelled-by-charity',
    })
    const refundId = refund?.refund_id ?? ''
    const jobs = await db.query(
      `select 1 from app.jobs where kind = 'refund' and dedupe_key = $1`,
      [refundId],
    )
    expect(jobs.rowCount).toBe(1)
    await finishRefund(db, { refundId, state: 'done' })
    expect(await stateOf(db, who.paymentId)).toBe('refunded')
    const mails = await db.query(`select 1 from app.jobs where recipient = $1`, [
      `profile:${who.profileId}`,
    ])
    expect(mails.rowCount).toBe(0)
  })

  it.each(['creating', 'ordered', 'capturing', 'pending', 'declined', 'abandoned'] as const)(
    'OPS-05 PAY-07 while the payment is %s frees the place; money that turns up goes back and stores no card',
    async (state) => {
      const who = await inState(db, state)
      await erase(who.profileId)
      expect(await appointmentOf(db, who.holdId)).toBeUndefined()
      expect(await settle(db, who.paymentId)).toMatchObject({
        state: 'refund_due',
        appointmentId: null,
      })
      expect(await refundsOf(db, who.paymentId)).toMatchObject([
        { amount_pence: PRICE, note: 'erased' },
      ])
      expect(
        await findTransaction(
          db,
          (
            await db.query<{ id: string }>(
              'select order_id as id from app.payments where payment_id = $1',
              [who.paymentId],
            )
          ).rows[0]?.id ?? '',
        ),
      ).toMatchObject(ANONYMOUS)
    },
  )
})

describe('a closed account', () => {
  it('PORT-05 PAY-05 that keeps its tests keeps no payer and no card', async () => {
    const who = await booked(db)
    await db.query('alter table app.appointments disable trigger appointments_guard')
    await attended(who.holdId)
    await db.query('alter table app.appointments enable trigger appointments_guard')
    const closed = await db.query<{ r_reason: string | null; r_kept_until: string }>(
      `select r_reason, r_kept_until from app.close_account($1, '{}', 8, 'r')`,
      [who.profileId],
    )
    expect(closed.rows[0]).toMatchObject({ r_reason: null, r_kept_until: expect.any(String) })
    expect(await findTransaction(db, `ORDER-${who.paymentId}`)).toMatchObject(ANONYMOUS)
    expect(await paymentRow(who.paymentId)).toMatchObject({ profile_id: null, amount_pence: PRICE })
    // The history says another time than the test wrote.
    await erase(who.profileId)
  })

  it('PORT-05 PAY-08 returns what the caller decided for an upcoming appointment', async () => {
    const who = await booked(db)
    await db.query(`select app.close_account($1, '{}', 8, 'r', 1700)`, [who.profileId])
    expect(await refundsOf(db, who.paymentId)).toMatchObject([
      { amount_pence: 1_700, reason: 'cancelled-by-patient' },
    ])
  })
})

describe('the own data', () => {
  it('PORT-04 have the payments, refunds and cards of this patient only', async () => {
    const who = await inState(db, 'refund_due')
    await booked(db)
    const owner = {
      profileId: who.profileId,
      userId: '',
      confirmedEmail: null,
      enquiryIds: [],
    } as unknown as Parameters<typeof readPayments>[1]
    expect(await readPayments(db, owner)).toMatchObject([
      { state: 'refund_due', amount_pence: PRICE },
    ])
    expect(await readRefunds(db, owner)).toMatchObject([{ state: 'due', amount_pence: PRICE - 1 }])
    expect(await readTransactions(db, owner)).toMatchObject([{ card_last_digits: '1881' }])
  })
})

describe('what the provider says in another form than the record has', () => {
  it('PAY-07 is left out and stops no settlement', async () => {
    const { paymentId } = await inState(db, 'capturing')
    const odd = {
      cardLastDigits: '4012888888881881',
      cardExpiry: '07/29',
      payerName: 'x'.repeat(900),
    }
    expect(await settle(db, paymentId, 'COMPLETED', odd)).toMatchObject({ state: 'booked' })
    const record = await findTransaction(db, `ORDER-${paymentId}`)
    expect(record).toMatchObject({ card_last_digits: null, card_expiry: null })
    expect(record?.payer_name).toHaveLength(300)
  })
})

describe('the inbox of events', () => {
  it('PAY-07 takes an event until it is handled, and not again', async () => {
    const event = {
      ...{ providerEventId: 'WH-1', eventType: 'PAYMENT.CAPTURE.COMPLETED', orderId: 'O' },
      bodyHash: Buffer.from('one'),
    }
    expect(await insertPaymentEvent(db, event)).toBe(true)
    expect(await insertPaymentEvent(db, event)).toBe(true)
    await markEventHandled(db, 'WH-1')
    expect(await insertPaymentEvent(db, event)).toBe(false)
    expect(await insertPaymentEvent(db, { ...event, bodyHash: Buffer.from('two') })).toBe(true)
  })
})

describe('retention', () => {
  it('OPS-08 PAY-05 keeps captured payments for six years and other attempts for one', async () => {
    const own = await testDatabase()
    const taken = await booked(own.database)
    const failed = await inState(own.database, 'declined')
    const states = async () => [
      await stateOf(own.database, taken.paymentId),
      await stateOf(own.database, failed.paymentId),
    ]
    const left = async (days: number) => {
      await tidyPayments(own.open({ clockOffsetSeconds: days * DAY }))
      return states()
    }
    expect(PAYMENT_YEARS).toBe(6)
    expect(await left(364)).toEqual(['booked', 'declined'])
    expect(await left(367)).toEqual(['booked', 'none'])
    expect(await left(6 * 365)).toEqual(['booked', 'none'])
    expect(await left(6 * 365 + 3)).toEqual(['none', 'none'])
    await own.close()
  })
})
