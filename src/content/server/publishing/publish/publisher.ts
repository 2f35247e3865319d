import type { PublishingStatusGateway } from '#content/server/gateways/publishing-status.ts'
import type { BuildRequest } from '#content/server/publishing/publish/build-request.ts'
import type { Publish, Published } from '#content/server/publishing/publish/publication.ts'
import {
  buildEnded,
  buildStarted,
  dueAt,
  IDLE,
  noticeReceived,
  type Schedule,
} from '#content/server/publishing/publish/schedule.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Logger } from '#core/server/logger.ts'

/** Time for the publisher; tests have their own. */
export type Timers = {
  /** Milliseconds of a monotonic clock. */
  now(): number
  /** Runs `work` after `ms`; the returned function cancels it. */
  after(ms: number, work: () => void): () => void
}

export const SYSTEM_CLOCK = () => new Date()

export const SYSTEM_TIMERS: Timers = {
  now: () => performance.now(),
  after(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
}

export type PublisherOptions = {
  readonly publish: Publish
  readonly buildRequest: BuildRequest
  readonly status: PublishingStatusGateway
  readonly logger: Logger
  readonly timers: Timers
  readonly clock: () => Date
}

export type Publisher = {
  /** Requests a build. The request is on the disk when this returns. Throws when the disk refuses. */
  request(): void
  /** Picks up a request that another process wrote, or that was left from before a restart. */
  resume(): void
  readonly isBuilding: boolean
  /** Whether a build runs or waits. A build reads everything that is published when it starts. */
  readonly isPending: boolean
  /** Kills a running build. An unfinished request stays on the disk for the next start. */
  stop(): Promise<void>
}

/** Debounces webhooks: one build at a time, one more if notices arrived in the meantime. */
export function createPublisher(options: PublisherOptions): Publisher {
  const { publish, buildRequest, status, logger, timers, clock } = options
  const stopping = new AbortController()
  let schedule: Schedule = IDLE
  let seenId: string | undefined
  let cancelTimer = () => {}
  let running = Promise.resolve()
  /** The duration of the last successful publication. */
  let tookMs: number | undefined

  const enter = (next: Schedule) => {
    cancelTimer()
    schedule = next
    const due = dueAt(next)
    if (due === undefined || stopping.signal.aborted) return
    cancelTimer = timers.after(Math.max(0, due - timers.now()), () => {
      running = build()
    })
  }
  /** A rollback by an operator removes the request file: a failed build is not retried then. */
  const isWithdrawn = () =>
    schedule.step === 'waiting' &&
    schedule.failures > 0 &&
    seenId &&
    buildRequest.readId() === undefined
  const build = async () => {
    if (isWithdrawn()) {
      enter(IDLE)
      return
    }
    enter(buildStarted(schedule))
    const expected = tookMs === undefined ? {} : { expectedMs: tookMs }
    void status.tell({ state: 'building', at: clock(), ...expected })
    const startedAt = timers.now()
    const published = await publish(stopping.signal)
    if (published.result === 'done') tookMs = Math.round(timers.now() - startedAt)
    if (published.result === 'stopped') return
    finish(published, published.result)
  }
  const finish = (published: Published, result: Exclude<Published['result'], 'stopped'>) => {
    const isLast = schedule.step === 'building' && schedule.next === undefined
    // Compared and cleared without an await in between: a request of this process cannot be lost.
    if (result === 'done' && isLast && buildRequest.readId() === seenId) clear(buildRequest, logger)
    enter(buildEnded(schedule, timers.now(), result))
    if (published.status) void status.tell({ ...published.status, at: clock() })
  }
  return {
    request() {
      enter(noticeReceived(schedule, timers.now()))
      seenId = buildRequest.write()
    },
    resume() {
      const found = buildRequest.readId()
      if (found === undefined || found === seenId) return
      logger.info('found a build request')
      seenId = found
      enter(noticeReceived(schedule, timers.now()))
    },
    get isBuilding() {
      return schedule.step === 'building'
    },
    get isPending() {
      return schedule.step !== 'idle'
    },
    async stop() {
      stopping.abort()
      cancelTimer()
      await running
    },
  }
}

function clear(buildRequest: BuildRequest, logger: Logger): void {
  try {
    buildRequest.clear()
  } catch (error) {
    logger.warn({ error: causeOf(error) }, 'cannot clear build request')
  }
}
