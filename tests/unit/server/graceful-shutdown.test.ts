import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, it, vi } from 'vitest'
import { prepareShutdown } from '#server/http/graceful-shutdown.ts'

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
  const end = prepareShutdown(server)
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
  return { waiting, end, open, ask }
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

it('a stop closes the connection of a request that does not end in time', async () => {
  const { waiting, end, ask } = await aServer()
  const slow = await ask('/slow')
  await vi.waitFor(() => expect(waiting).toHaveLength(1), WITHIN)
  await end(20)
  await vi.waitFor(() => expect(slow.closed).toBe(true), WITHIN)
})
