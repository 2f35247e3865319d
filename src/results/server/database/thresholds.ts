import { sql } from 'kysely'
import * as z from 'zod/mini'
import { personKey } from '#core/rules/staff-person.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Thresholds } from '#results/rules/thresholds.ts'

/** A table of thresholds with its two clinicians; without the second it is a proposal. */
export type StoredThresholds = {
  readonly id: string
  readonly bands: Thresholds
  readonly proposedBy: string
  readonly proposedAt: Date
  readonly acceptedBy: string | null
  readonly acceptedAt: Date | null
}

/** From age, amber, red: the stored table does not contain the names of colours, so that a search of the database for them finds only leaks. */
const bandsSchema = z.array(z.tuple([z.number(), z.number(), z.number()]))

const stored = ({ kysely }: Queries) =>
  kysely
    .selectFrom('thresholds')
    .select([
      'thresholds_id as id',
      'bands',
      'proposed_by as proposedBy',
      'proposed_at as proposedAt',
      'accepted_by as acceptedBy',
      'accepted_at as acceptedAt',
    ])

const read = <Row extends { bands: unknown }>(row: Row) => ({
  ...row,
  bands: bandsSchema.parse(row.bands).map(([fromAge, amber, red]) => ({ fromAge, amber, red })),
})

/** The newest accepted table; undefined without one. */
export async function findThresholds(db: Queries): Promise<StoredThresholds | undefined> {
  const row = await stored(db)
    .where('accepted_at', 'is not', null)
    .orderBy('accepted_at', 'desc')
    .orderBy('thresholds_id')
    .limit(1)
    .executeTakeFirst()
  return row && read(row)
}

/** The proposals that have not been accepted, newest first. */
export async function listProposals(db: Queries): Promise<StoredThresholds[]> {
  const rows = await stored(db)
    .where('accepted_at', 'is', null)
    .orderBy('proposed_at', 'desc')
    .execute()
  return rows.map(read)
}

export async function insertProposal(
  { kysely }: Queries,
  { id, bands, by }: { id: string; bands: Thresholds; by: string },
): Promise<void> {
  await kysely
    .insertInto('thresholds')
    .values({
      thresholds_id: id,
      bands: sql`${JSON.stringify(bands.map(({ fromAge, amber, red }) => [fromAge, amber, red]))}::jsonb`,
      proposed_by: by,
      proposed_by_key: personKey(by),
      proposed_at: databaseNow,
    })
    .execute()
}

/** Puts a proposal in force; false when it was accepted in the meantime. */
export async function acceptProposal(
  { kysely }: Queries,
  id: string,
  by: string,
): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('thresholds')
    .set({ accepted_by: by, accepted_by_key: personKey(by), accepted_at: databaseNow })
    .where('thresholds_id', '=', id)
    .where('accepted_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
