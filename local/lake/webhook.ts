import { setTimeout as pause } from 'node:timers/promises'
import { encodeSignatureHeader, SIGNATURE_HEADER_NAME } from '@sanity/webhook'
import { isOnSite } from './document.ts'
import type { Lake } from './lake.ts'
import { type Notice, NoticeQueue, noticesOf } from './notices.ts'

export type WebhookOptions = {
  url: string
  secret: string
  /** The revision that the site was last told of, kept over restarts. */
  record: { read: () => string | undefined; write: (revision: string) => void }
  /** What the site is known to show, for a site that was never told of anything. */
  builtRevision?: string | undefined
  /** Told once for each time that the site cannot be reached. */
  report: (error: unknown) => void
  /** How long to wait before the next try; tests make it short. */
  wait?: (milliseconds: number, signal: AbortSignal) => Promise<unknown>
}

const MAX_WAITING = 1_000
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 60_000
const ANSWER_WITHIN_MS = 30_000

/**
 * Tells the site of every change to published documents, as Sanity's webhooks do: a signed request for each document,
 * in order, again and again until the site answers 2xx. What a crash kept from being told is told at the next start by
 * one notice. Returns how to end it.
 */
export function startWebhook(lake: Lake, options: WebhookOptions): () => void {
  const queue = new NoticeQueue(MAX_WAITING)
  const ended = new AbortController()
  let telling = false
  const tellAll = async () => {
    if (telling) return
    telling = true
    for (let notice = queue.take(); notice; notice = queue.take())
      await tell(notice, lake, options, ended.signal)
    telling = false
    options.record.write(lake.store.publishedRevision)
  }
  // The end of the lake breaks it off; the next start goes on from the record.
  const begin = () =>
    void tellAll().catch((error: unknown) => ended.signal.aborted || options.report(error))
  const missed = missedNotice(lake, options)
  if (missed) queue.add(missed)
  begin()
  const unsubscribe = lake.store.subscribe((committal) => {
    for (const notice of noticesOf(committal)) queue.add(notice)
    if (!queue.isEmpty) begin()
  })
  return () => {
    unsubscribe()
    ended.abort()
  }
}

/** One notice for all that was not told before: about a document of the newest transaction, if one is left of it. */
function missedNotice({ store, now }: Lake, options: WebhookOptions): Notice | undefined {
  const current = store.publishedRevision
  const told = options.record.read() ?? options.builtRevision ?? current
  if (told === current) return
  const documents = store.view('raw', false).documents.filter(isOnSite)
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

async function tell(
  notice: Notice,
  lake: Lake,
  options: WebhookOptions,
  ended: AbortSignal,
): Promise<void> {
  const { report, wait = (ms, signal) => pause(ms, undefined, { signal }) } = options
  for (let ms = FIRST_WAIT_MS; ; ms = Math.min(2 * ms, LONGEST_WAIT_MS)) {
    const problem = await post(notice, lake, options, ended).catch((error: unknown) => error)
    if (problem === undefined) return
    ended.throwIfAborted()
    if (ms === FIRST_WAIT_MS) report(problem)
    await wait(ms, ended)
  }
}

/** Resolves when the site has accepted the notice. The signature names the moment of this try, not of the change. */
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
    signal: AbortSignal.any([ended, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
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
