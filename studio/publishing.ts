import type { SanityClient } from 'sanity'
import { PUBLISHING_STATUS_ID } from '../shared/content-lake.ts'
import { type ContentFault, parseContentFault } from '../src/domain/content-fault.ts'
import { PUBLISHING_STATES, type PublishingState } from '../src/domain/publishing-status.ts'

/** The state of publishing, from the document `site.publishing` that the website writes. */
export type Publishing = {
  state: PublishingState
  at: Date
  /** For editors. */
  message: string | undefined
  /** Set when a document made the build fail. */
  fault: ContentFault | undefined
}

const LISTENED = `*[_id == "${PUBLISHING_STATUS_ID}"]`
const QUERY = `${LISTENED}[0]{state, at, message, fault}`
/** Delay before listening again after the listener failed. */
const RETRY_DELAY_MS = 20_000

/**
 * Calls `tell` with the state now and after each change; with undefined when the website has written none. No call is
 * made while the connection is lost. Returns a function that ends it.
 */
export function watchPublishing(
  client: SanityClient,
  tell: (publishing: Publishing | undefined) => void,
): () => void {
  let latest = 0
  let retry: ReturnType<typeof setTimeout> | undefined
  const read = async () => {
    latest += 1
    const own = latest
    const found = await client.fetch<unknown>(QUERY, {}, { perspective: 'raw' })
    // Ignore a response that a newer one has overtaken.
    if (own === latest) tell(publishingOf(found))
  }
  const listen = () =>
    client
      .listen(
        LISTENED,
        {},
        { events: ['welcome', 'mutation'], includeResult: false, visibility: 'query' },
      )
      .subscribe({
        // `welcome` arrives at the start and after each reconnect: read what changed meanwhile.
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

function publishingOf(found: unknown): Publishing | undefined {
  const { state, at, message, fault } = (found ?? {}) as Record<string, unknown>
  const known = PUBLISHING_STATES.find((name) => name === state)
  const moment = new Date(String(at))
  if (known === undefined || Number.isNaN(moment.getTime())) return undefined
  return {
    state: known,
    at: moment,
    message: typeof message === 'string' && message.trim() !== '' ? message : undefined,
    fault: parseContentFault(fault),
  }
}

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

/** The state in a few words, in the local time of the browser. */
export function publishingWords({ state, at }: Publishing, now: Date): string {
  const day = at.toDateString() === now.toDateString() ? '' : `${DAY.format(at)}, `
  const moment = `${day}${TIME.format(at)}`
  if (state === 'live') return `Website: up to date · ${moment}`
  if (state === 'building') return `Website: publishing … since ${moment}`
  return `Website: not updated · ${moment}`
}
