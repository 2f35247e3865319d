/** Calls of a function: one at a time, and some time after what caused it. */
export type InTurn = {
  /** Calls after the delay; what happens until then, or while a call is under way, causes one call more. */
  soon(): void
  now(): void
  /** No further calls. */
  stop(): void
}

export function inTurn(run: () => Promise<void>, delayMs: number): InTurn {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isRunning = false
  let again: 'soon' | 'now' | undefined
  let isOver = false

  const soon = () => {
    if (isRunning) again ??= 'soon'
    else if (!isOver) timer ??= setTimeout(now, delayMs)
  }
  const now = () => {
    clearTimeout(timer)
    timer = undefined
    if (isRunning) again = 'now'
    else if (!isOver) void once()
  }
  const once = async () => {
    isRunning = true
    again = undefined
    await run()
    isRunning = false
    if (again === 'now') now()
    else if (again === 'soon') soon()
  }
  return {
    soon,
    now,
    stop() {
      isOver = true
      clearTimeout(timer)
    },
  }
}
