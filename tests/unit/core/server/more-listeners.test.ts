import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { prepareShutdown } from '#core/server/http/graceful-shutdown.ts'
import { moreListeners } from '#core/server/http/more-listeners.ts'

const CLIENTS = 64
const LISTENERS = 15
const HOST = '127.0.0.1'

/** A server on `1 + more` sockets, and the connections that it accepted. */
async function serverWith(more: number) {
  const server = createServer((_, response) => response.end('answered'))
  let accepted = 0
  server.on('connection', () => {
    accepted += 1
  })
  server.listen({ port: 0, host: HOST, reusePort: true })
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const listeners = moreListeners(server, more, { port, host: HOST })
  await Promise.all(listeners.map((listener) => once(listener, 'listening')))
  return { port, accepted: () => accepted, ...prepareShutdown(server, listeners) }
}

/** The turns of the event loop until every client of a burst is accepted. */
async function turnsOfBurst(more: number): Promise<number> {
  const { port, accepted, end } = await serverWith(more)
  const clients = Array.from({ length: CLIENTS }, () => connect(port, HOST))
  let turns = 0
  for (; accepted() < CLIENTS; turns += 1) await nextTurn()
  for (const client of clients) client.destroy()
  await end(0)
  return turns
}

it('API-06 more listening sockets accept a burst of connections in fewer turns of the event loop', async () => {
  const alone = await turnsOfBurst(0)
  expect(alone).toBeGreaterThanOrEqual(CLIENTS)
  expect(await turnsOfBurst(LISTENERS)).toBeLessThan(alone / 2)
})

it('OPS-04 requests on every listening socket are answered, and a stop closes all of them', async () => {
  const { port, end } = await serverWith(LISTENERS)
  const texts = await Promise.all(
    Array.from({ length: CLIENTS }, async () => (await fetch(`http://${HOST}:${port}/`)).text()),
  )
  expect(texts).toEqual(Array(CLIENTS).fill('answered'))
  await end(60_000)
  await expect(fetch(`http://${HOST}:${port}/`)).rejects.toThrow()
})
