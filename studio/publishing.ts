import type { SanityClient } from 'sanity'
import { PUBLISHING_STATUS_ID } from '../shared/content-lake.ts'

/** What the website last said about itself; it writes the document below. */
export type Publishing = {
  state: 'building' | 'live' | 'failed'
  at: Date
  /** For people who write: what to do when it failed, or what else there is to know. */
  message: string | undefined
}

const QUERY = `*[_id == "${PUBLISHING_STATUS_ID}"][0]{state, at, message}`
const LISTENED = `*[_id == "${PUBLISHING_STATUS_ID}"]`
/** Until the next try, when listening itself failed. */
const PAUSE_MS = 20_000

/**
 * Tells the website's state now and after each change; undefined when the website says nothing. What was told last
 * stays while the connection is lost. Answers how to end it.
 */
export function watchPublishing(
  client: SanityClient,
  tell: (publishing: Publishing | undefined) => void,
): () => void {
  let latest = 0
  let pause: ReturnType<typeof setTimeout> | undefined
  const read = async () => {
    latest += 1
    const own = latest
    const found = await client.fetch<unknown>(QUERY, {}, { perspective: 'raw' })
    // An answer that a younger one has overtaken is old news.
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
        // A welcome comes at the start and after each lost connection: what happened meanwhile is read then.
        next: () => void read().catch(() => undefined),
        error: () => {
          pause = setTimeout(() => {
            subscription = listen()
          }, PAUSE_MS)
        },
      })
  let subscription = listen()
  return () => {
    latest += 1
    clearTimeout(pause)
    subscription.unsubscribe()
  }
}

const STATES: readonly unknown[] = ['building', 'live', 'failed'] satisfies Publishing['state'][]

function publishingOf(found: unknown): Publishing | undefined {
  const { state, at, message } = (found ?? {}) as Record<string, unknown>
  const moment = new Date(String(at))
  if (!STATES.includes(state) || Number.isNaN(moment.getTime())) return undefined
  return {
    state: state as Publishing['state'],
    at: moment,
    message: typeof message === 'string' && message.trim() !== '' ? message : undefined,
  }
}

const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' })

/** The state in a few words, by the clock of the person who reads. */
export function publishingWords({ state, at }: Publishing, now: Date): string {
  const day = at.toDateString() === now.toDateString() ? '' : `${DAY.format(at)}, `
  const moment = `${day}${TIME.format(at)}`
  if (state === 'live') return `Website: up to date · ${moment}`
  if (state === 'building') return `Website: publishing … since ${moment}`
  return `Website: not updated · ${moment}`
}
