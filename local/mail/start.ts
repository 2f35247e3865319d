import { createServer } from 'node:http'
import { join } from 'node:path'
import { loopback, stablePort } from '../runtime/ports.ts'
import { mailHandler } from './http.ts'
import { startSmtp } from './smtp.ts'
import { openMessageStore } from './store.ts'

export type MailStandIn = {
  /** For `SMTP_URL`. */
  smtpUrl: string
  /** The page and API to read the mails. */
  url: string
  stop: () => Promise<void>
}

/** Starts the mail stand-in; the mails are kept in `folder`. */
export async function startMail(folder: string): Promise<MailStandIn> {
  const store = openMessageStore(folder)
  const outage = { on: false }
  const smtpPort = await stablePort(join(folder, 'smtp.port'))
  const smtp = await startSmtp(smtpPort, store, outage)
  const httpPort = await stablePort(join(folder, 'http.port'))
  const handle = mailHandler(store, outage)
  const web = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    web.once('error', reject).listen(httpPort, loopback, resolve)
  })
  return {
    smtpUrl: `smtp://${loopback}:${smtpPort}`,
    url: `http://${loopback}:${httpPort}`,
    async stop() {
      web.closeAllConnections()
      await Promise.all([new Promise((resolve) => web.close(resolve)), smtp.stop()])
      store.close()
    },
  }
}
