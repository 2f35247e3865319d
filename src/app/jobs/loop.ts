import { setTimeout } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { CodeWork } from '#account/server/password-reset.ts'
import { endProviderSessions, type ProviderSessionDeps } from '#account/server/provider-sessions.ts'
import { type MailDeps, sendMail } from '#app/mail/send.ts'
import { expireHolds } from '#booking/server/database/booking.ts'
import { SmsRefusedError } from '#booking/server/gateways/sms.ts'
import { queueDueReminders } from '#booking/server/reminders.ts'
import { type SmsDeps, sendSms } from '#booking/server/sms.ts'
import { causeOf } from '#core/server/cause.ts'
import { REFUND_RETRY, SWEEP } from '#core/server/config/limits.ts'
import type { Clock } from '#core/server/database/clock.ts'
import { AddressRefusedError } from '#core/server/gateways/mail.ts'
import type { JobKind } from '#core/server/jobs/kinds.ts'
import { createPause, type Pause } from '#core/server/jobs/pause.ts'
import { type ClaimOrder, claimJob, failJob, finishJob, type Job } from '#core/server/jobs/queue.ts'
import type { Logger } from '#core/server/logger.ts'
import { PostponedError } from '#core/server/postponed.ts'
import { announceEvents } from '#events/server/event-notices.ts'
import { type FinishClosingDeps, finishClosing } from '#portal/server/closing.ts'
import { openUnread } from '#results/server/database/call-cases.ts'

/** After this many attempts a job is given up; operators see it (docs/operating.md). */
export const MOST_ATTEMPTS = 12

const FIRST_SECONDS = 60
const MOST_SECONDS = 24 * 60 * 60

/** Seconds until the next attempt: one minute, doubled each time, at most a day; undefined after the last attempt. */
export function retrySeconds(attempts: number): number | undefined {
  if (attempts >= MOST_ATTEMPTS) return undefined
  return Math.min(FIRST_SECONDS * 2 ** (attempts - 1), MOST_SECONDS)
}

export type JobDeps = Omit<MailDeps, 'clock'> &
  FinishClosingDeps &
  ProviderSessionDeps &
  Pick<SmsDeps, 'sms' | 'limiter'> & {
    readonly clock: Clock & { resync(): Promise<void> }
    readonly logger: Logger
    /** Has the code of a password reset mailed (AUTH-06). */
    sendCode(work: CodeWork): Promise<void>
    /** Finishes an interrupted change of an account (AUTH-13). */
    finishChange(changeId: string): Promise<void>
    /** Offers the free places of an event to the patients on its waiting list (WAIT-02). */
    offerPlaces(eventId: number): Promise<void>
    /** Does the same for every event with a list, and ends the lists of events that have closed. */
    sweepWaitingLists(): Promise<void>
    /** Returns the money of a refund (PAY-08). */
    makeRefund(refundId: string): Promise<void>
    /** Concludes payments that nothing else concluded (PAY-07). */
    sweepPayments(): Promise<void>
    /** Checks a laboratory's file, and takes it over (LAB-02). */
    checkLabFile(uploadId: string): Promise<void>
    takeOverLabFile(uploadId: string): Promise<void>
    /** Housekeeping, run every ten minutes. */
    readonly tidy: readonly (() => Promise<unknown>)[]
  }

/** A job must finish within its lease, or another process runs it again; the mail gateway times out much earlier. */
const LEASE_SECONDS = 60
const POLL_MS = 1_000
const AFTER_ERROR_MS = 5_000
/** Most holds that one run of `expire-holds` marks. */
const MOST_HOLDS = 500
/** Together 30 seconds: within the lease. */
const RETRY_FINISH_MS = 250
const MOST_FINISH_TRIES = 120

type Chore = {
  readonly name: string
  readonly everyMs: number
  /** Also when the process starts. */
  readonly atStart?: true
  run(): Promise<unknown>
}

const choresOf = ({
  database,
  clock,
  tidy,
  sweepWaitingLists,
  sweepPayments,
}: JobDeps): Chore[] => [
  { name: 'payments', everyMs: SWEEP.everyMs, atStart: true, run: sweepPayments },
  { name: 'expire-holds', everyMs: 30_000, run: () => expireHolds(database, MOST_HOLDS) },
  { name: 'waiting-lists', everyMs: 30_000, run: sweepWaitingLists },
  {
    name: 'reminders',
    everyMs: 60_000,
    run: () => queueDueReminders(database, clock.now()),
  },
  { name: 'unread-results', everyMs: 600_000, atStart: true, run: () => openUnread(database) },
  { name: 'resync-clock', everyMs: 60_000, run: () => clock.resync() },
  ...tidy.map((run) => ({ name: 'tidy', everyMs: 600_000, run })),
]

const idSchema = z.object({ id: z.uuid() })
const codeSchema = z.object({ id: z.uuid(), network: z.optional(z.base64()) })
const refundSchema = z.object({ refund_id: z.uuid() })
const eventSchema = z.object({ event_id: z.int() })

type Work = (job: Job, deps: JobDeps) => Promise<void>

