import { createServer } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import { complete, refusedStatus } from '../requests.ts'
import { listenOn, loopback } from '../runtime/ports.ts'
import { paypalApp } from './app.ts'
import type { CallLog } from './rest.ts'
import { openSwitches } from './settings.ts'
import { openSigning } from './signing.ts'
import { openStore } from './store.ts'
import type { Credentials } from './tokens.ts'
import { openWebhooks } from './webhooks.ts'

export type PaypalOptions = {
  folder: string
  /** 0: any free one. */
  port: number
  credentials: Credentials
  /** Where the site takes events. */
  webhookUrl?: string | undefined
  /** How long an answer of the mode `hang` takes: longer than the site's time-out. */
  hangMs?: number | undefined
  report: (line: string) => void
}

export type PaypalStandIn = {
  /** For `PAYPAL_API_BASE`; also the tester's page. */
  url: string
  stop: () => Promise<void>
}

const MAX_CONNECTIONS = 1_000
const HANG_MS = 20_000

/** Starts the stand-in for PayPal; its state is in `folder`. */
export async function startPaypal(options: PaypalOptions): Promise<PaypalStandIn> {
  const { credentials, report } = options
  const store = openStore(options.folder)
  const switches = openSwitches(store)
  let { webhookUrl } = options
  const log: CallLog = []
  let answer: (
    request: Request,
    env: HttpBindings | Http2Bindings,
  ) => Response | Promise<Response> = () => new Response(null, { status: 503 })
  const listener = getRequestListener((request, env) => answer(request, env), {
    overrideGlobalObjects: false,
    errorHandler(error) {
      report(`The PayPal stand-in failed: ${error}`)
      return Response.json({ name: 'INTERNAL_SERVER_ERROR' }, { status: 500 })
    },
  })
  const server = createServer((request, response) => void listener(request, response))
  server.maxConnections = MAX_CONNECTIONS
  const base = `http://${loopback}:${await listenOn(server, options.port)}`
  const signer = { key: openSigning(store), base, webhookId: credentials.webhookId }
  const webhooks = openWebhooks({ store, switches, signer, url: () => webhookUrl })
  const app = paypalApp({
    ...{ store, switches, signer, base },
    credentials,
    webhooks,
    hangMs: options.hangMs ?? HANG_MS,
    log,
    setWebhookUrl(url) {
      webhookUrl = url
    },
  })
  app.onError((error) => {
    report(`The PayPal stand-in failed: ${error.stack ?? error}`)
    return Response.json({ name: 'INTERNAL_SERVER_ERROR' }, { status: 500 })
  })
  answer = (request, env) => {
    const status = refusedStatus(request)
    return status ? new Response(null, { status }) : app.fetch(complete(request), env)
  }
  return {
    url: base,
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await webhooks.stop()
      store.close()
    },
  }
}
