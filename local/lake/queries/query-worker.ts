import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { queryError } from '../errors.ts'
import type { QueryLimits } from '../limits.ts'
import type { FromWorker, Replaced, Task, ToWorker } from './tasks.ts'

const YOUNG_MEGABYTES = 32

type Ended = (answer: FromWorker | Error) => void

/**
 * One worker thread with one task at a time. A task that runs longer than the limit, or needs more memory, ends the
 * thread; then the worker is `ended` and must be replaced.
 */
export class QueryWorker {
  readonly #thread: Worker
  readonly #limits: QueryLimits
  #ready = false
  #current: { task: Task; done: Ended; timer?: NodeJS.Timeout } | undefined
  #ended = false

  constructor(limits: QueryLimits, documents: Replaced[]) {
    this.#limits = limits
    this.#thread = new Worker(join(import.meta.dirname, 'worker.ts'), {
      env: {},
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: limits.heapMegabytes,
        maxYoungGenerationSizeMb: YOUNG_MEGABYTES,
      },
    })
    // The server keeps the process running, not its workers.
    this.#thread.unref()
    this.#thread.on('message', (message: FromWorker) => this.#receive(message))
    this.#thread.on('error', (error) => this.#end(this.#failure(error)))
    this.#thread.on('exit', () => this.#end(new Error('The query worker ended')))
    this.replace(documents)
  }

  get ended(): boolean {
    return this.#ended
  }

  replace(changes: Replaced[]): void {
    this.#post({ kind: 'changes', changes })
  }

  run(task: Task): Promise<FromWorker> {
    return new Promise((resolve, reject) => {
      const done: Ended = (answer) => (answer instanceof Error ? reject(answer) : resolve(answer))
      this.#current = { task, done }
      if (this.#ready) this.#begin()
    })
  }

  async close(): Promise<void> {
    this.#end(new Error('The lake is closing'))
    await this.#thread.terminate()
  }

  #begin(): void {
    if (!this.#current) return
    this.#current.timer = setTimeout(() => {
      const seconds = this.#limits.milliseconds / 1000
      this.#end(this.#refusal(`The query took longer than ${seconds} s and was stopped`))
    }, this.#limits.milliseconds)
    this.#post({ kind: 'task', task: this.#current.task })
  }

  #receive(message: FromWorker): void {
    if (message.kind === 'ready') {
      this.#ready = true
      this.#begin()
    } else this.#settle(message)
  }

  #settle(answer: FromWorker | Error): void {
    const current = this.#current
    this.#current = undefined
    clearTimeout(current?.timer)
    current?.done(answer)
  }

  #end(error: Error): void {
    if (this.#ended) return
    this.#ended = true
    void this.#thread.terminate()
    this.#settle(error)
  }

  #failure(thrown: unknown): Error {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
      ? this.#refusal('The query needs too much memory and was stopped')
      : error
  }

  #refusal(message: string): Error {
    return queryError(message, this.#current?.task.query ?? '')
  }

  #post(message: ToWorker): void {
    this.#thread.postMessage(message)
  }
}
