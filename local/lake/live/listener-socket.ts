import type { WebSocket } from 'ws'
import type { Caller } from '../accounts.ts'
import type { Lake } from '../lake.ts'
import { messageOf } from './message.ts'
import { subscribe } from './subscription.ts'

/**
 * Multiplexes listeners over one WebSocket. Client to server: `{id, url}` opens a listener, `{id}` closes it. Server to
 * client: `{id, data}` with text of its event stream, `{id, end: true}` when it was refused.
 */
export function multiplexListeners(socket: WebSocket, lake: Lake, caller: Caller): void {
  const stops = new Map<number, () => void>()
  const send = (frame: object) => socket.send(JSON.stringify(frame))
  const open = (id: number, url: string) => {
    try {
      const options = new URL(url, lake.origin).searchParams
      stops.set(
        id,
        subscribe(lake, caller, options, (data) => send({ id, data })),
      )
    } catch {
      send({ id, end: true })
    }
  }
  socket.on('message', (message) => {
    const { id, url } = messageOf(message)
    if (typeof id !== 'number') return socket.close(4000, 'Unreadable message')
    stops.get(id)?.()
    stops.delete(id)
    if (typeof url === 'string') open(id, url)
  })
  socket.once('close', () => {
    for (const stop of stops.values()) stop()
  })
}
