import { sql } from 'kysely'
import { KEPT } from '#core/rules/kept-data.ts'
import { ago, databaseNow, fromNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/** A background job that this process has leased; `attempts` counts this one. */
export type Job = {
  readonly jobId: number
  readonly kind: string
  readonly payload: Record<string, unknown>
  readonly attempts: number
  /** Random, the same for every attempt. */
  readonly messageId: string
}

/**
 * Which due job comes first: the most urgent one, or the one that has waited longest. Recipients take turns in both cases
 * (docs/decisions/018-the-mail-queue.md).
 */
export type ClaimOrder = 'urgent-first' | 'longest-waiting'

/**
 * Leases the next due job of these kinds for `leaseSeconds`, or returns undefined. A job whose lease expired is due
 * again. Mails about one appointment keep their order: `app.claim_job` says how.
 */
export async function claimJob(
  { kysely }: Queries,
  kinds: readonly string[],
  leaseSeconds: number,
  order: ClaimOrder,
): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    select job_id as "jobId", kind, payload, attempts, message_id as "messageId"
      from app.claim_job(${kinds}::text[], ${leaseSeconds}, ${order === 'longest-waiting'})`.execute(
    kysely,
  )
  return rows[0]
}

/** Completes a job; does nothing when this process has lost its lease in the meantime. */
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
 * Stores why a job failed (`causeOf`, never a text that could contain personal data) and schedules the
 * next attempt in `retrySeconds`. Undefined gives the job up: `listDeadJobs` shows it.
 */
export async function failJob(
  { kysely }: Queries,
  { jobId, attempts }: Job,
  error: string,
  retrySeconds: number | undefined,
): Promise<void> {
  const runAt = fromNow(`${retrySeconds ?? 0} seconds`)
  await kysely
    .updateTable('jobs')
    .set({
      locked_until: null,
      last_error: error,
      run_at: runAt,
      // Another turn, so that the attempts for one recipient do not come before new mails to others.
      turn_at: sql`app.next_turn(recipient, ${runAt})`,
      failed_at: retrySeconds === undefined ? databaseNow : null,
    })
    .where('job_id', '=', jobId)
    .where('attempts', '=', attempts)
    .where('done_at', 'is', null)
    .execute()
}

/** Deletes jobs, counted from when they were completed or given up (`KEPT`). */
export async function tidyJobs({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('jobs')
    .where((eb) =>
      eb.or([eb('done_at', '<', ago(KEPT.jobs)), eb('failed_at', '<', ago(KEPT.jobs))]),
    )
    .execute()
}
