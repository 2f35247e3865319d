/** A build starts when no notice has arrived for DEBOUNCE_MS, and at the latest MAX_WAIT_MS after the first one. */
export const DEBOUNCE_MS = 300
export const MAX_WAIT_MS = 3_000
/** Delays before retries of a build that failed for another cause than the content; the last one repeats. */
export const RETRY_DELAYS_MS = [60_000, 300_000, 900_000] as const

/** `firstAt` is when the first notice arrived, `dueAt` when the build starts. */
export type Wait = { readonly firstAt: number; readonly dueAt: number }

/** Publisher state. Times in milliseconds of one clock; `failures` counts failures in a row. */
export type Schedule =
  | { readonly step: 'idle' }
  | {
      readonly step: 'waiting'
      readonly wait: Wait
      readonly failures: number
    }
  | { readonly step: 'building'; readonly next: Wait | undefined; readonly failures: number }

/** How a publication ended: `retry` is tried again automatically, `failed` only after the next notice. */
export type PublicationResult = 'done' | 'failed' | 'retry'

export const IDLE: Schedule = { step: 'idle' }

const waitFrom = (wait: Wait | undefined, now: number): Wait => {
  const firstAt = wait?.firstAt ?? now
  return { firstAt, dueAt: Math.min(now + DEBOUNCE_MS, firstAt + MAX_WAIT_MS) }
}

/** A notice arrived at `now`. Pure. */
export function noticeReceived(schedule: Schedule, now: number): Schedule {
  if (schedule.step === 'building') {
    return { ...schedule, next: waitFrom(schedule.next, now) }
  }
  // A new notice does not wait for the retry of an earlier failure.
  const wait =
    schedule.step === 'waiting' && schedule.failures === 0
      ? waitFrom(schedule.wait, now)
      : waitFrom(undefined, now)
  return { step: 'waiting', wait, failures: 0 }
}

/** When the next build must start; undefined when none is waiting. Pure. */
export const dueAt = (schedule: Schedule): number | undefined =>
  schedule.step === 'waiting' ? schedule.wait.dueAt : undefined

/** @throws TypeError when no build was waiting. Pure. */
export function buildStarted(schedule: Schedule): Schedule {
  if (schedule.step !== 'waiting') throw new TypeError(`Nothing to build: ${schedule.step}`)
  return { step: 'building', next: undefined, failures: schedule.failures }
}

/**
 * The build ended at `now`; notices that arrived during it get exactly one more build. Pure.
 * @throws TypeError when no build was running.
 */
export function buildEnded(schedule: Schedule, now: number, result: PublicationResult): Schedule {
  if (schedule.step !== 'building') throw new TypeError(`Nothing was built: ${schedule.step}`)
  if (schedule.next) return { step: 'waiting', wait: schedule.next, failures: 0 }
  const failures = Math.min(schedule.failures, RETRY_DELAYS_MS.length - 1)
  const delay = result === 'retry' ? RETRY_DELAYS_MS[failures] : undefined
  if (delay === undefined) return IDLE
  return {
    step: 'waiting',
    wait: { firstAt: now, dueAt: now + delay },
    failures: schedule.failures + 1,
  }
}