/** The work of each kind. Only these are claimed: a newer release may have queued others. */
const WORK: Readonly<Record<string, Work>> = {
  mail: sendMail,
  'password-code': ({ payload }, deps) => deps.sendCode(codeSchema.parse(payload)),
  'account-change': ({ payload }, deps) => deps.finishChange(idSchema.parse(payload).id),
  'close-account': finishClosing,
  'end-provider-sessions': endProviderSessions,
  'announce-event': announceEvents,
  'offer-places': ({ payload }, deps) => deps.offerPlaces(eventSchema.parse(payload).event_id),
  refund: ({ payload }, deps) => deps.makeRefund(refundSchema.parse(payload).refund_id),
  sms: sendSms,
  'lab-check': ({ payload }, deps) => deps.checkLabFile(idSchema.parse(payload).id),
  'lab-take-over': ({ payload }, deps) => deps.takeOverLabFile(idSchema.parse(payload).id),
} satisfies Record<JobKind, Work>
const KINDS = Object.keys(WORK)

/** Kinds that call an outside service, and those that take long, have a loop each, so that they do not delay other jobs. */
const OWN_LANES = [['mail'], ['sms'], ['refund'], ['lab-check', 'lab-take-over']]
const LANES = [KINDS.filter((kind) => !OWN_LANES.flat().includes(kind)), ...OWN_LANES]

/** Retried without limit: money that is owed, and sessions that must not stay open. */
const NEVER_GIVEN_UP = new Set(['refund', 'end-provider-sessions'])

/** After this many jobs the job that has waited longest is next, whatever its priority, so that each job runs in the end. */
const LONGEST_WAITING_EVERY = 8

/** Retries while the database is unreachable: a mail that was sent must not be sent again. */
async function markDone({ database }: JobDeps, job: Job): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await finishJob(database, job)
    } catch (error) {
      if (tries === MOST_FINISH_TRIES) throw error
      await setTimeout(RETRY_FINISH_MS)
    }
  }
}

/** Seconds until the next attempt; undefined gives the job up. */
function retryOf(error: unknown, { kind, attempts }: Job): number | undefined {
  if (error instanceof PostponedError) return error.seconds
  const isFinal = error instanceof AddressRefusedError || error instanceof SmsRefusedError
  const seconds = isFinal ? undefined : retrySeconds(attempts)
  return NEVER_GIVEN_UP.has(kind)
    ? Math.min(seconds ?? REFUND_RETRY.mostSeconds, REFUND_RETRY.mostSeconds)
    : seconds
}

async function markFailed({ database, logger }: JobDeps, job: Job, error: unknown): Promise<void> {
  const { jobId, kind, attempts } = job
  const label = causeOf(error)
  const retry = retryOf(error, job)
  await failJob(database, job, label, retry)
  const entry = { jobId, kind, attempts, error: label }
  if (retry === undefined) logger.error(entry, 'job given up')
  else logger.warn({ ...entry, retrySeconds: retry }, 'job failed')
}

/** Runs the next due job; returns false when there is none. */
export async function runNextJob(
  deps: JobDeps,
  order: ClaimOrder = 'urgent-first',
  kinds: readonly string[] = KINDS,
): Promise<boolean> {
  const { database, logger } = deps
  const job = await claimJob(database, kinds, LEASE_SECONDS, order)
  if (job === undefined) return false
  const { jobId, kind, attempts } = job
  try {
    await WORK[kind]?.(job, deps)
  } catch (error) {
    await markFailed(deps, job, error)
    return true
  }
  await markDone(deps, job)
  logger.info({ jobId, kind, attempts }, 'job done')
  return true
}

/**
 * Starts this process's background work: mails, housekeeping, measuring the clock. Any number of processes may run it.
 * `nudge` looks for work immediately; `stop` waits for the running job.
 */
export function startJobs(deps: JobDeps): { nudge(): void; stop(): Promise<void> } {
  const { logger } = deps
  let running = true

  const timers = choresOf(deps).map(({ name, everyMs, atStart, run }) => {
    const runOnce = () => {
      run().catch((error: unknown) =>
        logger.warn({ chore: name, error: causeOf(error) }, 'chore failed'),
      )
    }
    if (atStart) runOnce()
    return setInterval(runOnce, everyMs)
  })

  const loop = async (kinds: readonly string[], pause: Pause) => {
    for (let turn = 1; running; turn += 1) {
      const order = turn % LONGEST_WAITING_EVERY === 0 ? 'longest-waiting' : 'urgent-first'
      try {
        if (!(await runNextJob(deps, order, kinds))) await pause.wait(POLL_MS)
      } catch (error) {
        logger.warn({ error: causeOf(error) }, 'the job queue cannot be read')
        await pause.wait(AFTER_ERROR_MS)
      }
    }
  }
  const lanes = LANES.map((kinds) => {
    const pause = createPause()
    return { pause, ended: loop(kinds, pause) }
  })
  const nudge = () => {
    for (const { pause } of lanes) pause.end()
  }

  return {
    nudge,
    async stop() {
      running = false
      for (const timer of timers) clearInterval(timer)
      nudge()
      await Promise.all(lanes.map(({ ended }) => ended))
    },
  }
}
