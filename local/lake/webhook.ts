import { setTimeout as pause } from 'node:timers/promises'
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { isOnSite } from './document.ts'
import type { Lake } from './lake.ts'
import type { Committal } from './store.ts'
import type { Change } from './transaction.ts'

/** One webhook delivery: a changed document. */
type Notice = {
  documentId: string
  documentType: string
  operation: 'create' | 'update' | 'delete'
  transactionId: string
  timestamp: string
}

export type WebhookOptions = {
  url: string
  secret: string
  /** Stores the last revision for which the site accepted a webhook. */
  record: { read: () => string | undefined; write: (revision: string) => void }
  /** The revision that the site's build contains; used while there is no record. */
  builtRevision?: string | undefined
  /** Called with the first error of each delivery. */
  report: (error: unknown) => void
  /** Waits before a retry; tests replace it. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

const FIRST_RETRY_MS = 1_000
const LONGEST_RETRY_MS = 60_000
const RESPONSE_TIMEOUT_MS = 30_000

/**
 * Sends a webhook for every change of a published document, as Sanity does: one signed request per document, in order,
 * retried until the site returns 2xx. Changes that were not delivered before a crash are covered by one notice at the
 * next start. Returns the function that stops it.
 */
export function startWebhook(lake: Lake, options: WebhookOptions): () => void {
  /** The undelivered notices by document, oldest first. */
  const queue = new Map<string, Notice>()
  const add = (notice: Notice) => {
    const earlier = queue.get(notice.documentId)
    queue.delete(notice.documentId)
    queue.set(notice.documentId, earlier ? merged(earlier, notice) : notice)
  }
  const ended = new AbortController()
  let delivering = false
  const deliverAll = async () => {
    if (delivering) return
    delivering = true
    // A map's iterator also visits what is added in the meantime.
    for (const [id, notice] of queue) {
      queue.delete(id)
      await deliver(notice, lake, options, ended.signal)
    }
    delivering = false
    options.record.write(lake.store.publishedRevision)
  }
  // Stopping aborts a delivery; the next start continues from the record.
  const begin = () =>
    void deliverAll().catch((error: unknown) => ended.signal.aborted || options.report(error))
  const missed = missedNotice(lake, options)
  if (missed) add(missed)
  begin()
  const unsubscribe = lake.store.subscribe((committal) => {
    for (const notice of noticesOf(committal)) add(notice)
    if (queue.size > 0) begin()
  })
  return () => {
    unsubscribe()
    ended.abort()
  }
}

/** One notice for all undelivered changes, for a document of the newest transaction if that still exists. */
function missedNotice({ store, now }: Lake, options: WebhookOptions): Notice | undefined {
  const current = store.publishedRevision
  const delivered = options.record.read() ?? options.builtRevision ?? current
  if (delivered === current) return
  const documents = store.documents().filter(isOnSite)
  const document = documents.find(({ _rev }) => _rev === current) ?? documents[0]
  return (
    document && {
      documentId: document._id,
      documentType: document._type,
      operation: 'update',
      transactionId: current,
      timestamp: now().toISOString(),
    }
  )
}

async function deliver(
  notice: Notice,
  lake: Lake,
  options: WebhookOptions,
  ended: AbortSignal,
): Promise<void> {
  const { report, wait = (ms, signal) => pause(ms, undefined, { signal }) } = options
  for (let ms = FIRST_RETRY_MS; ; ms = Math.min(2 * ms, LONGEST_RETRY_MS)) {
    const problem = await post(notice, lake, options, ended).catch((error: unknown) => error)
    if (problem === undefined) return
    ended.throwIfAborted()
    if (ms === FIRST_RETRY_MS) report(problem)
    await wait(ms, ended)
  }
}

/** Resolves when the site has accepted the notice. The signature's timestamp is that of this attempt. */
async function post(
  notice: Notice,
  lake: Lake,
  { url, secret }: WebhookOptions,
  ended: AbortSignal,
): Promise<undefined> {
  const { documentId, documentType, operation, transactionId, timestamp } = notice
  const body = JSON.stringify({ _id: documentId, _type: documentType, operation })
  const response = await fetch(url, {
    method: 'POST',
    redirect: 'manual',
    signal: AbortSignal.any([ended, AbortSignal.timeout(RESPONSE_TIMEOUT_MS)]),
    headers: {
      'content-type': 'application/json',
      [SIGNATURE_HEADER_NAME]: await encodeSignatureHeader(body, Date.now(), secret),
      'idempotency-key': `${transactionId}-${documentId}`,
      'sanity-webhook-id': 'local',
      'sanity-project-id': lake.projectId,
      'sanity-dataset': lake.dataset,
      'sanity-document-id': documentId,
      'sanity-operation': operation,
      'sanity-transaction-id': transactionId,
      'sanity-transaction-time': timestamp,
    },
    body,
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The site answered ${response.status} to a webhook`)
}

/** One notice per published document of a transaction; none for drafts and uploads. */
function noticesOf({ id, timestamp, changes }: Committal): Notice[] {
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

/** Combines two changes of one document: created and then updated is still `create` for the receiver. */
function merged(earlier: Notice, later: Notice): Notice {
  const exists = earlier.operation !== 'create'
  if (later.operation === 'delete') return later
  return { ...later, operation: exists ? 'update' : 'create' }
}
