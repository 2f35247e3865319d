import type { Progress } from './progress.ts'
import type { Supervisor } from './supervisor.ts'

/** Prints `message`, stops everything and exits. Further calls do nothing. */
export type Shutdown = (code: number, message?: string) => Promise<void>

/** A second Ctrl-C exits immediately. npm sends the first one twice, so signals within this time count as one. */
const SAME_SIGNAL_MS = 1_000

/** Creates the shutdown function and calls it on SIGINT, SIGTERM and SIGHUP. */
export function createShutdown(supervisor: Supervisor, progress: Progress): Shutdown {
  let isStopping = false
  const shutdown: Shutdown = async (code, message) => {
    if (isStopping) return
    isStopping = true
    progress.mute()
    if (message !== undefined) progress.print(`\n${message}`)
    await supervisor.stop()
    process.exit(code)
  }
  let firstSignalAt: number | undefined
  const onSignal = () => {
    if (firstSignalAt !== undefined && Date.now() - firstSignalAt > SAME_SIGNAL_MS) process.exit(1)
    firstSignalAt ??= Date.now()
    void shutdown(0, 'Stopping ...')
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
  return shutdown
}

/** npm forwards signals, but not when it is killed: without this check the port would stay in use. */
export function shutDownWithNpm(lifecycleEvent: string | undefined, shutdown: Shutdown): void {
  if (lifecycleEvent === undefined) return
  const npm = process.ppid
  setInterval(() => {
    if (process.ppid !== npm) void shutdown(1, 'npm has exited. Stopping ...')
  }, 250).unref()
}
