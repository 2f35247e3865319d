import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { listenOn, loopback, stablePort } from '../runtime/ports.ts'
import { mailApp } from './http.ts'
import { startSmtp } from './smtp.ts'
import { openMessageStore } from './store.ts'

export type MailStandIn = {
  /** For `SMTP_URL`. */
  smtpUrl: string
  /** The page and the API with the received mails. */
  url: string
  stop: () => Promise<void>
}

/** Starts the mail stand-in, which stores the mails in `folder`. */
export async function startMail(folder: string): Promise<MailStandIn> {
  const store = openMessageStore(folder)
  const outage = { on: false }
  const smtp = await startSmtp(await stablePort(join(folder, 'smtp.port')), store, outage)
  const app = mailApp(store, outage)
  const listener = getRequestListener((request) => app.fetch(request), {
    overrideGlobalObjects: false,
  })
  const web = createServer((request, response) => void listener(request, response))
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
