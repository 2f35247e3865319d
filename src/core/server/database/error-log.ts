import { KEPT } from '#core/rules/kept-data.ts'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/** Stores an error that a browser reported; `fields` are names, never values. */
export async function insertError(
  { kysely }: Queries,
  entry: {
    description: string
    message: string
    fields: readonly string[]
    profileId: number | null
    requestId: string
  },
): Promise<void> {
  await kysely
    .insertInto('error_log')
    .values({
      at: databaseNow,
      description: entry.description,
      message: entry.message,
      fields: [...entry.fields],
      profile_id: entry.profileId,
      request_id: entry.requestId,
    })
    .execute()
}

/** Deletes error reports (`KEPT`): by then an error is fixed or no longer occurs. */
export async function tidyErrorLog({ kysely }: Queries): Promise<void> {
  await kysely.deleteFrom('error_log').where('at', '<', ago(KEPT.errorReports)).execute()
}
