export type Pause = { wait(ms: number): Promise<void>; end(): void }

/** A wait that `end` cuts short; an `end` before the wait makes the next wait return immediately. */
export function createPause(): Pause {
  let wake: (() => void) | undefined
  let isDue = false
  return {
    async wait(ms) {
      if (!isDue) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      }
      wake = undefined
      isDue = false
    },
    end() {
      isDue = true
      wake?.()
    },
  }
}
