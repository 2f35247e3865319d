import type { SanityClient } from 'sanity'
import { PUBLISHING_STATUS_ID, RELEASE_RECORD_ID } from '../shared/content-lake.ts'
import { TITLE_IN_QUERY } from '../shared/document-title.ts'
import {
  isWarning,
  parseContentFault,
  parsePublishedFault,
} from '../src/content/rules/content-fault.ts'
import type { LiveReport } from '../src/content/rules/live-state.ts'
import { NOT_SHOWN_REASONS, type ReleasedDocument } from '../src/content/rules/release-record.ts'
import { PUBLISHING_STATES } from '../src/core/rules/publishing-status.ts'

const LISTENED = `*[_id in ["${PUBLISHING_STATUS_ID}", "${RELEASE_RECORD_ID}"]]`
const TITLE = `*[_id == ^.document][0]{"title": ${TITLE_IN_QUERY}}.title`
/** The state of publishing and of one document, from the documents that the website writes. */
const QUERY = `{
  "status": *[_id == "${PUBLISHING_STATUS_ID}"][0]{
    state, at, seenAt, message, fault, expectedMs, faults[]{..., "title": ${TITLE}}
  },
  "document": *[_id == "${RELEASE_RECORD_ID}"][0].documents[id == $id][0]
}`
/** Delay before listening again after the listener failed. */
const RETRY_DELAY_MS = 20_000

/**
 * Calls `tell` with the state, and that of the document `id`, now and after each change; with undefined when the website has written none. No call is
 * made while the connection is lost. Returns a function that ends it.
 */
export function watchPublishing(
  client: SanityClient,
  tell: (report: LiveReport | undefined) => void,
  id = '',
): () => void {
  let latest = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  const read = async () => {
    latest += 1
    const own = latest
    const found = await client.fetch<Found>(QUERY, { id }, { perspective: 'raw' })
    // Ignore a response that a newer one has overtaken.
    if (own === latest) tell(reportOf(found))
  }
  const listen = () =>
    client
      .listen(
        LISTENED,
        {},
        { events: ['welcome', 'mutation'], includeResult: false, visibility: 'query' },
      )
      .subscribe({
        // `welcome` arrives at the start and after each reconnect: read what changed in the meantime.
        next: () => void read().catch(() => undefined),
        error: () => {
          retry = setTimeout(() => {
            subscription = listen()
          }, RETRY_DELAY_MS)
        },
      })
  let subscription = listen()
  return () => {
    latest += 1
    clearTimeout(retry)
    subscription.unsubscribe()
  }
}

type Fields = Readonly<Record<string, unknown>>
type Found = { status: Fields | null; document: Fields | null }

function reportOf({ status, document }: Found): LiveReport | undefined {
  const { state, at, seenAt, message, fault, faults, expectedMs } = status ?? {}
  const known = PUBLISHING_STATES.find((name) => name === state)
  const moment = new Date(String(at))
  if (known === undefined || Number.isNaN(moment.getTime())) return undefined
  const seen = new Date(String(seenAt))
  return {
    state: known,
    at: moment,
    seenAt: Number.isNaN(seen.getTime()) ? moment : seen,
    message: textOf(message),
    fault: parseContentFault(fault),
    faults: Array.isArray(faults) ? faults.flatMap(withTitle) : [],
    expectedMs: typeof expectedMs === 'number' ? expectedMs : undefined,
    document: document === null ? undefined : releasedOf(document),
  }
}

const textOf = (value: unknown) =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined

const releasedOf = ({ id, rev, path, because, fault, at }: Fields): ReleasedDocument => ({
  id: String(id),
  rev: textOf(rev),
  path: textOf(path),
  because: NOT_SHOWN_REASONS.find((known) => known === because),
  fault: parsePublishedFault(fault),
  at: textOf(at),
})

function withTitle(value: unknown): LiveReport['faults'][number][] {
  const fault = parsePublishedFault(value)
  return fault ? [{ fault, title: textOf((value as Fields)['title']) }] : []
}

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

/** In the place of the state, which is not known then. */
export const lostWords = (since: Date): string =>
  `No connection since ${TIME.format(since)}. What you have typed is kept in this tab and is saved when the connection is back: keep the tab open.`

/** The state in a few words, in the local time of the browser. */
export function publishingWords({ state, at, message, faults }: LiveReport, now: Date): string {
  const day = at.toDateString() === now.toDateString() ? '' : `${DAY.format(at)}, `
  const moment = `${day}${TIME.format(at)}`
  // The website says 'live' with a message when an operator has chosen an earlier release.
  if (state === 'live' && message !== undefined) return `Website: an earlier version · ${moment}`
  const warnings = faults.filter(({ fault }) => isWarning(fault)).length
  const others = faults.length - warnings
  if (state === 'live' && others > 0)
    return `Website: published, except ${countOf(others, 'document')} · ${moment}`
  if (state === 'live' && warnings > 0)
    return `Website: up to date, with ${countOf(warnings, 'warning')} · ${moment}`
  if (state === 'live') return `Website: up to date · ${moment}`
  if (state === 'building') return `Website: publishing … since ${moment}`
  return `Website: not updated · ${moment}`
}

const countOf = (count: number, noun: string) => (count === 1 ? `one ${noun}` : `${count} ${noun}s`)
