import { isOnSite } from './document.ts'
import type { Committal } from './store.ts'
import type { Change } from './transaction.ts'

/** One webhook delivery: a changed document. */
export type Notice = {
  documentId: string
  documentType: string
  operation: 'create' | 'update' | 'delete'
  transactionId: string
  timestamp: string
}

/** One notice per published document of a transaction; none for drafts and uploads. */
export function noticesOf({ id, timestamp, changes }: Committal): Notice[] {
  return changes.flatMap((change) => {
    const document = change.after ?? change.before
    if (!document || !isOnSite(document)) return []
    return {
      documentId: change.id,
      documentType: document._type,
      operation: operationOf(change),
      transactionId: id,
      timestamp,
    }
  })
}

function operationOf({ before, after }: Change): Notice['operation'] {
  if (!before) return 'create'
  return after ? 'update' : 'delete'
}

/** The undelivered notices, oldest first, at most one per document. */
export class NoticeQueue {
  readonly #pending = new Map<string, Notice>()
  readonly #limit: number

  /** Beyond `limit` documents the oldest notice is dropped: each notice makes the site read all content again. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get isEmpty(): boolean {
    return this.#pending.size === 0
  }

  add(notice: Notice): void {
    const earlier = this.#pending.get(notice.documentId)
    this.#pending.delete(notice.documentId)
    this.#pending.set(notice.documentId, earlier ? merged(earlier, notice) : notice)
    const [oldest] = this.#pending.keys()
    if (oldest !== undefined && this.#pending.size > this.#limit) this.#pending.delete(oldest)
  }

  /** Removes and returns the oldest notice. */
  take(): Notice | undefined {
    const [oldest] = this.#pending.values()
    if (oldest) this.#pending.delete(oldest.documentId)
    return oldest
  }
}

/** Combines two changes of one document: created and then updated is still `create` for the receiver. */
function merged(earlier: Notice, later: Notice): Notice {
  const exists = earlier.operation !== 'create'
  if (later.operation === 'delete') return later
  return { ...later, operation: exists ? 'update' : 'create' }
}
