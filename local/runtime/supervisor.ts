import { MOST_EARLY_ENDS, restartDelayMs } from '../../shared/restart.ts'
import { type Child, type ChildOptions, startChild } from './child.ts'

type Stop = () => Promise<void>

/** Something that runs until it is stopped: a child process, or a server with processes of its own. */
export type Running<Facts> = Pick<Child, 'ended' | 'stop'> & {
  /** Rejects with a one-line message if it ends first. */
  ready: Promise<Facts>
}

export type Supervisor = {
  /** Registers a function that `stop` calls, last registered first. */
  add: (stop: Stop) => void
  /** Starts a process, and starts it again whenever it ends, until `stop`. Answers the first run. */
  keep: (options: ChildOptions) => Child
  /** The same for anything that `begin` starts; `name` is for messages. */
  keepRunning: <Facts, Kind extends Running<Facts>>(name: string, begin: () => Kind) => Kind
  /** Runs a process until it exits; rejects if it fails. */
  run: (options: ChildOptions) => Promise<void>
  /** Rejects when a required process or service has ended before it was ready, or ends too often. */
  failure: Promise<never>
  /** Stops everything; further calls return the same promise. */
  stop: () => Promise<void>
}

export type SupervisorOptions = {
  /** Receives one line when a process has ended and when it runs again. */
  report: (line: string) => void
  /** When to start a process again. Tests have shorter waits. */
  delayMs?: ((livesMs: readonly number[]) => number | undefined) | undefined
}

/** What happened, without the lines of the log. */
const headline = (text: string) => text.replace(/\. (?:Last lines of|Its log is empty)[\s\S]*$/, '')

/** Keeps track of all started processes and services, starts them again, and stops them. */
export function createSupervisor({ report, delayMs }: SupervisorOptions): Supervisor {
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
  const isStopping = () => stopping !== undefined
  const keepRunning: Supervisor['keepRunning'] = (name, begin) => {
    const kept = keepStarted({ name, begin, isStopping, fail, report, delayMs })
    stops.push(kept.stop)
    return kept.first
  }
  return {
    add: (stop) => stops.push(stop),
    keep(options) {
      let runs = 0
      return keepRunning(options.name, () => {
        runs += 1
        return startChild({ ...options, keepsLog: runs > 1 })
      })
    },
    keepRunning,
    run: (options) => start(options).succeeded,
    failure,
    stop() {
      stopping ??= stopAll()
      return stopping
    },
  }
}

type Keeping<Kind> = SupervisorOptions & {
  name: string
  begin: () => Kind
  isStopping: () => boolean
  fail: (error: Error) => void
}

/** Starts what `begin` starts again each time it ends; a first run that ends before it is ready is a failure. */
function keepStarted<Facts, Kind extends Running<Facts>>(options: Keeping<Kind>) {
  const { name, begin, isStopping, fail, report, delayMs = restartDelayMs } = options
  const livesMs: number[] = []
  let timer: NodeJS.Timeout | undefined
  let isFirst = true
  const run = (): Kind => {
    const startedAt = performance.now()
    const started = begin()
    void started.ready.then(
      () => {
        if (!(isFirst || isStopping())) report(`${name} is running again`)
        isFirst = false
      },
      () => undefined,
    )
    void started.ended.then((line) => {
      if (!isStopping()) ended(line, performance.now() - startedAt)
    })
    return started
  }
  const ended = (line: string, lifeMs: number) => {
    if (isFirst) return fail(new Error(line))
    livesMs.push(lifeMs)
    const wait = delayMs(livesMs)
    if (wait === undefined) {
      return fail(new Error(`${name} ended ${MOST_EARLY_ENDS} times soon after its start. ${line}`))
    }
    report(`${headline(line)}. Starting it again ...`)
    timer = setTimeout(() => {
      current = run()
    }, wait)
  }
  const first = run()
  let current = first
  return {
    first,
    async stop() {
      clearTimeout(timer)
      await current.stop()
    },
  }
}
