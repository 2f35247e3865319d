import type { Database } from '#server/database/database.ts'

/** Notes an error of the browser or of a journey; `fields` are names, never values. */
export async function insertError(
  database: Database,
  entry: {
    description: string
    message: string
    fields: readonly string[]
    profileId: number | null
    requestId: string
  },
): Promise<void> {
  await database.query(
    `insert into app.error_log (at, description, message, fields, profile_id, request_id)
     values (app.clock_now(), $1, $2, $3, $4, $5)`,
    [entry.description, entry.message, entry.fields, entry.profileId, entry.requestId],
  )
}
