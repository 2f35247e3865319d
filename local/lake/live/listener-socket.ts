import type { WebSocket } from 'ws'
import type { Caller } from '../caller.ts'
import { isRecord } from '../document.ts'
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
  socket.on('message', (message) => {
    const request = parseRequest(String(message))
    if (!request) return socket.close(4000, 'Unreadable message')
    const { id, url } = request
    close(id)
    if (url === undefined) return
    try {
      if (stops.size >= MAX_LISTENERS) throw new Error('Too many listeners')
      const options = new URL(url, lake.origin).searchParams
      const write = (data: string) => send({ id, data })
      stops.set(id, subscribe(lake, caller, options, write))
    } catch {
      send({ id, end: true })
    }
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
