/** Lets API requests begin a few at a time, so that the event loop comes back to other work in between. */
export type Pace = {
  /** Undefined when the request may begin at once; otherwise resolves when it is its turn. `isFirst`: before all others. */
  turn(isFirst: boolean): Promise<void> | undefined
}

/**
 * At most `perLoop` requests begin in one turn of the event loop. Without it, a turn begins all requests that have arrived, which
 * takes seconds when there are thousands: answers of the database, static files and the next step of every booking wait
 * meanwhile.
 */
export function createPace(perLoop: number): Pace {
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
        const begin = first.shift() ?? others.shift()
        if (begin === undefined) return
        begun += 1
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
        return undefined
      }
      return new Promise((resolve) => (isFirst ? first : others).push(resolve))
    },
  }
}
