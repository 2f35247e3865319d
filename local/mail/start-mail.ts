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

export type MailPorts = { smtp: number; web: number }

/** The ports of the last start in this folder if they are free. */
export async function mailPorts(folder: string): Promise<MailPorts> {
  return {
    smtp: await stablePort(join(folder, 'smtp.port')),
    web: await stablePort(join(folder, 'http.port')),
  }
}

/** Starts the mail stand-in, which stores the mails in `folder`. */
export async function startMail(
  folder: string,
  limits = MAIL_LIMITS,
  ports?: MailPorts,
): Promise<MailStandIn> {
  const wanted = ports ?? (await mailPorts(folder))
  const store = openMessageStore(folder)
  const outage = { on: false }
  const smtp = await startSmtp(wanted.smtp, store, outage, limits)
  const app = mailApp(store, outage)
  const answer = (request: Request) => {
    const status = refusedStatus(request)
    return status ? new Response(null, { status }) : app.fetch(complete(request))
  }
  const listener = getRequestListener(answer, { overrideGlobalObjects: false })
  const web = createServer((request, response) => void listener(request, response))
  web.maxConnections = MAX_CONNECTIONS
  web.setTimeout(IDLE_MS)
  const httpPort = await listenOn(web, wanted.web)
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
