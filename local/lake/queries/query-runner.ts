import { isPublicId, type LakeDocument } from '../document.ts'
import { busy, LakeError, queryError } from '../errors.ts'
import type { QueryLimits } from '../limits.ts'
import type { Perspective } from '../perspective.ts'
import type { QueryContext } from '../query.ts'
import type { Store } from '../store.ts'
import { QueryWorker } from './query-worker.ts'
import type { FromWorker, Replaced, Task } from './tasks.ts'

type Question = {
  query: string
  params: Record<string, unknown>
  context: Omit<QueryContext, 'maxCost'>
}
type Unbounded = Question &
  ({ kind: 'query'; perspective: Perspective; resultLength: number } | Matching)
type Matching = { kind: 'match'; documents: (LakeDocument | null)[] }
type Source = Pick<Store, 'documents' | 'subscribe'>
type Waiting = {
  task: Task
  resolve: (value: string | boolean[]) => void
  reject: (error: unknown) => void
}

/**
 * Evaluates the queries of one kind of caller in a worker of its own, one after the other, within limits. The worker
 * starts with the first query, holds a copy of the documents that its callers may see, and gets every change.
 */
export class QueryRunner {
  readonly #store: Source
  readonly #limits: QueryLimits
  readonly #isVisible: (id: string) => boolean
  readonly #unsubscribe: () => void
  readonly #waiting: Waiting[] = []
  #worker: QueryWorker | undefined
  #isRunning = false
  #listeners = 0

  constructor(store: Source, limits: QueryLimits, anonymous: boolean) {
    this.#store = store
    this.#limits = limits
    this.#isVisible = anonymous ? isPublicId : () => true
    this.#unsubscribe = store.subscribe(({ changes }) => this.#worker?.replace(this.#seen(changes)))
  }

  /** The result as JSON text. Throws 400 for a bad or too expensive query, and 503 while too many wait. */
  async query(question: Question, perspective: Perspective): Promise<string> {
    if (this.#waiting.length >= this.#limits.waiting)
      throw busy('Too many queries are waiting. Try again in a moment.')
    const { resultLength } = this.#limits
    return String(await this.#run({ kind: 'query', perspective, resultLength, ...question }))
  }

  /** Whether the query selects each document. Throws 400 for an invalid query, even without documents. */
  async match(question: Question, documents: (LakeDocument | null)[]): Promise<boolean[]> {
    return (await this.#run({ kind: 'match', documents, ...question })) as boolean[]
  }

  /** Counts an open listener until the returned function is called. Throws 503 above the limit. */
  openListener(): () => void {
    if (this.#listeners >= this.#limits.listeners)
      throw busy('Too many listeners are open. Try again in a moment.')
    this.#listeners += 1
    let isOpen = true
    return () => {
      if (isOpen) this.#listeners -= 1
      isOpen = false
    }
  }

  async close(): Promise<void> {
    this.#unsubscribe()
    const waiting = this.#waiting.splice(0)
    for (const { reject } of waiting) reject(busy('The lake is closing.'))
    await this.#worker?.close()
  }

  #run(unbounded: Unbounded): Promise<string | boolean[]> {
    const { queryLength, cost } = this.#limits
    if (unbounded.query.length > queryLength)
      throw queryError(`The query is longer than ${queryLength} characters`, '')
    const task: Task = { ...unbounded, context: { ...unbounded.context, maxCost: cost } }
    return new Promise((resolve, reject) => {
      this.#waiting.push({ task, resolve, reject })
      void this.#work()
    })
  }

  async #work(): Promise<void> {
    if (this.#isRunning) return
    this.#isRunning = true
    try {
      for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
        await this.#answer(next)
    } finally {
      this.#isRunning = false
    }
  }

  /** Never rejects: also a worker that cannot be started fails this query only. */
  async #answer({ task, resolve, reject }: Waiting): Promise<void> {
    try {
      resolve(resultOf(await this.#currentWorker().run(task)))
    } catch (error) {
      reject(error)
    }
  }

  #currentWorker(): QueryWorker {
    if (!this.#worker || this.#worker.ended) {
      const documents = this.#store.documents().map((after) => ({ id: after._id, after }))
      this.#worker = new QueryWorker(this.#limits, this.#seen(documents))
    }
    return this.#worker
  }

  #seen(changes: readonly Replaced[]): Replaced[] {
    return changes.filter(({ id }) => this.#isVisible(id)).map(({ id, after }) => ({ id, after }))
  }
}

function resultOf(answer: FromWorker): string | boolean[] {
  if (answer.kind === 'done') return answer.value
  if (answer.kind === 'ready') throw new Error('The query worker sent no result')
  const { status, message, body } = answer
  throw new LakeError(status, message, body)
}
