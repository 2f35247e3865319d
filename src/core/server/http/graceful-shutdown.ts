import { once } from 'node:events'
import type { Server, ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'

export type Shutdown = {
  /** From now on each response closes its connection, so that a proxy does not send another request on it. */
  drain(): void
  /**
   * Accepts no more connections, waits at most `withinMs` for running requests, and closes idle connections: kept alive,
   * or opened in advance by a browser.
   */
  end(withinMs: number): Promise<void>
}

/** A busy server may have no turn without a new connection. */
const MOST_TURNS = 1_000
/** In which a connection that was just accepted brings its request. */
const NEW_CONNECTION_MS = 100

/** Prepares the shutdown of a server. */
export function prepareShutdown(server: Server): Shutdown {
  let running = 0
  let accepted = 0
  let draining = false
  let ending = false
  const cutWhenQuiet = () => {
    if (ending && running === 0) server.closeAllConnections()
  }
  server.on('connection', () => {
    accepted += 1
  })
  server.prependListener('request', (_, response: ServerResponse) => {
    if (draining) response.setHeader('connection', 'close')
    running += 1
    response.once('close', () => {
      running -= 1
      cutWhenQuiet()
    })
  })
  /** Resolves in a turn of the event loop that accepted no connection: closing a socket resets those in its queue. */
  async function untilNoneWaits() {
    let before = -1
    // To the end of this turn, which may have accepted already.
    await nextTurn()
    for (let turn = 0; before !== accepted && turn < MOST_TURNS; turn += 1) {
      before = accepted
      await nextTurn()
    }
  }
  const drain = () => {
    draining = true
  }
  return {
    drain,
    async end(withinMs) {
      drain()
      await untilNoneWaits()
      const timer = setTimeout(() => server.closeAllConnections(), withinMs)
      const closed = once(server.close(), 'close')
      await pause(NEW_CONNECTION_MS)
      ending = true
      cutWhenQuiet()
      await closed
      clearTimeout(timer)
    },
  }
}
