import { type Child, type ChildOptions, startChild } from './child.ts'

type Stop = () => Promise<void>

export type Supervisor = {
  /** Registers a function that `stop` calls, last registered first. */
  add: (stop: Stop) => void
  /** Starts a process that must not exit before `stop`. */
  keep: (options: ChildOptions) => Child
  /** Runs a process until it exits; rejects if it fails. */
  run: (options: ChildOptions) => Promise<void>
  /** Reports that a required service has exited. */
  reportExit: (line: string) => void
  /** Rejects when a required process or service exits before `stop`. */
  failure: Promise<never>
  /** Stops everything; further calls return the same promise. */
  stop: () => Promise<void>
}

/** Keeps track of all started processes and services, and stops them. */
export function createSupervisor(): Supervisor {
  const stops: Stop[] = []
  let stopping: Promise<void> | undefined
  let fail: (error: Error) => void = () => undefined
  const failure = new Promise<never>((_resolve, reject) => {
    fail = reject
  })
  failure.catch(() => undefined)
  const stopAll = async () => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) {
      await next().catch(() => undefined)
    }
  }
  const start = (options: ChildOptions): Child => {
    if (stopping !== undefined) throw new Error('Stopping')
    const child = startChild(options)
    stops.push(() => child.stop())
    return child
  }
  const reportExit = (line: string) => {
    if (stopping === undefined) fail(new Error(line))
  }
  return {
    add: (stop) => stops.push(stop),
    keep(options) {
      const child = start(options)
      void child.ended.then(reportExit)
      return child
    },
    run: (options) => start(options).succeeded,
    reportExit,
    failure,
    stop() {
      stopping ??= stopAll()
      return stopping
    },
  }
}
