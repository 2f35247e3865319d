import type { SanityClient } from '@sanity/client'
import { transactionsOf } from '../../shared/content-history.ts'
import { TITLE_FIELDS, titleOf } from '../../shared/document-title.ts'
import { DOCUMENT_TYPES } from '../../src/content/rules/document-types.ts'

/** A line of the start page. */
export type Listed = {
  /** Without `drafts.`. */
  readonly id: string
  readonly type: string
  readonly updatedAt: Date
  readonly title: string
  readonly isDraft: boolean
}

/** Each list has the newest first. */
export type StartLists = {
  /** Drafts that this user has changed. */
  readonly mine: readonly Listed[]
  /** Drafts that only others have changed. */
  readonly others: readonly Listed[]
  /** A document and its draft are one line. */
  readonly recent: readonly Listed[]
}

type Found = { _id: string; _type: string; _updatedAt: string }

/** Lines of each list. */
const LENGTH = 8
const MAX_DRAFTS = 40
const FIELDS = `{_id, _type, _updatedAt, ${TITLE_FIELDS.join(', ')}}`
const QUERY = `{
  "drafts": *[_type in $types && _id in path("drafts.**")]
    | order(_updatedAt desc) [0...${MAX_DRAFTS}] ${FIELDS},
  "recent": *[_type in $types && !(_id in path("versions.**"))]
    | order(_updatedAt desc) [0...${2 * LENGTH}] ${FIELDS}
}`
/** Enough transactions to find the authors of each draft. */
const MAX_TRANSACTIONS = 1_000

/** What the start page lists for a user. */
export async function readStartLists(client: SanityClient, userId: string): Promise<StartLists> {
  const { drafts, recent } = await client.fetch<{ drafts: Found[]; recent: Found[] }>(
    QUERY,
    { types: DOCUMENT_TYPES },
    { perspective: 'raw' },
  )
  const own = await changedBy(client, userId, drafts)
  const lines = recent.map(listedOf)
  return {
    mine: drafts
      .filter(({ _id }) => own.has(_id))
      .slice(0, LENGTH)
      .map(listedOf),
    others: drafts
      .filter(({ _id }) => !own.has(_id))
      .slice(0, LENGTH)
      .map(listedOf),
    recent: lines
      .filter(({ id }, at) => lines.findIndex((other) => other.id === id) === at)
      .slice(0, LENGTH),
  }
}

/** The ids of the documents that a user has changed; documents do not contain their authors. */
async function changedBy(
  client: SanityClient,
  userId: string,
  documents: readonly Found[],
): Promise<Set<string>> {
  if (documents.length === 0) return new Set()
  const ids = documents.map(({ _id }) => _id)
  const transactions = await transactionsOf(client, { ids, limit: MAX_TRANSACTIONS })
  const own = transactions.filter(({ author }) => author === userId)
  return new Set(own.flatMap(({ documentIDs }) => documentIDs))
}

function listedOf(found: Found): Listed {
  const { _id, _type, _updatedAt } = found
  return {
    id: _id.replace(/^drafts\./, ''),
    type: _type,
    updatedAt: new Date(_updatedAt),
    title: titleOf(found),
    isDraft: _id.startsWith('drafts.'),
  }
}

/** Calls `tell` with the lists now and shortly after each change of a document. Returns a function that stops it. */
export function watchStartLists(
  client: SanityClient,
  userId: string,
  tell: (lists: StartLists | 'failed') => void,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isWatching = true
  const read = () =>
    readStartLists(client, userId).then(
      (lists) => isWatching && tell(lists),
      () => isWatching && tell('failed'),
    )
  const subscription = client
    .listen(
      '*[_type in $types]',
      { types: DOCUMENT_TYPES },
      { events: ['welcome', 'mutation'], includeResult: false, visibility: 'query' },
    )
    .subscribe({
      next: () => {
        clearTimeout(timer)
        timer = setTimeout(() => void read(), SETTLE_MS)
      },
      error: () => isWatching && tell('failed'),
    })
  return () => {
    isWatching = false
    clearTimeout(timer)
    subscription.unsubscribe()
  }
}

/** Typing changes a document several times a second. */
const SETTLE_MS = 400
