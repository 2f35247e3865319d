import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Heard = { headers: IncomingHttpHeaders; body: string; status: number }

/** A stand-in for the site's webhook, which records all requests. */
export type ListeningSite = {
  url: string
  heard: Heard[]
  /** Sets the status of the following responses. */
  answerWith: (status: number) => void
  /** Resolves when it has received that many requests. */
  hears: (times: number) => Promise<void>
  close: () => void
}

export async function startListeningSite(): Promise<ListeningSite> {
  const heard: Heard[] = []
  const waiting = new Set<() => void>()
  let status = 202
  const server = createServer(async (request, response) => {
    heard.push({ headers: request.headers, body: await text(request), status })
    response.writeHead(status).end()
    for (const look of waiting) look()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/content-webhook`,
    heard,
    answerWith(next) {
      status = next
    },
    hears: (times) =>
      new Promise((resolve) => {
        const look = () => {
          if (heard.length < times) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
