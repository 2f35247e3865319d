import { LAKE_LISTEN_PATH } from '../shared/stand-in-lake.ts'
import { LISTEN_PATH } from './connection.ts'

type Frame = { id: number; data?: string; end?: true }
type Stream = ReadableStreamDefaultController<Uint8Array>

/**
 * `fetch` for the stand-in lake. A tab with an open document keeps six event streams open, and browsers allow six
 * connections to an HTTP/1.1 server: every further request would wait without an error. So all listeners of a tab
 * share one WebSocket; other requests use `fetch`.
 */
export function lakeFetch(origin: string): typeof fetch {
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, origin)
    if (!LISTEN_PATH.test(url.pathname)) return await fetch(input, init)
    const signal = init?.signal ?? undefined
    const socket = await sharedSocket(origin)
    // Aborted before the socket was open: nothing would ever close the listener.
    signal?.throwIfAborted()
    return listen(socket, url, signal)
  }
}

type SharedSocket = { send: (order: object) => void; streams: Map<number, Stream> }

let shared: Promise<SharedSocket> | undefined
let lastId = 0

/** The tab's one socket, opened on first use and again after it was lost. */
function sharedSocket(origin: string): Promise<SharedSocket> {
  shared ??= openSocket(origin.replace(/^http/, 'ws') + LAKE_LISTEN_PATH, () => {
    shared = undefined
  })
  return shared
}

function openSocket(address: string, onEnd: () => void): Promise<SharedSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(address)
    const streams = new Map<number, Stream>()
    const send = (order: object) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(order))
    }
    socket.addEventListener('open', () => resolve({ send, streams }))
    socket.addEventListener('message', ({ data }) => receive(JSON.parse(String(data)), streams))
    socket.addEventListener('close', () => {
      onEnd()
      reject(new TypeError('The connection to the lake was lost'))
      // The Studio's listeners reopen a stream that ends.
      for (const id of [...streams.keys()]) receive({ id, end: true }, streams)
    })
  })
}

const encoder = new TextEncoder()

function receive({ id, data, end }: Frame, streams: Map<number, Stream>): void {
  const stream = streams.get(id)
  if (data !== undefined) stream?.enqueue(encoder.encode(data))
  if (!end) return
  streams.delete(id)
  stream?.close()
}

/** Opens a listener on the socket and returns it as the response to a request. */
function listen({ send, streams }: SharedSocket, url: URL, signal?: AbortSignal): Response {
  lastId += 1
  const id = lastId
  const end = () => {
    if (streams.delete(id)) send({ id })
  }
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => void streams.set(id, stream),
    cancel: end,
  })
  signal?.addEventListener('abort', () => {
    const stream = streams.get(id)
    end()
    stream?.error(signal.reason)
  })
  send({ id, url: url.pathname + url.search })
  const response = new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  // EventSource reads `response.url`, which is empty for a constructed response.
  Object.defineProperty(response, 'url', { value: url.href })
  return response
}
