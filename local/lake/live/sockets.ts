import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { LAKE_LISTEN_PATH } from '../../../shared/stand-in-lake.ts'
import { identify, requireOwnOrigin } from '../access.ts'
import type { Caller } from '../accounts.ts'
import type { Lake } from '../lake.ts'
import { multiplexListeners } from './listener-socket.ts'
import { createPresence } from './presence.ts'

const PRESENCE_PATH = /^\/v[\w.-]+\/socket\/[\w-]+$/

/** Accepts WebSockets: the Studio's presence protocol, and one socket per tab for all its listeners. */
export function acceptSockets(server: Server, lake: Lake): void {
  const sockets = new WebSocketServer({ noServer: true })
  const presence = createPresence()
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    // An 'error' event without a listener would end the process.
    connection.on('error', () => connection.destroy())
    const handle = handlerFor(request, lake, presence)
    if (!handle) return refuse(connection)
    sockets.handleUpgrade(request, connection, head, (socket) => {
      socket.on('error', () => socket.terminate())
      handle(socket)
    })
  })
}

type SocketHandler = (socket: WebSocket) => void

function handlerFor(
  request: IncomingMessage,
  lake: Lake,
  presence: ReturnType<typeof createPresence>,
): SocketHandler | undefined {
  const path = (request.url ?? '').split('?')[0] ?? ''
  const caller = signedIn(request, lake)
  if (!caller) return
  if (path === LAKE_LISTEN_PATH) return (socket) => multiplexListeners(socket, lake, caller)
  if (PRESENCE_PATH.test(path)) return (socket) => presence.join(socket, caller)
  return
}

/** The same-origin policy does not cover WebSockets: a foreign page can open one with the user's cookie. */
function signedIn(request: IncomingMessage, lake: Lake): Caller | undefined {
  try {
    requireOwnOrigin(request, lake)
    return identify(request, lake)
  } catch {
    return
  }
}

function refuse(connection: Duplex): void {
  connection.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}
