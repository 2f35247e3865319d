import type { DataOwner } from '#account/server/database/data-owner.ts'
import type { Queries } from '#core/server/database/database.ts'

// What the tables of payments hold about a patient, for the export of their data (PORT-04).

export const readPayments = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('payments as p')
    .innerJoin('events as e', 'e.event_id', 'p.event_id')
    .select([
      'e.event_name',
      'p.created_at',
      'p.amount_pence',
      'p.state',
      'p.captured_at',
      'p.captured_pence',
      'p.concluded_at',
      'p.issue',
      'p.order_id',
      'p.appointment_id',
    ])
    .where('p.profile_id', '=', profileId)
    .orderBy('p.created_at', 'desc')
    .execute()

/** Operators are not named; their notes are the patient's to read. */
export const readRefunds = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('refunds as r')
    .innerJoin('payments as p', 'p.payment_id', 'r.payment_id')
    .select([
      'r.requested_at',
      'r.amount_pence',
      'r.reason',
      'r.state',
      'r.due_on',
      'r.done_at',
      'r.note',
      'p.order_id',
    ])
    .where('p.profile_id', '=', profileId)
    .orderBy('r.requested_at', 'desc')
    .execute()

/** What the patient, their bank or the provider wanted back. */
export const readDisputes = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('disputes as d')
    .innerJoin('payments as p', 'p.payment_id', 'd.payment_id')
    .select([
      'd.noted_at',
      'd.kind',
      'd.amount_pence',
      'd.ended_at',
      'd.outcome',
      'd.note',
      'p.order_id',
    ])
    .where('p.profile_id', '=', profileId)
    .orderBy('d.noted_at', 'desc')
    .execute()

/** When refunds waited for the provider's word about a dispute or a reversal. */
export const readHolds = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('refund_holds as h')
    .innerJoin('payments as p', 'p.payment_id', 'h.payment_id')
    .select(['h.held_at', 'h.kind', 'h.ended_at', 'p.order_id'])
    .where('p.profile_id', '=', profileId)
    .orderBy('h.held_at', 'desc')
    .execute()

export const readTransactions = async ({ kysely }: Queries, { profileId }: DataOwner) =>
  await kysely
    .selectFrom('transactions')
    .select([
      'payment_reference',
      'recorded_at',
      'amount_pence',
      'status',
      'payment_method',
      'payer_name',
      'card_brand',
      'card_last_digits',
      'card_expiry',
      'issuing_bank',
      'avs_code',
      'cvv_code',
    ])
    .where('profile_id', '=', profileId)
    .orderBy('recorded_at', 'desc')
    .execute()

/** The rows that an erasure makes anonymous: they stay for the accounts. */
export async function countPaymentRows(
  { kysely }: Queries,
  profileId: number,
): Promise<Record<string, number>> {
  const count = async (table: 'payments' | 'transactions') => {
    const row = await kysely
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('profile_id', '=', profileId)
      .executeTakeFirst()
    return Number(row?.n ?? 0)
  }
  return {
    'payments, made anonymous': await count('payments'),
    'transactions, made anonymous': await count('transactions'),
  }
}
