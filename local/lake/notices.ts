import { isOnSite } from './document.ts'
import type { Committal } from './store.ts'
import type { Change } from './transaction.ts'

/** What the site is told of one changed document. */
export type Notice = {
  documentId: string
  documentType: string
  operation: 'create' | 'update' | 'delete'
  transactionId: string
  timestamp: string
}

/** One notice for each document of a transaction that visitors see or saw; drafts and mere uploads give none. */
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

/** What still is to be told, oldest first: one notice for a document, however often it changes meanwhile. */
export class NoticeQueue {
  readonly #waiting = new Map<string, Notice>()
  readonly #limit: number

  /** Beyond `limit` documents the oldest is forgotten: whoever hears of any change looks at all content anew. */
  constructor(limit: number) {
    this.#limit = limit
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  add(notice: Notice): void {
    const earlier = this.#waiting.get(notice.documentId)
    this.#waiting.delete(notice.documentId)
    this.#waiting.set(notice.documentId, earlier ? merged(earlier, notice) : notice)
    const [oldest] = this.#waiting.keys()
    if (oldest !== undefined && this.#waiting.size > this.#limit) this.#waiting.delete(oldest)
  }

  /** Takes the oldest out. */
  take(): Notice | undefined {
    const [oldest] = this.#waiting.values()
    if (oldest) this.#waiting.delete(oldest.documentId)
    return oldest
  }
}

/** Two changes as one: what was created and then edited is still new to whoever is told. */
function merged(earlier: Notice, later: Notice): Notice {
  const exists = earlier.operation !== 'create'
  if (later.operation === 'delete') return later
  return { ...later, operation: exists ? 'update' : 'create' }
}
