import { readFileSync } from 'node:fs'
import type { QueryResult } from 'pg'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'

/** One row that violates a rule, with the name of the rule. */
export type Violation = { violated: string } & Record<string, unknown>

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** The statements of `tests/integration/invariants.sql`, which apply to any database at any time. */
export const INVARIANTS = read('../invariants.sql')
/** The statements over the history that `recordHistory` records. */
export const FORBIDDEN_CHANGES = read('./forbidden-changes.sql')

async function violations({ query }: SqlDatabase, sql: string): Promise<Violation[]> {
  // For several statements in one text, pg returns one result per statement, against its types.
  const results = (await query<Violation>(sql)) as unknown as QueryResult<Violation>[]
  return results.flatMap(({ rows }) => rows)
}

/** Records every later change of an appointment in this database. */
export async function recordHistory({ query }: SqlDatabase): Promise<void> {
  await query(read('./history.sql'))
}

/** Every row that violates I1 to I5 now; none in a consistent database. */
export const findViolations = (database: SqlDatabase): Promise<Violation[]> =>
  violations(database, INVARIANTS)

/** Every change since `recordHistory` that violates I5. */
export const findForbiddenChanges = (database: SqlDatabase): Promise<Violation[]> =>
  violations(database, FORBIDDEN_CHANGES)

/** The names of the rules in a text of statements, in order. */
export const rulesOf = (sql: string): string[] =>
  [...sql.matchAll(/^select '([^']+)' as violated/gm)].map((match) => match[1] ?? '')
