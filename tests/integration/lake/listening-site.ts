import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Heard = { headers: IncomingHttpHeaders; body: string; status: number }

/** What stands where the site's webhook would be, and keeps all that it is told. */
export type ListeningSite = {
  url: string
  heard: Heard[]
  /** The status of its answers from now on. */
  answerWith: (status: number) => void
  /** Resolves once it was told so often, whatever it answered. */
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
