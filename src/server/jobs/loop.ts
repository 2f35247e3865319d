import { setTimeout } from 'node:timers/promises'
import type { Clock } from '#server/database/clock.ts'
import { errorLabel, retrySeconds } from '#server/jobs/back-off.ts'
import { createPause } from '#server/jobs/pause.ts'
import type { Logger } from '#server/logger.ts'
import { expireHolds } from '#server/repositories/booking.ts'
import { claimJob, failJob, finishJob, type Job } from '#server/repositories/jobs/queue.ts'
import { type MailDeps, sendMail } from '#server/services/mail/send.ts'

export type JobDeps = Omit<MailDeps, 'clock'> & {
  readonly clock: Clock & { resync(): Promise<void> }
  readonly logger: Logger
  /** Housekeeping, run every ten minutes. */
  readonly tidy: readonly (() => Promise<unknown>)[]
}

/** A job's work must end within its lease, or another process takes it up; the mail gateway gives up far earlier. */
const LEASE_SECONDS = 60
const POLL_MS = 1_000
const AFTER_ERROR_MS = 5_000
const MOST_HOLDS = 500
/** Within the lease. */
const NOTE_AGAIN_MS = 250
const MOST_NOTES = 120

type Chore = { readonly name: string; readonly everyMs: number; run(): Promise<unknown> }

const choresOf = ({ database, clock, tidy }: JobDeps): Chore[] => [
  { name: 'expire-holds', everyMs: 30_000, run: () => expireHolds(database, MOST_HOLDS) },
  { name: 'resync-clock', everyMs: 60_000, run: () => clock.resync() },
  ...tidy.map((run) => ({ name: 'tidy', everyMs: 600_000, run })),
]

async function work(job: Job, deps: JobDeps): Promise<void> {
  if (job.kind === 'mail') return sendMail(job, deps)
  throw new TypeError(`No such kind of job: ${job.kind}`)
}

/** What is sent is sent: a database that is away for a moment must not make it go a second time. */
async function noteDone({ database }: JobDeps, job: Job): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await finishJob(database, job)
    } catch (error) {
      if (tries === MOST_NOTES) throw error
      await setTimeout(NOTE_AGAIN_MS)
    }
  }
}

async function noteFailed({ database, logger }: JobDeps, job: Job, error: unknown): Promise<void> {
  const { jobId, kind, attempts } = job
  const label = errorLabel(error)
  const retry = retrySeconds(attempts)
  await failJob(database, job, label, retry)
  const entry = { jobId, kind, attempts, error: label }
  if (retry === undefined) logger.error(entry, 'job given up')
  else logger.warn({ ...entry, retrySeconds: retry }, 'job failed')
}

/** Runs the next due job, if there is one, and answers whether there was. */
export async function runNextJob(deps: JobDeps): Promise<boolean> {
  const { database, logger } = deps
  const job = await claimJob(database, LEASE_SECONDS)
  if (job === undefined) return false
  const { jobId, kind, attempts } = job
  try {
    await work(job, deps)
  } catch (error) {
    await noteFailed(deps, job, error)
    return true
  }
  await noteDone(deps, job)
  logger.info({ jobId, kind, attempts }, 'job done')
  return true
}

/**
 * Starts this process's background work: the mail outbox, hold tidying, the clock. Any number of processes may do the
 * same. `nudge` looks for work at once; `stop` lets the running job end.
 */
export function startJobs(deps: JobDeps): { nudge(): void; stop(): Promise<void> } {
  const { logger } = deps
  const pause = createPause()
  let running = true

  const timers = choresOf(deps).map(({ name, everyMs, run }) =>
    setInterval(() => {
      run().catch((error: unknown) =>
        logger.warn({ chore: name, error: errorLabel(error) }, 'chore failed'),
      )
    }, everyMs),
  )

  const loop = async () => {
    while (running) {
      try {
        if (!(await runNextJob(deps))) await pause.wait(POLL_MS)
      } catch (error) {
        logger.warn({ error: errorLabel(error) }, 'jobs cannot be read')
        await pause.wait(AFTER_ERROR_MS)
      }
    }
  }
  const ended = loop()

  return {
    nudge: pause.end,
    async stop() {
      running = false
      for (const timer of timers) clearInterval(timer)
      pause.end()
      await ended
    },
  }
}
