import type { Server } from 'node:http'
import { type ListenOptions, Server as NetServer } from 'node:net'

/**
 * More listening sockets of an HTTP server, on the port that it listens on itself (SO_REUSEPORT). Node accepts one connection
 * per listening socket and turn of its event loop. When thousands of connections are busy, a turn takes long, and new
 * connections would wait for minutes at a single socket.
 */
export function moreListeners(server: Server, count: number, options: ListenOptions): NetServer[] {
  return Array.from({ length: count }, () => {
    // The settings that node:http gives its own sockets.
    const listener = new NetServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      server.emit('connection', socket),
    )
    listener.on('error', (error) => server.emit('error', error))
    return listener.listen({ ...options, reusePort: true })
  })
}
