import type { Database } from '#server/database/database.ts'

type Queries = Pick<Database, 'query'>

/** A piece of background work that this process has leased; `attempts` counts this one. */
export type Job = {
  readonly jobId: number
  readonly kind: string
  readonly payload: Record<string, unknown>
  readonly attempts: number
}

/**
 * Queues the mail with the link that verifies a profile's address, inside a transaction when given its client.
 * The link itself is made when the mail is sent. One mail per profile and `key`.
 */
export async function enqueueVerifyEmail(
  db: Queries,
  profileId: number,
  key: string,
): Promise<void> {
  await enqueueMail(db, `verify-email:${profileId}:${key}`, {
    template: 'verify-email',
    profile_id: profileId,
  })
}

async function enqueueMail(db: Queries, key: string, payload: object): Promise<void> {
  await db.query(
    `insert into app.jobs (kind, dedupe_key, payload, run_at)
     values ('mail', $1, $2, app.clock_now()) on conflict (kind, dedupe_key) do nothing`,
    [key, JSON.stringify(payload)],
  )
}

/** Queues the mail that asks to confirm a subscription, inside a transaction when given its client; one per `key`. */
export const enqueueNewsletterMail = (
  db: Queries,
  subscriptionId: number,
  key: string,
): Promise<void> =>
  enqueueMail(db, `newsletter:${subscriptionId}:${key}`, {
    template: 'newsletter',
    subscription_id: subscriptionId,
  })

/** Queues the mail that brings an enquiry to the charity, inside a transaction when given its client. */
export const enqueueEnquiryMail = (db: Queries, enquiryId: string): Promise<void> =>
  enqueueMail(db, `enquiry:${enquiryId}`, { template: 'enquiry', enquiry_id: enquiryId })

/**
 * Leases the next due job for `leaseSeconds`, or answers undefined. A job whose lease ran out is due again; the mails
 * about one appointment keep their order: a later one waits for the earlier to be sent or given up.
 */
export async function claimJob(db: Queries, leaseSeconds: number): Promise<Job | undefined> {
  const { rows } = await db.query<{
    job_id: number
    kind: string
    payload: Record<string, unknown>
    attempts: number
  }>(
    `update app.jobs
        set attempts = attempts + 1, locked_until = app.clock_now() + make_interval(secs => $1)
      where job_id = (
        select j.job_id from app.jobs j
         where j.done_at is null and j.failed_at is null and j.run_at <= app.clock_now()
           and (j.locked_until is null or j.locked_until <= app.clock_now())
           and not exists (
             select from app.jobs earlier
              where earlier.done_at is null and earlier.failed_at is null and earlier.job_id < j.job_id
                and earlier.payload ->> 'appointment_id' = j.payload ->> 'appointment_id')
         order by j.run_at, j.job_id for update of j skip locked limit 1)
      returning job_id, kind, payload, attempts`,
    [leaseSeconds],
  )
  const row = rows[0]
  return row && { jobId: row.job_id, kind: row.kind, payload: row.payload, attempts: row.attempts }
}

/** Ends a job that did its work; a process that has meanwhile lost its lease changes nothing. */
export async function finishJob(db: Queries, { jobId, attempts }: Job): Promise<void> {
  await db.query(
    `update app.jobs set done_at = app.clock_now(), locked_until = null, last_error = null
      where job_id = $1 and attempts = $2 and done_at is null`,
    [jobId, attempts],
  )
}

/**
 * Notes why a job failed (a class and a code, never a text that could name somebody) and lets it run again after
 * `retrySeconds`, or never again when that is undefined: a dead letter, which `listDeadJobs` shows.
 */
export async function failJob(
  db: Queries,
  { jobId, attempts }: Job,
  error: string,
  retrySeconds: number | undefined,
): Promise<void> {
  await db.query(
    `update app.jobs
        set locked_until = null, last_error = $3,
            run_at = app.clock_now() + make_interval(secs => coalesce($4, 0)),
            failed_at = case when $4::double precision is null then app.clock_now() end
      where job_id = $1 and attempts = $2 and done_at is null`,
    [jobId, attempts, error, retrySeconds ?? null],
  )
}

/** A job that was given up. */
export type DeadJob = {
  readonly jobId: number
  readonly key: string
  readonly error: string | null
  readonly failedAt: Date
}

/** The jobs that were given up, oldest first: for operators (docs/operating.md). */
export async function listDeadJobs(db: Queries): Promise<DeadJob[]> {
  const { rows } = await db.query<DeadJob>(
    `select job_id as "jobId", dedupe_key as key, last_error as error, failed_at as "failedAt"
       from app.jobs where failed_at is not null order by failed_at, job_id`,
  )
  return rows
}

/** Lets a job that was given up run again from the start; answers whether there was one. */
export async function reviveJob(db: Queries, jobId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update app.jobs set failed_at = null, attempts = 0, run_at = app.clock_now()
      where job_id = $1 and failed_at is not null`,
    [jobId],
  )
  return rowCount === 1
}

/** Ends holds that are over, at most `most`, and answers how many: tidiness only, a stale hold never blocks anybody. */
export async function expireHolds(db: Queries, most: number): Promise<number> {
  const { rows } = await db.query<{ ended: number }>('select booking.expire_holds($1) as ended', [
    most,
  ])
  return rows[0]?.ended ?? 0
}

/** Forgets jobs done more than ninety days ago, and verification links that ended as long ago. */
export async function tidyJobs(db: Queries): Promise<void> {
  await db.query(`delete from app.jobs where done_at < app.clock_now() - interval '90 days'`)
  await db.query(
    `delete from app.email_verifications where expires_at < app.clock_now() - interval '90 days'`,
  )
}
