/** Lets a number of requests in at a time, and refuses the others at once (API-06). */
export type Gate = {
  /** Undefined when there is no room; otherwise the function that leaves again, to be called once. */
  enter(): (() => void) | undefined
}

/**
 * A gate for requests that need the database. Each waits for a connection several times; more than `most` at a time would
 * all become slow, and finish later than if the last ones came back in a few seconds.
 */
export function createGate(most: number): Gate {
  let inside = 0
  return {
    enter() {
      if (inside >= most) return undefined
      inside += 1
      return () => {
        inside -= 1
      }
    },
  }
}
