import type { Server, ServerResponse } from 'node:http'

/**
 * Prepares a server's end. The function it answers takes no new connection, lets the running requests be answered, for
 * at most `withinMs`, and cuts the connections that ask for nothing: kept alive, or opened in advance by a browser.
 */
export function endingOf(server: Server): (withinMs: number) => Promise<void> {
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
