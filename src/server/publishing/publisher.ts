import type { PublishingStatusGateway } from '#server/gateways/publishing-status.ts'
import type { Logger } from '#server/logger.ts'
import type { Marker } from '#server/publishing/marker.ts'
import type { Publish, Published } from '#server/publishing/publish.ts'
import { begun, dueAt, ended, IDLE, requested, type Schedule } from '#server/publishing/schedule.ts'

/** What it needs of time; tests have their own. */
export type Timers = {
  /** Milliseconds of a clock that never goes back. */
  now(): number
  /** Runs `work` after `ms`; the function it answers takes that back. */
  after(ms: number, work: () => void): () => void
}

export const SYSTEM_TIMERS: Timers = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

export type PublisherOptions = {
  readonly publish: Publish
  readonly marker: Marker
  readonly status: PublishingStatusGateway
  readonly logger: Logger
  readonly timers: Timers
  readonly clock: () => Date
}

export type Publisher = {
  /** Somebody published: noted on the disk when this returns. Throws when the disk does not take it. */
  request(): void
  /** Takes up what was asked from outside, or before a restart. */
  resume(): void
  readonly isBuilding: boolean
  /** Ends a running build with its processes; what was not finished is on the disk, for the next start. */
  stop(): Promise<void>
}

/** Turns notices into publications: one at a time, and the last notice is never without one. */
export function createPublisher(options: PublisherOptions): Publisher {
  const { publish, marker, status, logger, timers, clock } = options
  const stopping = new AbortController()
  let schedule: Schedule = IDLE
  let seen: string | undefined
  let cancel = () => {}
  let running = Promise.resolve()

  const move = (to: Schedule) => {
    cancel()
    schedule = to
    const due = dueAt(to)
    if (due === undefined || stopping.signal.aborted) return
    cancel = timers.after(Math.max(0, due - timers.now()), () => {
      running = build()
    })
  }
  /** An operator who rolls back takes the note away: what failed before is not tried again then. */
  const isTakenBack = () =>
    schedule.step === 'waiting' && schedule.failures > 0 && seen && marker.read() === undefined
  const build = async () => {
    if (isTakenBack()) {
      move(IDLE)
      return
    }
    move(begun(schedule))
    void status.tell({ state: 'building', at: clock() })
    const published = await publish(stopping.signal)
    if (published.ending === 'stopped') return
    finish(published, published.ending)
  }
  const clear = () => {
    try {
      marker.clear()
    } catch (error) {
      logger.warn({ error: (error as NodeJS.ErrnoException).code }, 'a notice cannot be taken off')
    }
  }
  const finish = (published: Published, ending: Exclude<Published['ending'], 'stopped'>) => {
    const isLast = schedule.step === 'building' && schedule.next === undefined
    // Written and cleared at once, without a pause in between: no notice can be lost here.
    if (ending === 'done' && isLast && marker.read() === seen) clear()
    move(ended(schedule, timers.now(), ending))
    if (published.status) void status.tell({ ...published.status, at: clock() })
  }
  return {
    request() {
      move(requested(schedule, timers.now()))
      seen = marker.set()
    },
    resume() {
      const found = marker.read()
      if (found === undefined || found === seen) return
      logger.info('a publication is asked for')
      seen = found
      move(requested(schedule, timers.now()))
    },
    get isBuilding() {
      return schedule.step === 'building'
    },
    async stop() {
      stopping.abort()
      cancel()
      await running
    },
  }
}
