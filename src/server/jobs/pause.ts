/** A wait that can be ended from outside; an end that comes before the wait is not lost. */
export function createPause(): { wait(ms: number): Promise<void>; end(): void } {
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
