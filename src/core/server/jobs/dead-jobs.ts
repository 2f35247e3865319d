import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/** A job that was given up after its last attempt. */
export type DeadJob = {
  readonly jobId: number
  readonly key: string
  readonly error: string | null
  readonly failedAt: Date
}

/** The jobs that were given up, oldest first: for operators (docs/operating.md). */
export async function listDeadJobs({ kysely }: Queries): Promise<DeadJob[]> {
  return await kysely
    .selectFrom('jobs')
    .select([
      'job_id as jobId',
      'dedupe_key as key',
      'last_error as error',
      'failed_at as failedAt',
    ])
    .where('failed_at', 'is not', null)
    .orderBy('failed_at')
    .orderBy('job_id')
    .$narrowType<{ failedAt: Date }>()
    .execute()
}

/** Queues a job that was given up again, with its attempts counted from zero; returns false when there is no such job. */
export async function reviveJob({ kysely }: Queries, jobId: number): Promise<boolean> {
  const { numUpdatedRows } = await kysely
    .updateTable('jobs')
    .set({ failed_at: null, attempts: 0, run_at: databaseNow })
    .where('job_id', '=', jobId)
    .where('failed_at', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
