import { readFileSync } from 'node:fs'
import type { QueryResult } from 'pg'
import type { Database } from '#server/database/database.ts'

/** One offending row, with the name of the rule it breaks. */
export type Violation = { violated: string } & Record<string, unknown>

const read = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8')

/** The statements of `tests/integration/invariants.sql`: true of any database, at any moment. */
export const INVARIANTS = read('../invariants.sql')
/** The statements over the history that `watchHistory` keeps. */
export const FORBIDDEN_CHANGES = read('./forbidden-changes.sql')

async function violations({ query }: Database, sql: string): Promise<Violation[]> {
  // Several statements in one text answer several results.
  const results = (await query<Violation>(sql)) as unknown as QueryResult<Violation>[]
  return results.flatMap(({ rows }) => rows)
}

/** From now on every change of an appointment is kept in this database. */
export async function watchHistory({ query }: Database): Promise<void> {
  await query(read('./history.sql'))
}

/** Every row that breaks I1 to I5 or idempotency now; none in a sound database. */
export const findViolations = (database: Database): Promise<Violation[]> =>
  violations(database, INVARIANTS)

/** Every change since `watchHistory` that I5 forbids. */
export const findForbiddenChanges = (database: Database): Promise<Violation[]> =>
  violations(database, FORBIDDEN_CHANGES)

/** The names of the rules in a file of statements, in order. */
export const rulesOf = (sql: string): string[] =>
  [...sql.matchAll(/^select '([^']+)' as violated/gm)].map((match) => match[1] ?? '')
