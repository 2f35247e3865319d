import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream'

/** A proxy over two servers, with the rules of deploy/nginx.conf. */
export type TwoUpstreams = {
  readonly url: string
  /** Called with the method when a request has been sent to a server. */
  onSent: (method: string) => void
  close(): Promise<void>
}

type Sent = { readonly method: string; readonly body: Buffer; readonly incoming: IncomingMessage }

/** Sends a request to one server, on a connection that may have been used before. */
function forward(origin: string, agent: Agent, { method, body, incoming }: Sent, sent: () => void) {
  return new Promise<IncomingMessage>((resolve, reject) => {
    const { url, headers } = incoming
    const outgoing = request(`${origin}${url}`, { method, headers, agent }, resolve)
    outgoing.on('error', reject)
    outgoing.end(body, sent)
  })
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The first server takes the request; the second when the first refuses the connection, or a GET when it was cut. */
export async function proxyOf(origins: readonly [string, string]): Promise<TwoUpstreams> {
  const agents = origins.map(() => new Agent({ keepAlive: true }))
  const proxy = { onSent: (_: string) => {} }
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET', headers } = incoming
    delete headers.connection
    const sent = { method, body: await readBody(incoming), incoming }
    for (const [index, origin] of origins.entries()) {
      try {
        const answered = await forward(origin, agents[index] as Agent, sent, () =>
          proxy.onSent(method),
        )
        response.writeHead(answered.statusCode ?? 0, answered.headers)
        // A server that is killed in the middle of its answer ends this one too.
        pipeline(answered, response, () => undefined)
        return
      } catch (error) {
        const isRefused = (error as NodeJS.ErrnoException).code === 'ECONNREFUSED'
        if (!isRefused && method !== 'GET') break
      }
    }
    response.writeHead(502).end()
  }
  const server = createServer((incoming, response) => void answer(incoming, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        for (const agent of agents) agent.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}
