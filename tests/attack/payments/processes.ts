import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '#local/runtime/child.ts'
import { controlOf, PAYPAL_CREDENTIALS } from '#tests/fixtures/paypal.ts'
import { TEST_PROCESS_ENV } from '#tests/fixtures/process-env.ts'
import { openSqlDatabase, type SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { createVisitor } from '#tests/fixtures/visitor.ts'
import { type KilledServer, killedServer } from '../kills/servers.ts'
import type { JourneySite } from './journey.ts'

const root = join(import.meta.dirname, '../../..')

/** Every lease of a process that was killed is over then. */
const LATER_SECONDS = 61
/** The sweep runs at the start of a process and every ten seconds. */
const IDLE_WITHIN_MS = 60_000

/** Server processes, the stand-in in a process of its own, and a clock that only `later` moves. */
export type Processes = JourneySite & {
  readonly servers: readonly KilledServer[]
  /** Starts those that do not run, with the clock as it is. */
  startAll(env?: NodeJS.ProcessEnv): Promise<void>
  /** Kills all servers and starts them a minute later by their clock. */
  later(env?: NodeJS.ProcessEnv): Promise<void>
  /** Resolves when no payment and no refund is left that is due. */
  untilIdle(): Promise<void>
  close(): Promise<void>
}

const OPEN = `
select from app.payments p
 where p.state in ('capturing', 'pending') or (p.concluded_at is null and not exists (
   select from app.appointments a where a.appointment_id = p.appointment_id and a.status = 'held' and a.hold_expires_at > app.clock_now()))
union all
select from app.jobs where kind = 'refund' and done_at is null and failed_at is null and (locked_until is not null or run_at <= app.clock_now())`

async function startStandIn(folder: string) {
  const child = startChild({
    name: 'The stand-in for the payment provider',
    args: [join(root, 'local/paypal/main.ts')],
    folder: root,
    log: join(folder, 'paypal.log'),
    env: {
      ...TEST_PROCESS_ENV,
      PAYPAL_DIR: join(folder, 'paypal'),
      PAYPAL_CLIENT_ID: PAYPAL_CREDENTIALS.clientId,
      PAYPAL_CLIENT_SECRET: PAYPAL_CREDENTIALS.clientSecret,
      PAYPAL_WEBHOOK_ID: PAYPAL_CREDENTIALS.webhookId,
    },
  })
  const { url } = await child.ready
  return { child, url: String(url) }
}

/** Starts no server yet. */
export async function paymentProcesses(
  databaseUrl: string,
  { count = 1, ...options }: { count?: number; program?: string } = {},
): Promise<Processes> {
  const folder = mkdtempSync(join(tmpdir(), 'halyard-payments-'))
  const { child, url } = await startStandIn(folder)
  const servers = await Promise.all(
    Array.from({ length: count }, (_, n) =>
      killedServer({ folder: join(folder, `server-${n}`), databaseUrl, ...options }),
    ),
  )
  const paypal = controlOf(url)
  await paypal.control('/control/switches', { webhooks: 'off' })
  const webhookUrl = `${servers[0]?.url}/api/payments/webhook`
  await paypal.control('/control/webhook-url', { webhookUrl })
  let offset = 0
  let pool: SqlDatabase | undefined
  let turn = 0

  const environment = (): NodeJS.ProcessEnv => ({
    CLOCK_OFFSET_SECONDS: String(offset),
    PAYPAL_CLIENT_ID: PAYPAL_CREDENTIALS.clientId,
    PAYPAL_CLIENT_SECRET: PAYPAL_CREDENTIALS.clientSecret,
    PAYPAL_WEBHOOK_ID: PAYPAL_CREDENTIALS.webhookId,
    PAYPAL_API_BASE: url,
  })
  const database = () => {
    pool ??= openSqlDatabase({ url: databaseUrl, poolMax: 4, clockOffsetSeconds: offset })
    return pool
  }
  const startAll = async (env: NodeJS.ProcessEnv = {}) => {
    const dead = servers.filter((server) => !server.isRunning())
    await Promise.all(dead.map((server) => server.start({ ...environment(), ...env })))
  }
  const killAll = () => Promise.all(servers.map((server) => server.kill()))

  return {
    servers,
    paypal,
    database,
    visitor(network) {
      turn += 1
      return createVisitor(servers[turn % count]?.url ?? '', network)
    },
    startAll,
    async later(env) {
      await killAll()
      await pool?.close()
      pool = undefined
      offset += LATER_SECONDS
      await startAll(env)
    },
    async untilIdle() {
      const end = performance.now() + IDLE_WITHIN_MS
      while ((await database().query(OPEN)).rowCount) {
        if (performance.now() > end) throw new Error('A payment is not settled.')
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    async close() {
      await killAll()
      await pool?.close()
      await child.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
