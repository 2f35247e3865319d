import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { complete, refusedStatus } from '../requests.ts'
import { listenOn, loopback, stablePort } from '../runtime/ports.ts'
import { type SmsOutage, smsApp } from './http.ts'
import { openSmsStore } from './store.ts'

const MAX_CONNECTIONS = 200
/** A connection on which nothing moves is closed. */
const IDLE_MS = 120_000

export type SmsStandIn = {
  /** The page and the API with the messages. */
  url: string
  /** For `SMS_URL`. */
  smsUrl: string
  stop: () => Promise<void>
}

/** The port of the last start in this folder if it is free. */
export const smsPort = (folder: string): Promise<number> => stablePort(join(folder, 'http.port'))

/** Starts the stand-in for a provider of text messages, which stores them in `folder`; `key` is what `SMS_KEY` must be. */
export async function startSms(folder: string, key: string, port?: number): Promise<SmsStandIn> {
  const wanted = port ?? (await smsPort(folder))
  const store = openSmsStore(folder)
  const outage: SmsOutage = { status: null }
  const app = smsApp(store, key, outage)
  const answer = (request: Request) => {
    const status = refusedStatus(request)
    return status ? new Response(null, { status }) : app.fetch(complete(request))
  }
  const listener = getRequestListener(answer, { overrideGlobalObjects: false })
  const web = createServer((request, response) => void listener(request, response))
  web.maxConnections = MAX_CONNECTIONS
  web.setTimeout(IDLE_MS)
  const url = `http://${loopback}:${await listenOn(web, wanted)}`
  return {
    url,
    smsUrl: `${url}/messages`,
    async stop() {
      web.closeAllConnections()
      await new Promise((resolve) => web.close(resolve))
      store.close()
    },
  }
}
