/** Lets API requests begin a few at a time, so that the event loop comes back to other work in between. */
export type Pace = {
  /**
   * Undefined when the request may begin at once; otherwise resolves when it is its turn. `isFirst`: before the others, which
   * still get a quarter of the turns. 'too-many' when it would wait too long.
   */
  turn(isFirst: boolean): Promise<void> | undefined | 'too-many'
}

/** A request that would wait longer for its beginning is refused at once. */
const MOST_WAIT_MS = 8_000
const WINDOW_MS = 1_000

/** How many requests may wait: as many as began in MOST_WAIT_MS, and `least` in any case. `now` is in milliseconds. */
function roomToWait(least: number, now: () => number) {
  let begun = 0
  let room = least
  let windowStart = now()
  return {
    noteBegun() {
      begun += 1
    },
    most() {
      const ms = now() - windowStart
      if (ms >= WINDOW_MS) {
        room = Math.max(least, (begun * MOST_WAIT_MS) / ms)
        begun = 0
        windowStart += ms
      }
      return room
    },
  }
}

/**
 * At most `perLoop` requests begin in one turn of the event loop. Without it, a turn begins all requests that have arrived, which
 * takes seconds when there are thousands: answers of the database, static files and the next step of every booking wait
 * meanwhile.
 */
export function createPace(
  perLoop: number,
  leastWaiting: number,
  now = () => performance.now(),
): Pace {
  const room = roomToWait(leastWaiting, now)
  const mostFirst = Math.ceil((perLoop * 3) / 4)
  const first: (() => void)[] = []
  const others: (() => void)[] = []
  let begun = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => {
      isScheduled = false
      begun = 0
      while (begun < perLoop) {
        const isFirstsTurn = begun < mostFirst || others.length === 0
        const begin = (isFirstsTurn ? first.shift() : undefined) ?? others.shift()
        if (begin === undefined) return
        begun += 1
        room.noteBegun()
        begin()
      }
      schedule()
    })
  }

  return {
    turn(isFirst) {
      schedule()
      if (begun < perLoop && first.length === 0 && (isFirst || others.length === 0)) {
        begun += 1
        room.noteBegun()
        return undefined
      }
      const queue = isFirst ? first : others
      if (queue.length >= room.most()) return 'too-many'
      return new Promise((resolve) => queue.push(resolve))
    },
  }
}
