import { Agent, createServer, get, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Build } from '#content/server/publishing/releases/open-build.ts'

export type Answer = {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

const TIMEOUT_MS = 20_000

/** Serves a build on a loopback port, through the functions that serve visitors, until `check` is done. */
export async function withLoopbackServer<Value>(
  build: Build,
  check: (ask: (path: string) => Promise<Answer>) => Promise<Value>,
): Promise<Value> {
  const server = createServer((request, response) =>
    build.files(request, response, () => response.writeHead(404).end()),
  )
  const agent = new Agent({ keepAlive: true })
  try {
    const port = await listen(server)
    return await check((path) => ask(port, agent, path))
  } finally {
    agent.destroy()
    server.closeAllConnections()
    server.close()
  }
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

function ask(port: number, agent: Agent, path: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = get(
      { host: '127.0.0.1', port, path: encodeURI(path), agent, timeout: TIMEOUT_MS },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode: status, headers } = response
          resolve({ status, headers, text: Buffer.concat(chunks).toString() })
        })
      },
    )
    request.on('error', reject)
    request.on('timeout', () => request.destroy(new Error('timeout')))
  })
}
