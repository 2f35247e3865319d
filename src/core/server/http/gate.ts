/** Lets a number of requests in at the same time, and refuses the others immediately (API-06). */
export type Gate = {
  /** Returns the function that ends this admission, to be called once; undefined when the gate is full. `isUrgent` doubles the room. */
  enter(isUrgent?: boolean): (() => void) | undefined
}

/**
 * A gate for requests that need the database: without it an overloaded server would answer all of them late. Refused ones return after
 * Retry-After, spread by chance in each browser (`contract/busy.ts`).
 */
export function createGate(most: number): Gate {
  let inside = 0
  return {
    enter(isUrgent = false) {
      if (inside >= most * (isUrgent ? 2 : 1)) return undefined
      inside += 1
      return () => {
        inside -= 1
      }
    },
  }
}
