import { sql } from 'kysely'
import type { Queries } from '#core/server/database/database.ts'

/** Ends a payment that the provider leaves open, for an operator who has checked there; false when it is not open. */
export async function giveUpPayment(
  { kysely }: Queries,
  paymentId: string,
  { operator, note }: { readonly operator: string; readonly note: string },
): Promise<boolean> {
  const { rows } = await sql<{
    r_reason: string | null
  }>`select r_reason from booking.give_up_payment(p_payment => ${paymentId}, p_operator => ${operator}, p_note => ${note})`.execute(
    kysely,
  )
  return rows[0]?.r_reason === null
}
