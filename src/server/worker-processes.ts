import type { ChildProcess } from 'node:child_process'
import type { Logger } from '#server/logger.ts'
import { restartDelayMs } from '#shared/restart.ts'

export type WorkerOptions = {
  readonly count: number
  readonly logger: Logger
  /** Starts the worker with this number: a process with an IPC channel, which sends a message when it listens. */
  readonly begin: (number: number) => ChildProcess
}

export type Workers = {
  /** Resolves when every worker listens. Rejects when one ends before it was ready for the first time. */
  readonly ready: Promise<void>
  /** Rejects when a worker ends too often. */
  readonly failure: Promise<never>
  /** Asks every worker to finish its requests, and waits for the end of all. */
  stop(): Promise<void>
}

/** Starts `count` workers, and starts each again when it ends (decision 017). */
export function startWorkers({ count, logger, begin }: WorkerOptions): Workers {
  const running = new Map<number, ChildProcess>()
  let stopping = false
  const { promise: failure, reject: fail } = Promise.withResolvers<never>()
  failure.catch(() => undefined)

  function keep(number: number, livesMs: number[]): Promise<void> {
    const child = begin(number)
    const startedAt = performance.now()
    running.set(number, child)
    logger.info({ worker: number, pid: child.pid }, 'worker started')
    return new Promise((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', (code, signal) => {
        running.delete(number)
        if (stopping) return
        reject(new Error(`Worker ${number} ended (${signal ?? code}) before it was ready.`))
        livesMs.push(performance.now() - startedAt)
        const delay = restartDelayMs(livesMs)
        logger.error({ worker: number, code, signal, delay }, 'worker ended')
        if (delay === undefined) return fail(new Error(`Worker ${number} ended too often.`))
        setTimeout(() => {
          if (!stopping) keep(number, livesMs).catch(() => undefined)
        }, delay)
      })
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
