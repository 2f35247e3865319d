import type { Insertable } from 'kysely'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Tables } from '#core/server/database/tables.ts'

/** The specification's record of a payment, as a browser sends it. */
export type TransactionRecord = Omit<
  Insertable<Tables['transactions']>,
  'is_settled' | 'recorded_at' | 'profile_id'
> & { readonly profile_id: number }

/** The record of a provider's order, or undefined. */
export async function findTransaction({ kysely }: Queries, paymentReference: string) {
  return await kysely
    .selectFrom('transactions')
    .selectAll()
    .where('payment_reference', '=', paymentReference)
    .executeTakeFirst()
}

/** Stores the record that a browser sent, unless there is one: what the settlement wrote stays. Returns whether it was stored. */
export async function insertTransaction(
  { kysely }: Queries,
  record: TransactionRecord,
): Promise<boolean> {
  const inserted = await kysely
    .insertInto('transactions')
    .values({ ...record, is_settled: false, recorded_at: databaseNow })
    .onConflict((conflict) => conflict.column('payment_reference').doNothing())
    .returning('payment_reference')
    .executeTakeFirst()
  return inserted !== undefined
}
