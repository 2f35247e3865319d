import type { SanityClient, SanityDocument } from '@sanity/client'
import { type Transaction, transactionsOf } from '../../shared/content-history.ts'
import { fixedIds, isDocumentType } from '../../src/content/rules/document-types.ts'

/** A document that is neither published nor a draft, with its content before it was deleted. */
export type DeletedDocument = {
  /** Without `drafts.`. */
  readonly id: string
  readonly deletedAt: Date
  /** The id of the user. */
  readonly deletedBy: string
  readonly content: SanityDocument
}

type Touched = Pick<DeletedDocument, 'id' | 'deletedAt' | 'deletedBy'>

/** Transactions per request; the limit is 1,000. Typing one paragraph creates tens of them. */
const PAGE_SIZE = 1_000
const MAX_PAGES = 10
/** Ids per request. */
const CHUNK = 40
const MAX_LISTED = 50

/**
 * The deleted documents, the last one first, from the dataset's history. The stand-in lake keeps its history for ever,
 * hosted Sanity for 3 to 365 days, depending on the plan.
 */
export async function listDeleted(
  client: SanityClient,
  pageSize = PAGE_SIZE,
): Promise<DeletedDocument[]> {
  const found: DeletedDocument[] = []
  const known = new Set<string>()
  let upTo: string | undefined
  for (let page = 0; page < MAX_PAGES && found.length < MAX_LISTED; page += 1) {
    const transactions = await transactionsOf(client, { limit: pageSize, upTo })
    const touched = latestTouches(transactions).filter(({ id }) => !known.has(id))
    for (const { id } of touched) known.add(id)
    found.push(...(await deletedOf(client, touched)))
    upTo = transactions.at(-1)?.id
    if (transactions.length < pageSize) break
  }
  return found.slice(0, MAX_LISTED)
}

/** The last transaction of each document, the newest first. Releases and documents of the system are left out. */
function latestTouches(transactions: readonly Transaction[]): Touched[] {
  const touches = new Map<string, Touched>()
  for (const { timestamp, author, documentIDs } of transactions) {
    for (const documentId of documentIDs) {
      const id = documentId.replace(/^drafts\./, '')
      if (id.includes('.') || touches.has(id)) continue
      touches.set(id, { id, deletedAt: new Date(timestamp), deletedBy: author })
    }
  }
  return [...touches.values()]
}

async function deletedOf(
  client: SanityClient,
  touched: readonly Touched[],
): Promise<DeletedDocument[]> {
  const found: DeletedDocument[] = []
  for (let start = 0; start < touched.length; start += CHUNK) {
    const chunk = touched.slice(start, start + CHUNK)
    const existing = await existingIds(client, chunk.flatMap(versionsOf))
    const gone = chunk.filter((touch) => !versionsOf(touch).some((id) => existing.has(id)))
    if (gone.length > 0) found.push(...(await withContent(client, gone)))
  }
  return found
}

const versionsOf = ({ id }: Pick<Touched, 'id'>) => [id, `drafts.${id}`]

async function existingIds(client: SanityClient, ids: readonly string[]): Promise<Set<string>> {
  const query = '*[_id in $ids]._id'
  return new Set(await client.fetch<string[]>(query, { ids }, { perspective: 'raw' }))
}

/** Adds the last content; leaves out documents that staff do not delete, such as pictures and fixed pages. */
async function withContent(
  client: SanityClient,
  gone: readonly Touched[],
): Promise<DeletedDocument[]> {
  const { documents } = await client.request<{ documents: SanityDocument[] }>({
    url: `/data/history/${client.config().dataset}/documents/${gone.flatMap(versionsOf).join(',')}`,
    query: { lastRevision: 'true' },
  })
  return gone.flatMap((touch) => {
    const versions = documents.filter(({ _id }) => versionsOf(touch).includes(_id))
    const content = versions.reduce<SanityDocument | undefined>(newer, undefined)
    return content && isDeletable(content._type) ? [{ ...touch, content }] : []
  })
}

const isDeletable = (type: string) => isDocumentType(type) && fixedIds(type) === undefined

/** The newer version; of two of the same millisecond the draft, which is what the form shows. */
function newer(one: SanityDocument | undefined, other: SanityDocument): SanityDocument {
  if (one === undefined || one._updatedAt < other._updatedAt) return other
  return one._updatedAt === other._updatedAt && other._id.startsWith('drafts.') ? other : one
}

/**
 * Restores a deleted document as a draft. If it refers to missing documents, restores nothing and returns their ids.
 */
export async function restoreDeleted(
  client: SanityClient,
  { id, content }: DeletedDocument,
): Promise<string[]> {
  const targets = [...referencesIn(content)]
  const existing = await existingIds(client, targets)
  const missing = targets.filter((target) => !existing.has(target))
  if (missing.length > 0) return missing
  const { _rev, _updatedAt, ...draft } = content
  await client.createIfNotExists({ ...draft, _id: `drafts.${id}` })
  return []
}

/** The targets of strong references; the lake refuses a document whose target does not exist. */
function referencesIn(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set()
  const { _ref, _weak } = value as { _ref?: unknown; _weak?: unknown }
  const own = typeof _ref === 'string' && _weak !== true ? [_ref] : []
  return new Set([...own, ...Object.values(value).flatMap((child) => [...referencesIn(child)])])
}
