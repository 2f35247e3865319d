import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { identify, requireOwnOrigin } from '../access.ts'
import type { Caller } from '../caller.ts'
import { httpError } from '../errors.ts'
import type { Lake } from '../lake.ts'
import { carryListeners } from './listener-socket.ts'
import { createPresence } from './presence.ts'

const LISTENERS_PATH = '/lake-listen'
const PRESENCE_PATH = /^\/v[\w.-]+\/socket\/[\w-]+$/
const MAX_MESSAGE_BYTES = 100_000
const BEAT_MS = 15_000

/** Takes WebSockets: presence, as the Studio knows it, and one socket that carries all listeners of a tab. */
export function acceptSockets(server: Server, lake: Lake): void {
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_MESSAGE_BYTES })
  const presence = createPresence()
  server.on('upgrade', (request: IncomingMessage, connection: Duplex, head: Buffer) => {
    // Without a listener of its own a broken connection would end the process.
    connection.on('error', () => connection.destroy())
    const serve = openerFor(request, lake, presence)
    if (!serve) return refuse(connection)
    sockets.handleUpgrade(request, connection, head, (socket) => {
      socket.on('error', () => socket.terminate())
      endWithSession(socket, request, lake)
      serve(socket)
    })
  })
}

type Serve = (socket: WebSocket) => void

function openerFor(
  request: IncomingMessage,
  lake: Lake,
  presence: ReturnType<typeof createPresence>,
): Serve | undefined {
  const path = (request.url ?? '').split('?')[0] ?? ''
  const caller = signedIn(request, lake)
  if (!caller) return
  if (path === LISTENERS_PATH) return (socket) => carryListeners(socket, lake, caller)
  if (PRESENCE_PATH.test(path)) return (socket) => presence.join(socket, caller)
  return
}

/** Browsers let any page open a socket to anywhere, cookie and all: only our own pages get in. */
function signedIn(request: IncomingMessage, lake: Lake): Caller | undefined {
  try {
    requireOwnOrigin(request, lake)
    const caller = identify(request, lake)
    if (!caller) throw httpError(401, 'Unauthorized - Session not found')
    return caller
  } catch {
    return
  }
}

/** A session that ends elsewhere ends here within seconds. */
function endWithSession(socket: WebSocket, request: IncomingMessage, lake: Lake): void {
  const beat = setInterval(() => {
    if (!signedIn(request, lake)) socket.close(4001, 'Signed out')
  }, BEAT_MS)
  socket.once('close', () => clearInterval(beat))
}

function refuse(connection: Duplex): void {
  connection.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n')
}
