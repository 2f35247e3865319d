import { LONGEST_DELAY_MS, MOST_EARLY_ENDS, restartDelayMs } from '../../shared/restart.ts'
import { type Child, type ChildOptions, handled, startChild } from './child.ts'

type Stop = () => Promise<void>

/** Something that runs until it is stopped: a child process, or a server with several processes. */
export type Running<Facts> = Pick<Child, 'ended' | 'stop'> & {
  /** Rejects with a one-line message if it ends first. */
  ready: Promise<Facts>
}

export type Supervisor = {
  /** Registers a function that `stop` calls, last registered first. */
  add: (stop: Stop) => void
  /**
   * Starts a process, and restarts it whenever it ends, until `stop`. Returns the first run. A later run that reports other
   * addresses than the first is ended and restarted, because the other processes know only the first ones.
   */
  keep: (options: ChildOptions) => Child
  /** The same for anything that `begin` starts; `name` is for messages. */
  keepRunning: <Facts, Kind extends Running<Facts>>(name: string, begin: () => Kind) => Kind
  /** Runs a process until it exits; rejects if it fails. */
  run: (options: ChildOptions) => Promise<void>
  /** Rejects when a required process or service has ended before it was ready for the first time. */
  failure: Promise<never>
  /** Stops everything; further calls return the same promise. */
  stop: () => Promise<void>
}

export type SupervisorOptions = {
  /** Receives one line when a process has ended and when it runs again. */
  report: (line: string) => void
  /** The delay before a restart. Tests use shorter ones. */
  delayMs?: ((livesMs: readonly number[]) => number) | undefined
}

const addressesIn = (facts: Record<string, unknown>): string =>
  Object.values(facts)
    .filter((fact) => typeof fact === 'string' && URL.canParse(fact))
    .join(' and ')

/** Returns the facts of a run with the expected addresses. Ends any other run, so that it is restarted. */
async function readyAt(
  addresses: Promise<string>,
  { name, ready, stop }: Child,
): Promise<Record<string, unknown>> {
  const facts = await ready
  if (addressesIn(facts) === (await addresses)) return facts
  await stop(0)
  throw new Error(`${name} was not at its address`)
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
      let addresses: Promise<string> | undefined
      return keepRunning(options.name, () => {
        const child = startChild({ ...options, keepsLog: addresses !== undefined })
        addresses ??= handled(child.ready.then(addressesIn))
        return { ...child, ready: handled(readyAt(addresses, child)) }
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

const oftenEnded = (name: string, line: string) =>
  `${name} ended ${MOST_EARLY_ENDS} times soon after its start. It is started again every ${LONGEST_DELAY_MS / 1_000} seconds; the rest goes on without it. ${line}`

const waitMs = (livesMs: readonly number[]) => restartDelayMs(livesMs) ?? LONGEST_DELAY_MS

/**
 * Calls `begin` again each time its process ends, for as long as the supervisor runs: the other processes work without it.
 * A first run that ends before it is ready is a failure. A process that ends again and again is reported once, with its log.
 */
function keepStarted<Facts, Kind extends Running<Facts>>(options: Keeping<Kind>) {
  const { name, begin, isStopping, fail, report, delayMs = waitMs } = options
  const livesMs: number[] = []
  let timer: NodeJS.Timeout | undefined
  let isFirst = true
  let isQuiet = false
  const run = (): Kind => {
    const startedAt = performance.now()
    const started = begin()
    void started.ready.then(
      () => {
        if (!(isFirst || isQuiet || isStopping())) report(`${name} is running again`)
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
    const endsOften = restartDelayMs(livesMs) === undefined
    if (!endsOften) report(`${headline(line)}. Starting it again ...`)
    else if (!isQuiet) report(oftenEnded(name, line))
    isQuiet = endsOften
    timer = setTimeout(() => {
      current = run()
    }, delayMs(livesMs))
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
