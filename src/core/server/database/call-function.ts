import type { RawBuilder } from 'kysely'
import type { Queries } from '#core/server/database/database.ts'

/** The one row that a function of the schema `booking` returns. */
export async function callFunction<Row>({ kysely }: Queries, call: RawBuilder<Row>): Promise<Row> {
  const { rows } = await call.execute(kysely)
  const row = rows[0]
  if (row === undefined) throw new Error('A booking function answered no row.')
  return row
}
