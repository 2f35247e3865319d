import { useSyncExternalStore } from 'react'

/** Between two attempts. */
const PAUSE_MS = 1_000
/** A server that accepted a request and then sends nothing is checked. */
const SILENCE_MS = 10_000
/** Of one request that fails while the store responds to others: something on the way refuses it. */
const ATTEMPTS = 5
/** Responses of a server that is not available: a proxy without its server, a full queue, a limit. */
const BUSY = new Set([429, 502, 503, 504])
/** Streams of changes. */
export const LISTEN_PATH = /\/data\/listen\//
/** Long queries are sent by POST. */
const QUERY_PATH = /\/data\/query\//

type Lost = { readonly since: Date; readonly back: Promise<void> }

let lost: Lost | undefined
const followers = new Set<() => void>()

function become(state: Lost | undefined): void {
  lost = state
  for (const tell of followers) tell()
}

const follow = (tell: () => void) => {
  followers.add(tell)
  return () => void followers.delete(tell)
}

/** Since when the content store does not answer this tab; undefined while it does. */
export const useLostSince = (): Date | undefined => useSyncExternalStore(follow, () => lost)?.since

const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE_MS))

/**
 * `fetch` for a content store, which outlasts a lost connection: Sanity's form ends with an error, or drops what was typed,
 * when one of its requests fails. What reads, and what is typed, is repeated until the store responds. Other changes wait
 * while the connection is known to be lost, and are sent once.
 */
export function patientFetch(inner: typeof fetch, origin: string, wait = pause): typeof fetch {
  const noticeLoss = (): Promise<void> => {
    if (lost === undefined) become({ since: new Date(), back: untilAnswered() })
    return lost?.back ?? Promise.resolve()
  }
  const untilAnswered = async () => {
    do await wait()
    while (!(await answers(inner, origin)))
    become(undefined)
  }
  // The browser is offline for a lake on the same computer too, which responds.
  const isThere = async () => {
    const isAnswered = await answers(inner, origin)
    if (!isAnswered) void noticeLoss()
    return isAnswered
  }
  if (typeof window !== 'undefined') window.addEventListener('offline', () => void isThere())

  const asked = async (ask: () => Promise<Response>) => {
    const silence = setTimeout(() => void isThere(), SILENCE_MS)
    try {
      const answer = await ask()
      if (BUSY.has(answer.status)) void noticeLoss()
      return answer
    } finally {
      clearTimeout(silence)
    }
  }
  const once = async (ask: () => Promise<Response>, signal: AbortSignal | undefined) => {
    try {
      return await asked(ask)
    } catch (error) {
      if (!signal?.aborted) void isThere()
      throw error
    }
  }
  const nextChance = () => (lost ? lost.back : wait())
  const untilItSucceeds: typeof once = async (ask, signal) => {
    let failures = 0
    for (let isRepeated = false; ; isRepeated = true) {
      const answer = await asked(async () => await whole(await ask())).catch((error: unknown) => {
        failures += 1
        if (signal?.aborted || failures === ATTEMPTS) throw error
      })
      if (answer && !BUSY.has(answer.status)) return isRepeated ? await onceDone(answer) : answer
      if (answer || !(await isThere())) failures = 0
      await orAborted(nextChance(), signal)
    }
  }

  return async (input, init) => {
    const ask = () => inner(input, init)
    const url = new URL(input instanceof Request ? input.url : input, origin)
    if (url.origin !== origin) return await ask()
    const signal = init?.signal ?? undefined
    // The Studio opens its streams again automatically.
    if (LISTEN_PATH.test(url.pathname)) return await once(ask, signal)
    if (lost) await orAborted(lost.back, signal)
    return await (isRepeatable(url, init) ? untilItSucceeds : once)(ask, signal)
  }
}

/** Reads, and what is typed: it has the name of its transaction, and a store commits each name once. */
function isRepeatable(url: URL, init: RequestInit | undefined): boolean {
  const method = init?.method?.toUpperCase() ?? 'GET'
  const isRead = method === 'GET' || method === 'HEAD' || QUERY_PATH.test(url.pathname)
  return isRead || (typeof init?.body === 'string' && init.body.includes('"transactionId":"'))
}

/** A transaction whose first response was lost is refused when it is repeated: it is committed. */
async function onceDone(answer: Response): Promise<Response> {
  if (answer.status !== 409) return answer
  const words = await answer.clone().text()
  return words.includes('transactionAlreadyExistsError') ? Response.json({}) : answer
}

/** A response with its body: when the connection is lost between the two, it is requested again. A stream has no end. */
async function whole(answer: Response): Promise<Response> {
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream')
  if (answer.body === null || isStream) return answer
  const read = new Response(await answer.arrayBuffer(), answer)
  // Empty for a constructed response.
  Object.defineProperty(read, 'url', { value: answer.url })
  return read
}

/** Whether the store responds at all. A hosted store hides its response from such a request. */
async function answers(inner: typeof fetch, origin: string): Promise<boolean> {
  try {
    const { status } = await inner(`${origin}/v1/ping`, {
      mode: 'no-cors',
      cache: 'no-store',
      signal: AbortSignal.timeout(SILENCE_MS),
    })
    return !BUSY.has(status)
  } catch {
    return false
  }
}

async function orAborted(promise: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  const aborted = new Promise<void>((resolve) =>
    signal?.addEventListener('abort', () => resolve(), { once: true }),
  )
  await Promise.race([promise, aborted])
  signal?.throwIfAborted()
}
