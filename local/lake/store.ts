import { randomBytes } from 'node:crypto'
import { isOnSite, type LakeDocument } from './document.ts'
import { invalidMutation, mutationConflict } from './errors.ts'
import { type LogEntry, TransactionLog } from './log.ts'
import type { Operation } from './operations.ts'
import { type Change, type OperationResult, WorkingSet } from './transaction.ts'

type CommitOptions = {
  author: string
  now: Date
  transactionId?: string
  dryRun?: boolean
  /** Throws to refuse a change. */
  guard?: Guard
  /** The mutations as the client sent them; stored in the history. */
  mutations: unknown[]
}
/** Gets the changes of a transaction and the documents before it. Throws to refuse the transaction. */
export type Guard = (changes: readonly Change[], before: ReadonlyMap<string, LakeDocument>) => void

type Committed = {
  transactionId: string
  results: OperationResult[]
  documents: ReadonlyMap<string, LakeDocument | null>
}

/** A committed transaction as listeners receive it. */
export type Committal = { id: string; timestamp: string; author: string; changes: Change[] }

const TRANSACTION_ID = /^[a-zA-Z0-9_-]{1,128}$/

/**
 * One dataset: documents in memory, each change written to the log first. Transactions are serial and atomic because
 * nothing awaits between reading and writing.
 */
export class Store {
  readonly #documents = new Map<string, LakeDocument>()
  readonly #transactionIds = new Set<string>()
  readonly #log: TransactionLog
  readonly #present: (document: LakeDocument) => LakeDocument
  readonly #listeners = new Set<(committal: Committal) => void>()
  #publishedRevision = 'empty'

  /** `present` adds derived fields to a stored document, such as an asset's URL. */
  constructor(dir: string, present: (document: LakeDocument) => LakeDocument) {
    this.#log = new TransactionLog(dir)
    this.#present = present
    for (const entry of this.#log.recover()) this.#apply(entry)
  }

  get isEmpty(): boolean {
    return this.#documents.size === 0
  }

  /** The id of the last transaction that changed a published document; uploads do not count. */
  get publishedRevision(): string {
    return this.#publishedRevision
  }

  find(id: string): LakeDocument | undefined {
    const document = this.#documents.get(id)
    return document && this.#present(document)
  }

  /** All documents, drafts included. */
  documents(): LakeDocument[] {
    return [...this.#documents.values()].map(this.#present)
  }

  commit(operations: Operation[], options: CommitOptions): Committed {
    const transactionId = this.#newTransactionId(options.transactionId)
    const working = new WorkingSet(this.#documents, { transactionId, now: options.now })
    const results = operations.flatMap((operation) => working.apply(operation))
    const changes = working.finish()
    options.guard?.(changes, this.#documents)
    const documents = new Map(changes.map(({ id, after }) => [id, after && this.#present(after)]))
    for (const { id } of results) if (!documents.has(id)) documents.set(id, this.find(id) ?? null)
    if (!options.dryRun && changes.length > 0) {
      const { author, mutations } = options
      const timestamp = options.now.toISOString()
      const written = changes.map(({ id, after }) => ({ id, after }))
      const entry = { id: transactionId, timestamp, author, mutations, changes: written }
      this.#log.append(entry)
      this.#apply(entry)
      this.#notify({ id: transactionId, timestamp, author, changes })
    }
    return { transactionId, results, documents }
  }

  /** Calls `listener` for every following transaction. Returns the function that unsubscribes it. */
  subscribe(listener: (committal: Committal) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Every transaction that changed one of these documents, oldest first, read from the disk. */
  history(ids: readonly string[]): LogEntry[] {
    return this.#log
      .history(ids)
      .filter((entry) => entry.changes.some((change) => ids.includes(change.id)))
  }

  /** The newest transactions, newest first, read from the disk; with `upTo` only that one and older ones. */
  latest(limit: number, upTo?: string): LogEntry[] {
    return this.#log.latest(limit, upTo)
  }

  #notify({ changes, ...committal }: Committal): void {
    const shown = changes.map((change) => ({
      ...change,
      before: change.before && this.#present(change.before),
      after: change.after && this.#present(change.after),
    }))
    for (const listener of this.#listeners) listener({ ...committal, changes: shown })
  }

  #newTransactionId(asked: string | undefined): string {
    if (asked === undefined) return randomBytes(11).toString('hex')
    if (!TRANSACTION_ID.test(asked)) throw invalidMutation(`"${asked}" is not a transaction ID`)
    if (this.#transactionIds.has(asked))
      throw mutationConflict(
        'transactionAlreadyExistsError',
        asked,
        `Transaction "${asked}" was already committed`,
      )
    return asked
  }

  #apply(entry: LogEntry): void {
    for (const { id, after } of entry.changes) {
      const document = after ?? this.#documents.get(id)
      if (document && isOnSite(document)) this.#publishedRevision = entry.id
      if (after) this.#documents.set(id, after)
      else this.#documents.delete(id)
    }
    this.#transactionIds.add(entry.id)
  }
}
