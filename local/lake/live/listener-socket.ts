import type { WebSocket } from 'ws'
import type { Caller } from '../caller.ts'
import { isRecord } from '../document.ts'
import type { Lake } from '../lake.ts'
import { subscribe } from './subscription.ts'

const MAX_LISTENERS = 200
/** Whoever does not read for so long that this much waits is let go, and connects again. */
const MAX_WAITING_BYTES = 20_000_000

type Order = { id: number; url: string | undefined }

/**
 * Carries any number of listeners over one socket. In: `{id, url}` opens one, `{id}` closes it; out: `{id, data}`
 * with text of its event stream, `{id, end: true}` when it is over or was refused.
 */
export function carryListeners(socket: WebSocket, lake: Lake, caller: Caller): void {
  const stops = new Map<number, () => void>()
  const tell = (frame: object) => {
    if (socket.bufferedAmount > MAX_WAITING_BYTES) socket.terminate()
    else socket.send(JSON.stringify(frame))
  }
  const close = (id: number) => {
    stops.get(id)?.()
    stops.delete(id)
  }
  socket.on('message', (message) => {
    const order = readOrder(String(message))
    if (!order) return socket.close(4000, 'Unreadable message')
    const { id, url } = order
    close(id)
    if (url === undefined) return
    try {
      if (stops.size >= MAX_LISTENERS) throw new Error('Too many listeners')
      const options = new URL(url, lake.origin).searchParams
      const write = (data: string) => tell({ id, data })
      stops.set(id, subscribe(lake, caller, options, write))
    } catch {
      tell({ id, end: true })
    }
  })
  socket.once('close', () => {
    for (const id of [...stops.keys()]) close(id)
  })
}

function readOrder(text: string): Order | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || typeof value['id'] !== 'number') return
    const { id, url } = value
    return { id, url: typeof url === 'string' ? url : undefined }
  } catch {
    return
  }
}
