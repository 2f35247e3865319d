import type { ChildProcess } from 'node:child_process'
import type { Logger } from '#core/server/logger.ts'
import { LONGEST_DELAY_MS, restartDelayMs } from '#shared/restart.ts'

export type WorkerOptions = {
  readonly count: number
  readonly logger: Logger
  /** Starts the worker with this number: a process with an IPC channel, which sends a message when it listens. */
  readonly begin: (number: number) => ChildProcess
}

export type Workers = {
  /** Resolves when every worker listens. Rejects when one ends before it was ready for the first time. */
  readonly ready: Promise<void>
  /** Rejects when every worker has ended too often and none of them listens. */
  readonly failure: Promise<never>
  /** Asks every worker to finish its requests, and waits for the end of all. */
  stop(): Promise<void>
}

type Cause = { readonly code: number | string | null; readonly signal: string | null }

/** A fork that fails emits 'error' without ever getting a process id, or throws. */
const causeOf = (error: unknown): Cause => ({
  code: (error as NodeJS.ErrnoException).code ?? 'unknown',
  signal: null,
})

type Ended = (cause: Cause) => void

/** Begins a worker. Without a process id it was not started, and `ended` is called once. */
function forked({ begin, logger }: WorkerOptions, number: number, ended: Ended) {
  try {
    const child = begin(number)
    let hasEnded = false
    child.on('error', (error) => {
      // A running child emits it for a message or a signal that was not sent.
      if (child.pid !== undefined) return logger.warn({ worker: number }, 'worker not reached')
      if (!hasEnded) ended(causeOf(error))
      hasEnded = true
    })
    return child
  } catch (error) {
    ended(causeOf(error))
    return undefined
  }
}

/**
 * Starts `count` workers, and starts each again when it ends. One that has ended too often is tried at the longest
 * delay for as long as another is left (decision 017).
 */
export function startWorkers(options: WorkerOptions): Workers {
  const { count, logger } = options
  const running = new Map<number, ChildProcess>()
  /** Ended too often, and have not listened since. */
  const givenUp = new Set<number>()
  let stopping = false
  const { promise: failure, reject: fail } = Promise.withResolvers<never>()
  failure.catch(() => undefined)

  function startAgain(number: number, livesMs: number[], cause: Cause): void {
    const wanted = restartDelayMs(livesMs)
    if (wanted === undefined) givenUp.add(number)
    const delay = givenUp.size === count ? undefined : (wanted ?? LONGEST_DELAY_MS)
    logger.error({ worker: number, ...cause, delay }, 'worker ended')
    if (delay === undefined) fail(new Error('Every worker ended too often.'))
    else {
      setTimeout(() => {
        if (!stopping) keep(number, livesMs).catch(() => undefined)
      }, delay)
    }
  }

  function keep(number: number, livesMs: number[]): Promise<void> {
    const startedAt = performance.now()
    return new Promise((resolve, reject) => {
      const ended = (cause: Cause) => {
        running.delete(number)
        if (stopping) return
        reject(
          new Error(`Worker ${number} ended (${cause.signal ?? cause.code}) before it was ready.`),
        )
        livesMs.push(performance.now() - startedAt)
        startAgain(number, livesMs, cause)
      }
      const child = forked(options, number, ended)
      if (child?.pid === undefined) return
      running.set(number, child)
      logger.info({ worker: number, pid: child.pid }, 'worker started')
      child.once('message', () => {
        givenUp.delete(number)
        resolve()
      })
      child.once('exit', (code, signal) => ended({ code, signal }))
    })
  }

  const numbers = Array.from({ length: count }, (_, index) => index + 1)
  return {
    ready: Promise.all(numbers.map((number) => keep(number, []))).then(() => undefined),
    failure,
    async stop() {
      stopping = true
      const ends = [...running.values()].map(
        (child) => new Promise((resolve) => child.once('exit', resolve)),
      )
      for (const child of running.values()) child.kill('SIGTERM')
      await Promise.all(ends)
    },
  }
}
