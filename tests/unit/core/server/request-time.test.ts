import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { sendsFile } from '#app/http/request-check.ts'
import { createHttpServer } from '#core/server/http/http-server.ts'

const FILE = 'multipart/form-data; boundary=x'
const FORM = 'application/x-www-form-urlencoded'

let server: ReturnType<typeof createHttpServer>
let client: Socket
/** The server's end of the connection. */
let socket: Socket
let received = ''

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  received = ''
  server = createHttpServer((request, response) => {
    socket = request.socket
    if (request.url?.includes('refused')) return void response.writeHead(303).end()
    request.resume()
    request.once('end', () => response.end('whole'))
    request.on('error', () => undefined)
  }, sendsFile)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.setEncoding('utf8')
  client.on('data', (text) => {
    received += text
  })
  client.on('error', () => undefined)
})

afterEach(async () => {
  vi.useRealTimers()
  client.destroy()
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

/** Sends the head and the first half of a body of ten bytes. */
async function begin(path: string, type: string): Promise<void> {
  const arrives = once(server, 'request')
  const head = `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: 10`
  client.write(`${head}\r\n\r\n12345`)
  await arrives
}

it.each([
  ['a form', '/staff/lab', FORM, 30_000],
  ['a file at another page', '/staff/events', FILE, 30_000],
  ['a request to the API', '/api/profiles', 'application/json', 30_000],
  ['a laboratory file', '/staff/lab', FILE, 600_000],
  ['a sample of one', '/staff/lab/mapping', FILE, 600_000],
])('STF-03 LAB-02 %s has its time to arrive, and is cut then', async (_, path, type, ms) => {
  await begin(path, type)
  vi.advanceTimersByTime(ms - 1)
  expect(socket.destroyed).toBe(false)
  const closes = once(client, 'close')
  vi.advanceTimersByTime(1)
  await closes
  expect(received).toBe('')
})

it('LAB-02 a laboratory file that arrives slowly is received as a whole', async () => {
  await begin('/staff/lab', FILE)
  vi.advanceTimersByTime(500_000)
  const answers = once(client, 'data')
  client.write('67890')
  await answers
  expect(received).toContain('whole')
  vi.advanceTimersByTime(600_000)
  expect(socket.destroyed).toBe(false)
})

it('STF-03 the rest of a file after its response has 30 seconds', async () => {
  const answers = once(client, 'data')
  await begin('/staff/lab?refused', FILE)
  await answers
  expect(received).toContain('303')
  vi.advanceTimersByTime(29_000)
  expect(socket.destroyed).toBe(false)
  const closes = once(client, 'close')
  vi.advanceTimersByTime(1_000)
  await closes
})
