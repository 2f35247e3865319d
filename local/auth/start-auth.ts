import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Pool } from 'pg'
import { listenOn, loopback } from '../runtime/ports.ts'
import { accountsIn } from './accounts.ts'
import { type AuthFetch, authGateway } from './gateway.ts'
import { type AuthKeys, startLite } from './lite.ts'
import { codeMailer } from './mailer.ts'
import { createProviderRoles } from './roles.ts'

export type AuthOptions = {
  databaseUrl: string
  smtpUrl: string
  sender: string
  siteUrl: string
  port: number
  keys: AuthKeys
  report: (line: string) => void
}

/** Starts the auth stand-in and answers the address to use as `SUPABASE_URL`. */
export async function startAuth(
  options: AuthOptions,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { databaseUrl, siteUrl, keys, port, report } = options
  const pool = new Pool({ connectionString: databaseUrl, max: 2 })
  // An idle connection that breaks (the database stops) is replaced by the next query.
  pool.on('error', () => undefined)
  await createProviderRoles(pool)
  const mailer = codeMailer(options.smtpUrl, options.sender, report)
  const lite = await startLite(databaseUrl, siteUrl, keys, mailer)
  const handle = authGateway(lite.fetch, accountsIn(pool), keys.secretKey)
  const server = createServer((request, response) => {
    respond(handle, request, response).catch((error: unknown) => {
      report(`The auth stand-in failed: ${error}`)
      response.writeHead(500, { 'content-type': 'application/json' })
      response.end('{"code":500,"error_code":"unexpected_failure","msg":"Unexpected failure"}')
    })
  })
  const actualPort = await listenOn(server, port)
  return {
    url: `http://${loopback}:${actualPort}`,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await Promise.all([lite.close(), pool.end()])
    },
  }
}

async function respond(
  handle: AuthFetch,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = await handle(await toRequest(request))
  const headers = [...answer.headers].filter(([name]) => name !== 'content-length')
  response.writeHead(answer.status, Object.fromEntries(headers))
  response.end(Buffer.from(await answer.arrayBuffer()))
}

async function toRequest(request: IncomingMessage): Promise<Request> {
  const method = request.method ?? 'GET'
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (value !== undefined) headers.set(name, String(value))
  }
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? loopback}`)
  const body = method === 'GET' || method === 'HEAD' ? null : await buffer(request)
  return new Request(url, { method, headers, body })
}
