import { sql } from 'kysely'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

export type JobFigures = {
  readonly kind: string
  /** Not done, given up or held. */
  readonly waiting: number
  /** Those of them whose last attempt failed. */
  readonly failing: number
  readonly givenUp: number
  /** How long the job that is due for the longest time has waited; 0 when none is due. */
  readonly oldestDueSeconds: number
}

/** The queue by kind of job. */
export async function readJobFigures({ kysely }: Queries): Promise<JobFigures[]> {
  const waits = sql`failed_at is null and locked_until is distinct from 'infinity'`
  const { rows } = await sql<JobFigures>`
    select kind,
           count(*) filter (where ${waits}) as waiting,
           count(*) filter (where ${waits} and last_error is not null) as failing,
           count(*) filter (where failed_at is not null) as "givenUp",
           coalesce(max(extract(epoch from ${databaseNow} - run_at)) filter (where ${waits} and run_at <= ${databaseNow}), 0)::float8
             as "oldestDueSeconds"
      from app.jobs where done_at is null group by kind`.execute(kysely)
  return rows
}
