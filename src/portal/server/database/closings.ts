import { sql } from 'kysely'
import { KEPT } from '#core/rules/kept-data.ts'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/** An account that is being deleted. */
export type Closing = {
  readonly closingId: string
  readonly userId: string
  /** Where the last mail goes; null once it was sent. */
  readonly email: string | null
  readonly keptUntil: string | null
  readonly closedAt: Date
  /** Upcoming appointments that the closing cancelled. */
  readonly cancelled: number
  readonly keepsAddress: boolean
  /** Null when it is not known. */
  readonly paymentsMade: boolean | null
  readonly paymentsTried: boolean | null
  /** Payments of which money was still to be returned. */
  readonly returningPayments: string[]
}

/** Why a patient's account cannot be closed yet. */
export type ClosingRefusal = 'result-pending' | 'appointment-begun' | 'payment-in-progress'

type ClosedAccount =
  | { readonly ok: true; readonly keptUntil: string | null }
  | { readonly ok: false; readonly reason: ClosingRefusal | 'patient-not-found' }

/** The London day of the last test that a closing of the account would keep; null when nothing would be kept. */
export async function findLastKeptTest(
  { kysely }: Queries,
  profileId: number,
): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select r_last_test_on as day from app.kept_by_closing(${profileId}, ${databaseNow})`.execute(
    kysely,
  )
  return rows[0]?.day ?? null
}

/** Which payments a closing would keep: those that were captured, and attempts that were not. */
export async function findKeptPayments(
  { kysely }: Queries,
  profileId: number,
): Promise<{ paymentsMade: boolean; paymentsTried: boolean }> {
  const rows = await kysely
    .selectFrom('payments')
    .select('capture_id as captureId')
    .where('profile_id', '=', profileId)
    .execute()
  return {
    paymentsMade: rows.some(({ captureId }) => captureId !== null),
    paymentsTried: rows.some(({ captureId }) => captureId === null),
  }
}

/** Why the account cannot be closed yet (`app.closing_refusal`); null when it can. */
export async function findClosingRefusal(
  { kysely }: Queries,
  profileId: number,
): Promise<ClosingRefusal | null> {
  const { rows } = await sql<{ reason: ClosingRefusal | null }>`
    select app.closing_refusal(${profileId}, ${databaseNow}) as reason`.execute(kysely)
  return rows[0]?.reason ?? null
}

/** Closes a patient's account (`app.close_account`). 'patient-not-found': there is no active profile. Call it in a transaction. */
export async function closeAccountRows(
  { kysely }: Queries,
  closing: {
    profileId: number
    enquiryIds: readonly string[]
    years: number
    requestId: string
    /** What goes back for an upcoming appointment that was paid for; all of it when it is not given. */
    refundPence?: number | undefined
  },
): Promise<ClosedAccount> {
  const { rows } = await sql<{
    r_reason: ClosingRefusal | 'patient-not-found' | null
    r_kept_until: string | null
  }>`
    select * from app.close_account(p_profile => ${closing.profileId},
      p_enquiries => ${[...closing.enquiryIds]}::uuid[], p_years => ${closing.years},
      p_request => ${closing.requestId}, p_refund_pence => ${closing.refundPence ?? null})`.execute(
    kysely,
  )
  const [row] = rows
  if (row === undefined) throw new Error('app.close_account answered nothing.')
  return row.r_reason === null
    ? { ok: true, keptUntil: row.r_kept_until }
    : { ok: false, reason: row.r_reason }
}

export async function findClosing(
  { kysely }: Queries,
  closingId: string,
): Promise<Closing | undefined> {
  return await kysely
    .selectFrom('account_closings')
    .select([
      'closing_id as closingId',
      'user_id as userId',
      'email',
      'kept_until as keptUntil',
      'closed_at as closedAt',
      'cancelled',
      'is_unconfirmed as keepsAddress',
      'payments_made as paymentsMade',
      'payments_tried as paymentsTried',
      'returning_payments as returningPayments',
    ])
    .where('closing_id', '=', closingId)
    .executeTakeFirst()
}

/** Records that the identity provider deleted the account, and removes sessions that were opened while it did. */
export async function recordDeletedAccount(
  { kysely }: Queries,
  { closingId, userId }: Closing,
): Promise<void> {
  await kysely
    .updateTable('account_closings')
    .set((eb) => ({ account_deleted_at: eb.fn.coalesce('account_deleted_at', databaseNow) }))
    .where('closing_id', '=', closingId)
    .execute()
  await kysely.deleteFrom('sessions').where('user_id', '=', userId).execute()
}

/** Removes the address and the numbers of payments once the last mail was sent. */
export async function clearClosingAddress({ kysely }: Queries, closingId: string): Promise<void> {
  await kysely
    .updateTable('account_closings')
    .set({ email: null, returning_payments: [] })
    .where('closing_id', '=', closingId)
    .execute()
}

/** Deletes closings (`KEPT`): by then the account is deleted, or operators were notified that it is not. */
export async function tidyClosings({ kysely }: Queries): Promise<void> {
  await kysely.deleteFrom('account_closings').where('closed_at', '<', ago(KEPT.closings)).execute()
}
