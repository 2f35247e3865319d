import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import type { Server as NetServer } from 'node:net'

/**
 * Prepares the shutdown of a server. The returned function accepts no more connections, waits at most `withinMs` for
 * running requests, and closes idle connections: kept alive, or opened in advance by a browser. `listeners` are further
 * sockets whose connections the server answers.
 */
export function prepareShutdown(
  server: Server,
  listeners: readonly NetServer[] = [],
): (withinMs: number) => Promise<void> {
  let running = 0
  let ending = false
  const cutWhenQuiet = () => {
    if (ending && running === 0) server.closeAllConnections()
  }
  server.on('request', (_, response: ServerResponse) => {
    running += 1
    response.once('close', () => {
      running -= 1
      cutWhenQuiet()
    })
  })
  return async (withinMs) => {
    ending = true
    const timer = setTimeout(() => server.closeAllConnections(), withinMs)
    const closed = [server, ...listeners].map((listener) => once(listener.close(), 'close'))
    cutWhenQuiet()
    await Promise.all(closed)
    clearTimeout(timer)
  }
}
