import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

type Received = { path: string; body: Record<string, unknown> }
export type StandIn = {
  readonly url: string
  readonly received: Received[]
  /** Sets the response to all later requests. */
  answer(status: number, body: unknown): void
  close(): Promise<void>
}

const SETTINGS = {
  charityName: 'Halyard Men’s Health',
  product: 'Halyard',
  bookingPhone: '01632 960117',
  supportEmail: 'bookings@halyard.example',
  email: 'hello@halyard.example',
}

const listening = (server: Server) =>
  new Promise<string>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    })
  })

/** An HTTP server that records JSON requests and answers with a set JSON response. */
async function startJsonServer(first: unknown): Promise<StandIn> {
  const received: Received[] = []
  let next = { status: 200, body: first }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString()
      const body = JSON.parse(text === '' ? '{}' : text) as Record<string, unknown>
      received.push({ path: request.url ?? '', body })
      response.writeHead(next.status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(next.body))
    })
  })
  return {
    url: await listening(server),
    received,
    answer: (status, body) => {
      next = { status, body }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** A content lake that answers every query with the site settings. */
export const startContentLake = () => startJsonServer({ result: SETTINGS, ms: 1, query: '' })

/** A form service that accepts every submission until `answer` is called. */
export const startFormService = () => startJsonServer({ next: '/thanks', ok: true })
