import type { WebSocket } from 'ws'
import { isRecord } from '../../../src/domain/record.ts'
import type { Caller } from '../accounts.ts'
import type { Lake } from '../lake.ts'
import { subscribe } from './subscription.ts'

const MAX_LISTENERS = 200
/** Maximum buffered bytes before a slow client is dropped. The Studio then reconnects. */
const MAX_BUFFERED_BYTES = 20_000_000

/** Opens a listener for `url`, or closes listener `id` when `url` is undefined. */
type ListenerRequest = { id: number; url: string | undefined }

/**
 * Multiplexes listeners over one WebSocket. Client to server: `{id, url}` opens a listener, `{id}` closes it. Server to
 * client: `{id, data}` with text of its event stream, `{id, end: true}` when it was refused.
 */
export function multiplexListeners(socket: WebSocket, lake: Lake, caller: Caller): void {
  const stops = new Map<number, () => void>()
  const send = (frame: object) => {
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
    else socket.send(JSON.stringify(frame))
  }
  const close = (id: number) => {
    stops.get(id)?.()
    stops.delete(id)
  }
  const open = async (id: number, url: string) => {
    let isClosed = false
    const markClosed = () => {
      isClosed = true
    }
    const end = () => {
      if (isClosed) return
      close(id)
      send({ id, end: true })
    }
    if (stops.size >= MAX_LISTENERS || !URL.canParse(url, lake.origin)) return end()
    stops.set(id, markClosed)
    const options = new URL(url, lake.origin).searchParams
    const write = (data: string) => {
      if (!isClosed) send({ id, data })
    }
    const stop = await subscribe(lake, caller, options, { write, end }).catch(end)
    if (!stop) return
    if (isClosed) return stop()
    stops.set(id, () => {
      markClosed()
      stop()
    })
  }
  socket.on('message', (message) => {
    const request = parseRequest(String(message))
    if (!request) return socket.close(4000, 'Unreadable message')
    close(request.id)
    if (request.url !== undefined) void open(request.id, request.url)
  })
  socket.once('close', () => {
    for (const id of [...stops.keys()]) close(id)
  })
}

function parseRequest(text: string): ListenerRequest | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || typeof value['id'] !== 'number') return
    const { id, url } = value
    return { id, url: typeof url === 'string' ? url : undefined }
  } catch {
    return
  }
}
