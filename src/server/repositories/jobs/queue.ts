import { sql } from 'kysely'
import { ago, databaseNow, fromNow } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'

/** A background job that this process has leased; `attempts` counts this one. */
export type Job = {
  readonly jobId: number
  readonly kind: string
  readonly payload: Record<string, unknown>
  readonly attempts: number
}

/**
 * Leases the next due job for `leaseSeconds`, or answers undefined. A job whose lease expired is due again. Mails about
 * one appointment keep their order: a later one waits until the earlier is sent or given up.
 */
export async function claimJob(
  { kysely }: Queries,
  leaseSeconds: number,
): Promise<Job | undefined> {
  return await kysely
    .updateTable('jobs')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      locked_until: fromNow(`${leaseSeconds} seconds`),
    }))
    .where('job_id', '=', (eb) =>
      eb
        .selectFrom('jobs as j')
        .select('j.job_id')
        .where('j.done_at', 'is', null)
        .where('j.failed_at', 'is', null)
        .where('j.run_at', '<=', databaseNow)
        .where((of) =>
          of.or([of('j.locked_until', 'is', null), of('j.locked_until', '<=', databaseNow)]),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('jobs as earlier')
                .select('earlier.job_id')
                .where('earlier.done_at', 'is', null)
                .where('earlier.failed_at', 'is', null)
                .whereRef('earlier.job_id', '<', 'j.job_id')
                .where(
                  sql<boolean>`earlier.payload ->> 'appointment_id' = j.payload ->> 'appointment_id'`,
                ),
            ),
          ),
        )
        .orderBy('j.run_at')
        .orderBy('j.job_id')
        .forUpdate('j')
        .skipLocked()
        .limit(1),
    )
    .returning(['job_id as jobId', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
}

/** Completes a job; does nothing when this process has lost its lease meanwhile. */
export async function finishJob({ kysely }: Queries, { jobId, attempts }: Job): Promise<void> {
  await kysely
    .updateTable('jobs')
    .set({ done_at: databaseNow, locked_until: null, last_error: null })
    .where('job_id', '=', jobId)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .execute()
}

/**
 * Stores why a job failed (an error class and code, never a text that could contain personal data) and schedules the
 * next attempt in `retrySeconds`. Undefined gives the job up: `listDeadJobs` shows it.
 */
export async function failJob(
  { kysely }: Queries,
  { jobId, attempts }: Job,
  error: string,
  retrySeconds: number | undefined,
): Promise<void> {
  await kysely
    .updateTable('jobs')
    .set({
      locked_until: null,
      last_error: error,
      run_at: fromNow(`${retrySeconds ?? 0} seconds`),
      failed_at: retrySeconds === undefined ? databaseNow : null,
    })
    .where('job_id', '=', jobId)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .execute()
}

/** Deletes jobs that were completed more than ninety days ago. */
export async function tidyJobs({ kysely }: Queries): Promise<void> {
  await kysely.deleteFrom('jobs').where('done_at', '<', ago('90 days')).execute()
}
