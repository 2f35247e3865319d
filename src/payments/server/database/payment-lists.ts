import { sql } from 'kysely'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { PAID_BY_CARD, type PaymentState } from '#payments/rules/payment.ts'
import { hadBooked, selectPayments } from '#payments/server/database/payment-records.ts'
import type { Payment } from '#payments/server/database/payments.ts'

// What operators and the health check see of payments.

/** What operators list; every part that is given must fit. */
export type PaymentFilter = {
  readonly states?: readonly PaymentState[] | undefined
  readonly eventId?: number | undefined
  readonly profileId?: number | undefined
  /** The London day on which the payment was begun. */
  readonly day?: { readonly from: Date; readonly to: Date } | undefined
  readonly most: number
}

/** Payments, newest first. */
export function listPayments(db: Queries, filter: PaymentFilter): Promise<Payment[]> {
  const { states, eventId, profileId, day } = filter
  return selectPayments(db)
    .$if(states !== undefined, (query) => query.where('p.state', 'in', states ?? []))
    .$if(eventId !== undefined, (query) => query.where('p.event_id', '=', eventId ?? 0))
    .$if(profileId !== undefined, (query) => query.where('p.profile_id', '=', profileId ?? 0))
    .$if(day !== undefined, (query) =>
      query
        .where('p.created_at', '>=', day?.from ?? new Date(0))
        .where('p.created_at', '<', day?.to ?? new Date(0)),
    )
    .orderBy('p.created_at', 'desc')
    .limit(filter.most)
    .execute()
}

/** A payment that is not settled. `keepsPlace`: its place is reserved until the payment is settled. */
export type Unsettled = Payment & { readonly keepsPlace: boolean }

/** Payments under capture, pending, or owed a refund, the oldest first: money may have moved that no row records yet. */
export const listUnsettled = (db: Queries, most: number): Promise<Unsettled[]> =>
  selectPayments(db)
    .leftJoin('appointments as a', 'a.appointment_id', 'p.appointment_id')
    .select(sql<boolean>`a.unpinned_end is not null`.as('keepsPlace'))
    .where('p.state', 'in', ['capturing', 'pending', 'refund_due'])
    .orderBy('p.created_at')
    .limit(most)
    .execute()

/** Payments of places that are still to come, of which everything was returned or taken back: an operator decides about the place. */
export const listBookedWithoutMoney = (db: Queries, most: number): Promise<Payment[]> =>
  selectPayments(db)
    .innerJoin('appointments as a', 'a.appointment_id', 'p.appointment_id')
    .where('a.status', '=', 'booked')
    .where('a.slot_end', '>', databaseNow)
    .where('a.payment_status', '=', PAID_BY_CARD)
    .where('p.state', 'in', ['booked', 'refunded'])
    .where(hadBooked)
    .where(sql<boolean>`booking.left_of(p) <= 0`)
    .orderBy('a.slot_start')
    .limit(most)
    .execute()

/**
 * When the oldest payment that is not settled was begun, or undefined; `pending` waits for the provider and counts apart, `kept` is a
 * pending one for which a place is kept.
 */
export async function oldestUnsettled(
  db: Queries,
  state: 'capturing' | 'pending' | 'kept' = 'capturing',
): Promise<Date | undefined> {
  const row = await db.kysely
    .selectFrom('payments as p')
    .select('p.created_at')
    .where('p.state', '=', state === 'kept' ? 'pending' : state)
    .$if(state === 'kept', (query) =>
      query
        .innerJoin('appointments as a', 'a.appointment_id', 'p.appointment_id')
        .where('a.unpinned_end', 'is not', null),
    )
    .orderBy('p.created_at')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

export type PaymentFigures = {
  readonly capturing: number
  readonly pending: number
  readonly refundDue: number
  /** Refunds that the provider refused at the last attempt. */
  readonly failingRefunds: number
  /** Disputes and reversals that the provider has not confirmed: refunds wait for them. */
  readonly unconfirmed: number
}

/** How many payments and refunds wait, and for what. */
export async function readPaymentFigures({ kysely }: Queries): Promise<PaymentFigures> {
  const { rows } = await sql<PaymentFigures>`
    select count(*) filter (where state = 'capturing') as capturing,
           count(*) filter (where state = 'pending') as pending,
           count(*) filter (where state = 'refund_due') as "refundDue",
           (select count(*) from app.refunds where state in ('due', 'pending') and last_issue is not null) as "failingRefunds",
           (select count(*) from app.refund_holds where ended_at is null) as unconfirmed
      from app.payments where state in ('capturing', 'pending', 'refund_due')`.execute(kysely)
  const [row] = rows
  if (row === undefined) throw new Error('The database counted no payments.')
  return row
}
