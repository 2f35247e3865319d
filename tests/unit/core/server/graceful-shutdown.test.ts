import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { prepareShutdown } from '#core/server/http/graceful-shutdown.ts'

const LONG_MS = 60_000
/** Far more than a stop takes, and far less than LONG_MS. */
const WITHIN = 10_000

/** A server that answers /slow when the test says so, and raw connections to it. */
async function aServer() {
  const waiting: ServerResponse[] = []
  const server = createServer((request, response) => {
    if (request.url === '/slow') waiting.push(response)
    else response.end('at once')
  })
  const { drain, end } = prepareShutdown(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = async (): Promise<Socket & { seen: string }> => {
    const socket = Object.assign(connect(port, '127.0.0.1'), { seen: '' })
    socket.on('data', (chunk) => {
      socket.seen += String(chunk)
    })
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  const ask = async (path: string) => {
    const socket = await open()
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    return socket
  }
  return { port, waiting, drain, end, open, ask }
}

it('a stop answers the running request and closes idle connections', async () => {
  const { waiting, end, open, ask } = await aServer()
  const silent = await open()
  const kept = await ask('/')
  const slow = await ask('/slow')
  await vi.waitFor(() => expect([waiting.length, kept.seen.length > 0]).toEqual([1, true]), WITHIN)
  const ended = end(LONG_MS)
  waiting[0]?.end('late')
  await ended
  await vi.waitFor(() => expect([silent, kept, slow].every((one) => one.closed)).toBe(true), WITHIN)
  expect(slow.seen).toContain('late')
})

it('a stop without a running request ends immediately', async () => {
  const { end, open } = await aServer()
  await open()
  await end(LONG_MS)
})

it('OPS-16 a server that is about to stop still accepts, and each answer closes its connection', async () => {
  const { drain, end, ask } = await aServer()
  const kept = await ask('/')
  await vi.waitFor(() => expect(kept.seen).toContain('keep-alive'), WITHIN)
  drain()
  kept.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const fresh = await ask('/')
  await vi.waitFor(() => expect([kept, fresh].every((one) => one.closed)).toBe(true), WITHIN)
  expect(kept.seen).toMatch(/keep-alive[\s\S]*close/)
  expect(fresh.seen).toContain('at once')
  await end(LONG_MS)
})

it('OPS-16 a stop first accepts the connections that wait in the queue', async () => {
  const { port, end, ask } = await aServer()
  await ask('/')
  // Node accepts one of them in a turn of its event loop.
  const clients = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'))
  const seen = clients.map(async (client) => {
    client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const [chunk] = await once(client, 'data')
    return String(chunk)
  })
  await Promise.all(clients.slice(0, 1).map((client) => once(client, 'connect')))
  await end(LONG_MS)
  for (const text of await Promise.all(seen)) expect(text).toContain('at once')
})

it('a stop closes the connection of a request that does not end in time', async () => {
  const { waiting, end, ask } = await aServer()
  const slow = await ask('/slow')
  await vi.waitFor(() => expect(waiting).toHaveLength(1), WITHIN)
  await end(20)
  await vi.waitFor(() => expect(slow.closed).toBe(true), WITHIN)
})
