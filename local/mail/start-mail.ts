import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { complete, refusedStatus } from '../requests.ts'
import { listenOn, loopback, stablePort } from '../runtime/ports.ts'
import { mailApp } from './http.ts'
import { MAIL_LIMITS, startSmtp } from './smtp.ts'
import { openMessageStore } from './store.ts'

const MAX_CONNECTIONS = 200
/** A connection on which nothing moves is closed. */
const IDLE_MS = 120_000

export type MailStandIn = {
  /** For `SMTP_URL`. */
  smtpUrl: string
  /** The page and the API with the received mails. */
  url: string
  stop: () => Promise<void>
}

/** Starts the mail stand-in, which stores the mails in `folder`. */
export async function startMail(folder: string, limits = MAIL_LIMITS): Promise<MailStandIn> {
  const store = openMessageStore(folder)
  const outage = { on: false }
  const smtp = await startSmtp(await stablePort(join(folder, 'smtp.port')), store, outage, limits)
  const app = mailApp(store, outage)
  const answer = (request: Request) => {
    const status = refusedStatus(request)
    return status ? new Response(null, { status }) : app.fetch(complete(request))
  }
  const listener = getRequestListener(answer, { overrideGlobalObjects: false })
  const web = createServer((request, response) => void listener(request, response))
  web.maxConnections = MAX_CONNECTIONS
  web.setTimeout(IDLE_MS)
  const httpPort = await listenOn(web, await stablePort(join(folder, 'http.port')))
  return {
    smtpUrl: `smtp://${loopback}:${smtp.port}`,
    url: `http://${loopback}:${httpPort}`,
    async stop() {
      web.closeAllConnections()
      await Promise.all([new Promise((resolve) => web.close(resolve)), smtp.stop()])
      store.close()
    },
  }
}
