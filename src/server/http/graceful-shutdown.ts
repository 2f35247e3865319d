import type { Server, ServerResponse } from 'node:http'

/**
 * Prepares the shutdown of a server. The returned function accepts no more connections, waits at most `withinMs` for
 * running requests, and closes idle connections: kept alive, or opened in advance by a browser.
 */
export function prepareShutdown(server: Server): (withinMs: number) => Promise<void> {
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
  return (withinMs) =>
    new Promise((resolve) => {
      ending = true
      const timer = setTimeout(() => server.closeAllConnections(), withinMs)
      server.close(() => {
        clearTimeout(timer)
        resolve()
      })
      cutWhenQuiet()
    })
}
