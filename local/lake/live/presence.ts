import { randomBytes } from 'node:crypto'
import type { WebSocket } from 'ws'
import { isRecord } from '../../../src/domain/record.ts'
import type { Caller } from '../accounts.ts'

type Request = { id: unknown; method: string; params: Record<string, unknown> }
const HEARTBEAT_MS = 20_000
/** Maximum buffered bytes before a client that does not read is dropped. */
const MAX_BUFFERED_BYTES = 1_000_000

/** Studio presence: JSON-RPC over WebSockets; each client's events are forwarded to the other subscribers. */
export function createPresence() {
  const subscriptions = new Map<WebSocket, string>()
  const notifyOthers = (from: WebSocket, result: object) => {
    for (const [socket, subscription] of subscriptions) {
      if (socket === from) continue
      const params = { subscription, result }
      send(socket, JSON.stringify({ jsonrpc: '2.0', method: 'presence_subscription', params }))
    }
  }
  const answer = (socket: WebSocket, caller: Caller, { method, params }: Request): unknown => {
    if (method === 'presence_subscribe') {
      const subscription = randomBytes(6).toString('hex')
      subscriptions.set(socket, subscription)
      return subscription
    }
    const event = eventOf(method, params, caller)
    if (event) notifyOthers(socket, event)
    return 'ok'
  }
  return {
    join(socket: WebSocket, caller: Caller): void {
      const heartbeat = setInterval(() => send(socket, '♥'), HEARTBEAT_MS)
      socket.on('message', (message) => {
        const request = readRequest(String(message))
        if (!request) return
        const result = answer(socket, caller, request)
        send(socket, JSON.stringify({ jsonrpc: '2.0', id: request.id, result }))
      })
      socket.once('close', () => {
        subscriptions.delete(socket)
        clearInterval(heartbeat)
      })
    },
  }
}

function send(socket: WebSocket, text: string): void {
  if (socket.bufferedAmount > MAX_BUFFERED_BYTES) socket.terminate()
  else socket.send(text)
}

function eventOf(method: string, params: Record<string, unknown>, caller: Caller) {
  const { session } = params
  switch (method) {
    case 'presence_announce':
      return { type: 'state', i: caller.id, m: params['data'] }
    case 'presence_rollcall':
      return { type: 'rollCall', i: caller.id, session }
    case 'presence_disconnect':
      return { type: 'disconnect', i: caller.id, m: { session } }
    default:
      return
  }
}

function readRequest(text: string): Request | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isRecord(value) || typeof value['method'] !== 'string') return
    const { id, method, params } = value
    return { id, method, params: isRecord(params) ? params : {} }
  } catch {
    return
  }
}
