import { BY_HAND } from '#tests/fixtures/by-hand.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'

type Subjects = { event: number; slot: Date; next: Date; patient: number; other: number }

/** Removes what prevents violations of the rules of payments, so that tests can write them. */
export const WITHOUT_PAYMENT_GUARDS = `
  drop index app.payments_one_booked;
  alter table app.payments disable trigger payments_guard;
  alter table app.refunds disable trigger refunds_guard;
  alter table app.appointments disable trigger appointments_paid_insert;`

/** Inserts an appointment of the patient and answers its id. */
async function place(
  { query }: SqlDatabase,
  { event, slot, patient }: Subjects,
  status: 'held' | 'booked' | 'cancelled',
  end: 'soon' | 'pinned' = 'soon',
  paymentStatus = 'paid by card',
): Promise<string> {
  const { rows } = await query<{ appointment_id: string }>(
    `insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, hold_expires_at, unpinned_end, booked_at,
       cancelled_at, cancelled_by, payment_status, idempotency_key)
     values ($1, $2, $3, $3::timestamptz + interval '10 minutes', 1, $4::text,
       case when $4::text = 'held' then case when $5 = 'pinned' then 'infinity' else app.clock_now() + interval '10 minutes' end end,
       case when $5 = 'pinned' then app.clock_now() end, case when $4::text <> 'held' then app.clock_now() end,
       case when $4::text = 'cancelled' then app.clock_now() end, case when $4::text = 'cancelled' then 'charity' end, $6,
       gen_random_uuid()::text) returning appointment_id`,
    [event, patient, slot, status, end, paymentStatus],
  )
  return rows[0]?.appointment_id ?? ''
}

/** Inserts a payment of £25 and answers its id. */
async function pay(
  { query }: SqlDatabase,
  { event, patient }: Subjects,
  appointmentId: string | null,
  state: string,
): Promise<string> {
  const { rows } = await query<{ payment_id: string }>(
    `insert into app.payments (payment_id, appointment_id, profile_id, event_id, amount_pence, state, order_id, capture_id, captured_pence,
       captured_at, created_at, updated_at, concluded_at)
     select id, $1, $2, $3, 2500, $4::text, 'O' || id, case when money then 'C' || id end, case when money then 2500 end,
       case when money then now() end, now(), now(), case when $4::text not in ('capturing', 'pending') then now() end
       from (select gen_random_uuid() as id, $4::text in ('booked', 'refund_due', 'refunded') as money) given returning payment_id`,
    [appointmentId, patient, event, state],
  )
  return rows[0]?.payment_id ?? ''
}

const refund = ({ query }: SqlDatabase, paymentId: string, pence: number) =>
  query(
    `insert into app.refunds (payment_id, amount_pence, reason, requested_at, due_on) values ($1, $2, 'no-place', now(), '2027-01-04')`,
    [paymentId, pence],
  )

/** Writes a violation of each rule of payments in invariants.sql. */
export const PAYMENT_VIOLATIONS: Record<
  string,
  (db: SqlDatabase, subjects: Subjects) => Promise<unknown>
> = {
  'PAY-07 paid by card without a capture': (db, s) => place(db, s, 'booked'),
  'PAY-07 an unpaid place of an event with a price': async (db, s) => {
    await db.query(
      `${BY_HAND} update app.events set price_pence = 2500, payment_required = true, updated_at = now()`,
    )
    await db.query(`${BY_HAND} update app.events set updated_at = now() - interval '1 hour'`)
    await place(db, s, 'booked', 'soon', 'paid')
  },
  'PAY-07 money without an appointment': async (db, s) =>
    pay(db, s, await place(db, s, 'held'), 'booked'),
  'PAY-07 two payments of one appointment': async (db, s) => {
    const id = await place(db, s, 'booked')
    await pay(db, s, id, 'booked')
    await pay(db, s, id, 'booked')
  },
  'PAY-08 money that is due and does not go back': (db, s) => pay(db, s, null, 'refund_due'),
  'PAY-08 more back than was taken': async (db, s) => {
    const id = await pay(db, s, null, 'booked')
    await refund(db, id, 2_000)
    await refund(db, id, 501)
  },
  'PAY-08 money of a cancelled event that does not go back': async (db, s) => {
    await pay(db, s, await place(db, s, 'cancelled'), 'booked')
    await db.query(`${BY_HAND} update app.events set cancelled_at = now()`)
  },
  'PAY-12 money that is taken back and still to be returned': async (db, s) => {
    const id = await pay(db, s, null, 'refund_due')
    await refund(db, id, 2_500)
    await db.query(
      `insert into app.disputes (dispute_id, payment_id, kind, amount_pence, noted_at) values ('D', $1, 'reversal', 2500, now())`,
      [id],
    )
  },
  'PAY-08 a refund without its job': async (db, s) =>
    refund(db, await pay(db, s, null, 'refund_due'), 2_500),
  'BOOK-12 a hold that ends while it is paid for': async (db, s) =>
    pay(db, s, await place(db, s, 'held'), 'capturing'),
  'BOOK-12 a pinned hold without a payment under way': (db, s) => place(db, s, 'held', 'pinned'),
  'PAY-05 a payer without a patient': (db) =>
    db.query(
      `insert into app.transactions (payment_reference, payer_name, amount_pence, status, is_settled, recorded_at)
       values ('O-1', 'Arthur Pendle', 2500, 'COMPLETED', true, now())`,
    ),
}
