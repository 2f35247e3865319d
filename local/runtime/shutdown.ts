import type { Progress } from './progress.ts'
import type { Supervisor } from './supervisor.ts'

/** Ends the whole start; only the first call counts. */
export type End = (code: number, lastWords?: string) => Promise<void>

/** An impatient second Ctrl-C ends at once; npm passes the first one on twice, hence the pause. */
const secondSignalAfter = 1_000

/** Answers how to end in order, and does so when a signal or the end of npm asks for it. */
export function endInOrder(supervisor: Supervisor, progress: Progress): End {
  let ending = false
  const end: End = async (code, lastWords) => {
    if (ending) return
    ending = true
    progress.hush()
    if (lastWords !== undefined) progress.print(`\n${lastWords}`)
    await supervisor.stop()
    process.exit(code)
  }
  let asked: number | undefined
  const ask = () => {
    if (asked !== undefined && Date.now() - asked > secondSignalAfter) process.exit(1)
    asked ??= Date.now()
    void end(0, 'Stopping ...')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, ask)
  return end
}

/** npm passes signals on, but cannot when it is killed: then we would be left alone on the port. */
export function endWithNpm(lifecycleEvent: string | undefined, end: End): void {
  if (lifecycleEvent === undefined) return
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) void end(1, 'npm has ended, and so do we.')
  }, 250).unref()
}
