import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { type Wiring, wire } from '#app/wiring.ts'
import { readEnv } from '#core/server/config/env.ts'
import type { Source } from '#core/server/config/env-variables.ts'
import { createPool, databaseOf, type PoolOptions } from '#core/server/database/database.ts'
import { createLogger, type Logger } from '#core/server/logger.ts'
import { paypalGateway } from '#payments/server/paypal/paypal.ts'
import { AUTH_KEYS, MAIL_FROM, SITE_URL, TEST_KEYS } from '#tests/fixtures/api-site.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { noWait } from '#tests/fixtures/no-wait.ts'
import { type TestPaypal, testPaypal } from '#tests/fixtures/paypal.ts'
import { openSqlDatabase, type SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { createLocalVisitor } from '#tests/fixtures/visitor.ts'
import { type ArmedFault, armedFault } from './faults.ts'
import type { JourneySite } from './journey.ts'
import { type AtPoint, gatewayWith, type Query, queryWith } from './points.ts'

/** One life of the server's process, with its clock. */
export type Life = {
  readonly wiring: Wiring
  readonly database: SqlDatabase
  readonly fault: ArmedFault
}

/** The API in this process, the stand-in for the provider, and one database. */
export type PaymentSite = JourneySite & {
  readonly test: TestDatabase
  readonly paypal: TestPaypal
  life(): Life
  /** Starts a second process beside it, with the same clock. */
  twin(): Promise<Life>
  /** Ends the process and starts it again a minute later by the database's clock. */
  restart(): Promise<void>
  close(): Promise<void>
}

/** A restart comes this many seconds later: every lease of a process that was killed is over then. */
export const RESTART_SECONDS = 61

const sourceOf = (url: string, paypal: TestPaypal, offset: number): Source => ({
  ...paypal.env,
  ...AUTH_KEYS,
  ...TEST_KEYS,
  SITE_URL,
  DATABASE_URL: url,
  DATABASE_POOL_MAX: '6',
  CLOCK_OFFSET_SECONDS: String(offset),
  // Nothing listens there: identity, content and mail are down all the time.
  SUPABASE_URL: 'http://127.0.0.1:9',
  SANITY_PROJECT_ID: 'nowhere',
  SANITY_API_HOST: 'http://127.0.0.1:9',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM,
  LOG_LEVEL: 'silent',
})

/** Hands the provider's events to the process that lives now. */
async function webhookServer(life: () => Life | undefined) {
  async function take(incoming: IncomingMessage): Promise<number> {
    const body = new Uint8Array(await buffer(incoming))
    const headers = new Headers(incoming.headers as Record<string, string>)
    const request = new Request(`${SITE_URL}/payments/webhook`, { method: 'POST', headers, body })
    const answer = await life()?.wiring.api.fetch(request, { network: '127.0.0.1' })
    return answer?.status ?? 503
  }
  const server = createServer((incoming, response) => {
    void take(incoming).then((status) => response.writeHead(status).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A database with the points around the statements of a payment. */
const openWith = (at: AtPoint) => (options: PoolOptions) => {
  const pool = createPool(options)
  pool.on('connect', (client) => {
    Object.assign(client, { query: queryWith(client.query as unknown as Query, at) })
  })
  return databaseOf(pool)
}

/** Events of the provider are sent only when the attack asks for it. */
export async function paymentSite(
  options: { readonly source?: Source; readonly logger?: Logger } = {},
): Promise<PaymentSite> {
  const { source = {}, logger = createLogger('silent') } = options
  const test = await testDatabase()
  let current: Life | undefined
  const webhooks = await webhookServer(() => current)
  const paypal = await testPaypal({ webhookUrl: webhooks.url })
  await paypal.set({ webhooks: 'off' })
  let offset = 0

  async function begin(): Promise<Life> {
    const fault = armedFault()
    const env = readEnv({ ...sourceOf(test.url, paypal, offset), ...source })
    const wiring = await wire(env, logger, {
      timer: noWait,
      open: openWith(fault.hook),
      providerOf: (settings) => gatewayWith(paypalGateway(settings), fault.hook),
    })
    return {
      wiring,
      fault,
      database: openSqlDatabase({ url: test.url, poolMax: 2, clockOffsetSeconds: offset }),
    }
  }
  const twins: Life[] = []
  const end = async (life: Life | undefined) => {
    await life?.wiring.close()
    await life?.database.close()
  }
  current = await begin()
  const life = () => {
    if (current === undefined) throw new Error('The process has ended.')
    return current
  }
  return {
    test,
    paypal,
    life,
    database: () => life().database,
    visitor: (network) => createLocalVisitor(life().wiring, network),
    async twin() {
      const other = await begin()
      twins.push(other)
      return other
    },
    async restart() {
      const old = current
      current = undefined
      await end(old)
      offset += RESTART_SECONDS
      current = await begin()
    },
    async close() {
      for (const one of [current, ...twins]) await end(one)
      await paypal.stop()
      await webhooks.close()
      await test.close()
    },
  }
}

/** Runs the sweep and the jobs of refunds until there is nothing left that is due. */
export async function untilIdle(site: PaymentSite): Promise<void> {
  const { wiring, database } = site.life()
  await wiring.services.payments.sweep()
  const end = performance.now() + 10_000
  for (;;) {
    const { rows } = await database.query(
      `select from app.jobs where kind = 'refund' and done_at is null and failed_at is null
         and (locked_until is not null or run_at <= app.clock_now())`,
    )
    if (rows.length === 0) return
    if (performance.now() > end) throw new Error('The refunds do not end.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
