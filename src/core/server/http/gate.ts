import { LONGEST_WAIT_SECONDS } from '#core/contract/busy.ts'
import { MOST_WAIT_SECONDS } from '#core/server/config/limits.ts'

/** Lets a number of requests in at a time, and refuses the others at once (API-06). */
export type Gate = {
  /**
   * Undefined when there is no room; otherwise the function that ends this admission, to be called once. `isUrgent`: is
   * admitted when others are refused.
   */
  enter(isUrgent?: boolean): (() => void) | undefined
  /**
   * After how many seconds a refused request may come back: at random within the time that those inside and all those who
   * wait need. Together they then return as fast as they can be answered.
   */
  retryAfter(): number
}

const WINDOW_MS = 1_000

/** How many refused requests were not repeated yet: a client waits for once to twice the seconds of `Retry-After`. */
function expectedReturns(now: () => number) {
  const bySecond = new Map<number, number>()
  const second = () => Math.floor(now() / 1000)
  return {
    add(seconds: number) {
      const at = second() + Math.ceil(1.5 * seconds)
      bySecond.set(at, (bySecond.get(at) ?? 0) + 1)
    },
    waiting() {
      let count = 0
      for (const [at, returning] of bySecond) {
        if (at < second()) bySecond.delete(at)
        else count += returning
      }
      return count
    },
  }
}

/**
 * A gate for requests that need the database. There is room for as many as were answered in the last MOST_WAIT_SECONDS, so
 * that the last one waits about that long, and for `least` in any case. More would all become slow, and be answered later
 * than if the last ones came back in a few seconds. `now` is in milliseconds, `chance` from 0 to 1.
 */
export function createGate(
  least: number,
  now = () => performance.now(),
  chance = Math.random,
): Gate {
  let inside = 0
  let answered = 0
  let answeredPerSecond = 0
  let windowStart = now()
  const returns = expectedReturns(now)
  const room = () => {
    const ms = now() - windowStart
    if (ms >= WINDOW_MS) {
      answeredPerSecond = (answered * 1000) / ms
      answered = 0
      windowStart += ms
    }
    return Math.max(least, answeredPerSecond * MOST_WAIT_SECONDS)
  }
  return {
    enter(isUrgent = false) {
      if (inside >= room() * (isUrgent ? 2 : 1)) return undefined
      inside += 1
      return () => {
        inside -= 1
        answered += 1
      }
    },
    retryAfter() {
      const wanted = ((inside + returns.waiting()) * MOST_WAIT_SECONDS) / Math.max(1, room())
      const most = Math.min(LONGEST_WAIT_SECONDS, Math.max(MOST_WAIT_SECONDS, wanted))
      const seconds = Math.round(MOST_WAIT_SECONDS + chance() * (most - MOST_WAIT_SECONDS))
      returns.add(seconds)
      return seconds
    },
  }
}
