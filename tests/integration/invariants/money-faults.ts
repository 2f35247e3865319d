import { readFileSync } from 'node:fs'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { findViolations, type Violation } from './find-violations.ts'

/** What the provider has, of which our database knows nothing by itself. Amounts are pence. */
export type ProviderMoney = {
  readonly captures: readonly {
    readonly id: string
    /** Our payment, as the order named it. */
    readonly payment_id: string | undefined
    readonly amount_pence: number
    readonly status: string
  }[]
  readonly refunds: readonly {
    readonly id: string
    readonly capture_id: string
    /** Our refund. */
    readonly refund_id: string | undefined
    readonly amount_pence: number
    readonly status: string
  }[]
}

const FAULTS = readFileSync(new URL('./money-faults.sql', import.meta.url), 'utf8')

/**
 * The provider's money compared with the database, when nothing is under way: each capture has exactly one appointment or is back in full,
 * no appointment of an event with a price is without its capture, nothing happened twice. Empty when all of it is so.
 */
export async function moneyFaults(
  database: SqlDatabase,
  { captures, refunds }: ProviderMoney,
): Promise<Violation[]> {
  const { rows } = await database.query<Violation>(FAULTS, [
    JSON.stringify(captures),
    JSON.stringify(refunds),
  ])
  return [...rows, ...(await findViolations(database))]
}
