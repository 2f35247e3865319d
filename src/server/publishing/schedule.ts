/** How long nothing more must be published before a build begins, and how long it waits at most, in milliseconds. */
export const QUIET_MS = 300
export const MOST_MS = 3_000
/** When a build that failed through no fault of the content is tried again; the last pause repeats. */
export const RETRY_MS = [60_000, 300_000, 900_000] as const

/** A wait for the quiet moment; `firstAt` is when the first notice of it came. */
export type Wait = { readonly firstAt: number; readonly dueAt: number }

/** What the publisher is about. Times in milliseconds of one clock; `failures` counts those in a row. */
export type Schedule =
  | { readonly step: 'idle' }
  | {
      readonly step: 'waiting'
      readonly wait: Wait
      readonly failures: number
    }
  | { readonly step: 'building'; readonly next: Wait | undefined; readonly failures: number }

/** How a build ended: `later` is worth another try by itself, `failed` only when somebody has changed something. */
export type Ending = 'done' | 'failed' | 'later'

export const IDLE: Schedule = { step: 'idle' }

const waitFrom = (wait: Wait | undefined, now: number): Wait => {
  const firstAt = wait?.firstAt ?? now
  return { firstAt, dueAt: Math.min(now + QUIET_MS, firstAt + MOST_MS) }
}

/** Somebody published at `now`. Pure. */
export function requested(schedule: Schedule, now: number): Schedule {
  if (schedule.step === 'building') {
    return { ...schedule, next: waitFrom(schedule.next, now) }
  }
  // Who publishes does not wait for the next try of what failed before.
  const wait =
    schedule.step === 'waiting' && schedule.failures === 0
      ? waitFrom(schedule.wait, now)
      : waitFrom(undefined, now)
  return { step: 'waiting', wait, failures: 0 }
}

/** When a build must begin; undefined while there is nothing to begin. Pure. */
export const dueAt = (schedule: Schedule): number | undefined =>
  schedule.step === 'waiting' ? schedule.wait.dueAt : undefined

/** The build begins. Pure. */
export function begun(schedule: Schedule): Schedule {
  if (schedule.step !== 'waiting') throw new TypeError(`Nothing to build: ${schedule.step}`)
  return { step: 'building', next: undefined, failures: schedule.failures }
}

/** The build has ended at `now`; what was published meanwhile gets exactly one more. Pure. */
export function ended(schedule: Schedule, now: number, ending: Ending): Schedule {
  if (schedule.step !== 'building') throw new TypeError(`Nothing was built: ${schedule.step}`)
  if (schedule.next) return { step: 'waiting', wait: schedule.next, failures: 0 }
  const failures = Math.min(schedule.failures, RETRY_MS.length - 1)
  const pause = ending === 'later' ? RETRY_MS[failures] : undefined
  if (pause === undefined) return IDLE
  return {
    step: 'waiting',
    wait: { firstAt: now, dueAt: now + pause },
    failures: schedule.failures + 1,
  }
}
