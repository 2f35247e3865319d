import { randomBytes } from 'node:crypto'
import type { WebSocket } from 'ws'
import { isRecord } from '../../../src/core/rules/record.ts'
import type { Caller } from '../accounts.ts'
import { messageOf } from './message.ts'

const HEARTBEAT_MS = 20_000

/** Studio presence: JSON-RPC over WebSockets; each client's events are forwarded to the other subscribers. */
export function createPresence() {
  const subscriptions = new Map<WebSocket, string>()
  const notifyOthers = (from: WebSocket, result: object) => {
    for (const [socket, subscription] of subscriptions) {
      if (socket === from) continue
      const params = { subscription, result }
      socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'presence_subscription', params }))
    }
  }
  const answer = (socket: WebSocket, caller: Caller, method: unknown, params: unknown): string => {
    if (method === 'presence_subscribe') {
      const subscription = randomBytes(6).toString('hex')
      subscriptions.set(socket, subscription)
      return subscription
    }
    const event = isRecord(params) && eventOf(method, params, caller)
    if (event) notifyOthers(socket, event)
    return 'ok'
  }
  return {
    join(socket: WebSocket, caller: Caller): void {
      const heartbeat = setInterval(() => socket.send('♥'), HEARTBEAT_MS)
      socket.on('message', (message) => {
        const { id, method, params } = messageOf(message)
        const result = answer(socket, caller, method, params)
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, result }))
      })
      socket.once('close', () => {
        subscriptions.delete(socket)
        clearInterval(heartbeat)
      })
    },
  }
}

function eventOf(method: unknown, params: Record<string, unknown>, caller: Caller) {
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
