import { type Child, type ChildOptions, startChild } from './child.ts'

type Stop = () => Promise<void>

export type Supervisor = {
  /** Has it stopped with all others, the latest first. */
  add: (stop: Stop) => void
  /** Starts a process that must live as long as we do. */
  keep: (options: ChildOptions) => Child
  /** Runs a process to its end; rejects when it fails. */
  run: (options: ChildOptions) => Promise<void>
  /** To be called when something that must live has ended by itself. */
  lost: (line: string) => void
  /** Rejects when something that must live has ended by itself. */
  failure: Promise<never>
  /** Stops everything, once. */
  stop: () => Promise<void>
}

/** Knows all that was started, so that nothing is left behind. */
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
  const lost = (line: string) => {
    if (stopping === undefined) fail(new Error(line))
  }
  return {
    add: (stop) => stops.push(stop),
    keep(options) {
      const child = start(options)
      void child.ended.then(lost)
      return child
    },
    run: (options) => start(options).succeeded,
    lost,
    failure,
    stop() {
      stopping ??= stopAll()
      return stopping
    },
  }
}
