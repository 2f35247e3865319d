import { sql } from 'kysely'
import type { Database, Queries } from '#core/server/database/database.ts'

/** The parameters of a database function by name: `heldMost` is passed as `p_held_most`. */
type Parameters = Readonly<Record<string, unknown>>

/** The name of a value in SQL: `eventVersion` is `event_version`. */
export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

function onlyRow<Row>(rows: readonly Row[], name: string): Row {
  const [row] = rows
  if (row === undefined) throw new Error(`${name} returned no row.`)
  return row
}

/** The one row that a database function returns; the column of a single value has the function's name. */
export async function callFunction<Row>(
  { kysely }: Queries,
  name: string,
  parameters: Parameters,
): Promise<Row> {
  const passed = Object.entries(parameters).map(
    ([key, value]) => sql`${sql.raw(`p_${snakeCase(key)}`)} => ${value}`,
  )
  const call = sql<Row>`select * from ${sql.raw(name)}(${sql.join(passed)})`
  return onlyRow((await call.execute(kysely)).rows, name)
}

/** The same outside of transactions, by a statement that each connection parses and plans once. */
export async function callPrepared<Row extends object>(
  database: Database,
  name: string,
  columns: string,
  parameters: Parameters,
): Promise<Row> {
  const passed = Object.keys(parameters).map((key, n) => `p_${snakeCase(key)} => $${n + 1}`)
  const text = `select ${columns} from ${name}(${passed.join(', ')})`
  return onlyRow(await database.prepared<Row>({ name, text }, Object.values(parameters)), name)
}
