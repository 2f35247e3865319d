/** The rest of the pool stays free for requests that wait for no lock of an event (decision 020). */
const SHARE_PER_EVENT = 0.6
const SHARE_IN_ALL = 0.8
/** A request that is refused as busy returns, and costs more than one that waits (decision 020). */
const MOST_WAIT_MS = 8_000

/**
 * Lets few statements at a time wait for the lock of an event. The others wait without a connection: an event that stays locked
 * must not use up the pool, which everything else needs (API-06).
 */
export type EventTurns = {
  /**
   * Runs `work` when there is room at the event. Undefined, without running it, when the wait takes too long. `isUrgent`: bookings and
   * moves, for which a place is mostly held, go first.
   */
  take<Value>(
    eventId: number,
    work: () => Promise<Value>,
    isUrgent?: boolean,
  ): Promise<Value | undefined>
}

type Waiting = { readonly eventId: number; readonly isUrgent: boolean; begin(): void }

/** Turns for a pool of `poolMax` connections. */
export function eventTurns(poolMax: number, mostWaitMs = MOST_WAIT_MS): EventTurns {
  const mostPerEvent = Math.max(1, Math.floor(poolMax * SHARE_PER_EVENT))
  const mostInAll = Math.max(1, Math.floor(poolMax * SHARE_IN_ALL))
  const running = new Map<number, number>()
  const queue: Waiting[] = []
  let inAll = 0
  const countOf = (eventId: number) => running.get(eventId) ?? 0
  const hasRoom = (eventId: number) => inAll < mostInAll && countOf(eventId) < mostPerEvent

  function count(eventId: number, change: 1 | -1): void {
    inAll += change
    const now = countOf(eventId) + change
    if (now === 0) running.delete(eventId)
    else running.set(eventId, now)
  }

  function beginNext(): void {
    const at = queue.findIndex(({ eventId }) => hasRoom(eventId))
    const [next] = at === -1 ? [] : queue.splice(at, 1)
    next?.begin()
  }

  /** Whether it is the caller's turn, in time. */
  function wait(eventId: number, isUrgent: boolean): Promise<boolean> {
    return new Promise((resolve) => {
      const late = setTimeout(() => {
        queue.splice(queue.indexOf(waiting), 1)
        resolve(false)
      }, mostWaitMs)
      const waiting: Waiting = {
        eventId,
        isUrgent,
        begin() {
          clearTimeout(late)
          count(eventId, 1)
          resolve(true)
        },
      }
      const at = isUrgent ? queue.findIndex((other) => !other.isUrgent) : -1
      queue.splice(at === -1 ? queue.length : at, 0, waiting)
    })
  }

  return {
    async take(eventId, work, isUrgent = false) {
      if (hasRoom(eventId)) count(eventId, 1)
      else if (!(await wait(eventId, isUrgent))) return undefined
      try {
        return await work()
      } finally {
        count(eventId, -1)
        beginNext()
      }
    },
  }
}
