import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Pool } from 'pg'
import { connectionOf, type DatabaseAddress } from '../../shared/node/database-address.ts'
import { listenOn, loopback } from '../runtime/ports.ts'
import { accountsIn } from './accounts.ts'
import { authGateway } from './gateway.ts'
import { type AuthKeys, startLite } from './lite.ts'
import { codeMailer } from './mailer.ts'
import { createProviderRoles } from './roles.ts'

export type AuthOptions = {
  database: DatabaseAddress
  smtpUrl: string
  sender: string
  siteUrl: string
  port: number
  keys: AuthKeys
  report: (line: string) => void
}

/** Starts the auth stand-in. `url` is for `SUPABASE_URL`. */
export async function startAuth(
  options: AuthOptions,
): Promise<{ url: string; stop: () => Promise<void> }> {
  const { database, siteUrl, keys, port, report } = options
  const pool = new Pool({ ...connectionOf(database), max: 2 })
  // The pool replaces a broken idle connection at the next query.
  pool.on('error', () => undefined)
  await createProviderRoles(pool)
  const mailer = codeMailer(options.smtpUrl, options, report)
  const lite = await startLite(database, siteUrl, keys, mailer)
  const handle = authGateway(lite.fetch, accountsIn(pool), keys)
  // Lite needs a complete `Request`, not the adapter's proxy.
  const listener = getRequestListener((request) => handle(new Request(request.url, request)), {
    overrideGlobalObjects: false,
    errorHandler(error) {
      report(`The auth stand-in failed: ${error}`)
      return Response.json(
        { code: 500, error_code: 'unexpected_failure', msg: 'Unexpected failure' },
        { status: 500 },
      )
    },
  })
  const server = createServer((request, response) => void listener(request, response))
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
