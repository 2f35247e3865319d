import { fork } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkKeys } from '#app/commands/check-keys.ts'
import { sealClearValues } from '#app/commands/reseal.ts'
import { sendsFile } from '#app/http/request-check.ts'
import { createSite } from '#app/http/site.ts'
import { createMetrics } from '#app/metrics/metrics.ts'
import { serveMetrics } from '#app/metrics/metrics-listener.ts'
import { type Wiring, wire } from '#app/wiring.ts'
import { startWorkers } from '#app/worker-processes.ts'
import { followPublishing } from '#content/server/publishing/follow-publishing.ts'
import { openPublishing } from '#content/server/publishing/open-publishing.ts'
import type { Publishing } from '#content/server/publishing/publishing.ts'
import { keepAssets } from '#content/server/publishing/releases/earlier-assets.ts'
import { environmentFault, MANIFEST_FILE } from '#content/server/publishing/releases/manifest.ts'
import { contentWebhook } from '#content/server/publishing/webhook.ts'
import { causeOf } from '#core/server/cause.ts'
import { type Env, EnvironmentError, readEnv } from '#core/server/config/env.ts'
import { DatabaseRefused } from '#core/server/database/connection.ts'
import { openDatabase } from '#core/server/database/database.ts'
import { pendingMigrations } from '#core/server/database/migrations.ts'
import { faultOfSessions } from '#core/server/database/session-check.ts'
import { prepareShutdown } from '#core/server/http/graceful-shutdown.ts'
import { createHttpServer } from '#core/server/http/http-server.ts'
import { createLogger, type Logger } from '#core/server/logger.ts'
import { listenForFaults } from '#core/server/process-faults.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { scriptOriginsOf } from '#payments/server/paypal/paypal.ts'
import { transportOf } from '#shared/node/database-address.ts'

const STOP_WITHIN_MS = 10_000
/** Part of STOP_WITHIN_MS; the rest is for the running job. */
const REQUESTS_WITHIN_MS = 7_000
/**
 * The queue of new connections; the system may allow less (docs/operating.md). When it is full, Linux drops them, and a browser
 * tries again after 1, 3, 7 … 63 seconds.
 */
const BACKLOG = 65_535
/** Longer than a supervisor takes to start the first process again, and that one its workers. */
const ORPHAN_SERVES_MS = 30_000
/** Workers end one after the other: a connection that one of them resets is accepted by another at the second try. */
const BETWEEN_ORPHANS_MS = 2_000

/** Prints one message and exits with 1: for faults that an operator can correct. */
function refuse(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

function environment(): Env {
  if (existsSync('.env')) process.loadEnvFile('.env')
  try {
    return readEnv(process.env)
  } catch (error) {
    if (error instanceof EnvironmentError) refuse(error.message)
    throw error
  }
}

type Stopping = {
  readonly server: Server
  /** Aborted first, so that a proxy sends requests elsewhere. */
  readonly stopping: AbortController
  close(): Promise<void>
  readonly logger: Logger
}

/**
 * Stops: serves for another `drainMs`, then accepts no more connections, waits for running requests and jobs, and exits after
 * ten seconds at most. A fault (exit code 1) meanwhile ends the serving: the state of the process is unknown.
 */
function stopGracefully({ server, stopping, close, logger }: Stopping) {
  const { drain, end } = prepareShutdown(server)
  const faulty = new AbortController()
  return (exitCode: 0 | 1, drainMs = 0) => {
    if (exitCode === 1) faulty.abort()
    if (stopping.signal.aborted) return
    stopping.abort()
    logger.info('stopping')
    drain()
    setTimeout(() => process.exit(1), drainMs + STOP_WITHIN_MS).unref()
    pause(drainMs, undefined, { signal: faulty.signal })
      .catch(() => undefined)
      .then(() => end(REQUESTS_WITHIN_MS))
      .then(close)
      .then(
        () => process.exit(faulty.signal.aborted ? 1 : 0),
        () => process.exit(1),
      )
  }
}

const faultOf = (error: unknown) =>
  error instanceof DatabaseRefused
    ? error.message
    : `The database cannot be used (${causeOf(error)}). Check DATABASE_URL.`

/** Runs before anything else: jobs must not run on a schema that they were not written for. */
async function checkDatabase({ keys, ...env }: Env, logger: Logger): Promise<void> {
  const address = { url: env.databaseUrl, tls: env.databaseTls }
  const fault = await faultOfSessions({ ...address, timeoutMs: env.databaseTimeoutMs }).catch(
    faultOf,
  )
  if (fault !== undefined) refuse(fault)
  const database = openDatabase({ ...address, poolMax: 1 })
  const pending = await pendingMigrations(database).catch((error: unknown) =>
    refuse(faultOf(error)),
  )
  if (pending.length > 0) {
    refuse(`The database lacks ${pending.join(', ')}. Run "npm run migrate" first.`)
  }
  const { faults, missing } = await checkKeys(database, keys)
  if (faults.length > 0) refuse(faults.join('\n'))
  await sealClearValues({ database, sealer: createSealer(keys), keyId: keys.data[0]?.id ?? '' })
  await database.close()
  if (missing.length > 0) {
    logger.warn(
      { missing },
      'these data keys are not configured: values that they encrypted cannot be read',
    )
  }
}

/**
 * Opens the build and its publishing; exits when BUILD_DIR has no complete build. Of several processes the first builds,
 * the others show what it has built.
 */
function publishingOf(env: Env, logger: Logger): Publishing {
  const { publishing, buildDir, content } = env
  const isThere = existsSync(join(buildDir, 'server/entry.mjs'))
  const isComplete = isThere && existsSync(join(buildDir, MANIFEST_FILE))
  if (!isComplete) {
    refuse(
      `There is no ${isThere ? 'complete ' : ''}build in ${buildDir}. Run "npm run build" first, or "npm start".`,
    )
  }
  const fault = environmentFault(buildDir, env.siteEnv)
  if (fault !== undefined) refuse(fault)
  if ((env.webWorker ?? 1) > 1) return followPublishing({ env: publishing, buildDir, logger })
  return openPublishing({ env: publishing, buildDir, content, source: process.env, logger })
}

/** Says what is wrong with the identity provider; the site runs without it. */
async function reportIdentity(wiring: Wiring, logger: Logger): Promise<void> {
  try {
    const faults = await wiring.findIdentityFaults()
    if (faults.length > 0) logger.error({ faults }, 'the identity provider is misconfigured')
  } catch (error) {
    logger.error(
      { error: causeOf(error) },
      'the identity provider cannot be reached: nobody can sign in',
    )
  }
}

/** Starts WEB_CONCURRENCY processes of this program on one port, each with a socket of its own (SO_REUSEPORT). */
async function serveWithWorkers(env: Env, logger: Logger): Promise<void> {
  const begin = (number: number) =>
    fork(process.argv[1] ?? '', {
      execArgv: process.execArgv,
      env: { ...process.env, WEB_WORKER: String(number) },
    })
  const workers = startWorkers({ count: env.webConcurrency, logger, begin })
  let exitCode = 0
  const stop = () => void workers.stop().then(() => process.exit(exitCode))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  process.once('disconnect', stop)
  const fail = (error: Error) => {
    logger.fatal(error.message)
    exitCode = 1
    stop()
  }
  workers.failure.catch(fail)
  await workers.ready.then(() => process.send?.({ ready: true }), fail)
}

async function serve(env: Env, logger: Logger): Promise<void> {
  const publishing = publishingOf(env, logger)
  await checkDatabase(env, logger)
  const webhook = contentWebhook({
    secret: env.publishing.webhookSecret,
    request: publishing.request,
    now: Date.now,
    logger,
  })
  const wiring = await wire(env, logger, { signed: [webhook] }).catch((error: unknown) =>
    refuse(error instanceof EnvironmentError ? error.message : faultOf(error)),
  )
  const paymentOrigins = env.payments && scriptOriginsOf(env.payments)
  const { live } = publishing
  const metrics = env.metrics && createMetrics({ ...wiring, live })
  const stopping = new AbortController()
  const site = await createSite({
    ...env,
    live,
    earlier: keepAssets(env.publishing.releasesDir, live.first, logger),
    stopping: stopping.signal,
    wiring,
    paymentOrigins,
    metrics,
    logger,
  })
  const server = createHttpServer(site, sendsFile)
  server.once('error', (error: NodeJS.ErrnoException) =>
    refuse(`The site cannot listen on ${env.host}:${env.port} (${error.code}).`),
  )
  const metricsServer = env.metrics && metrics && serveMetrics(metrics, env.metrics, logger)
  const close = async () => {
    metricsServer?.close()
    await publishing.stop()
    await wiring.close()
  }
  const { port, host } = env
  const databaseTransport = transportOf({ url: env.databaseUrl, tls: env.databaseTls })
  const isWorker = env.webWorker !== undefined
  const stop = stopGracefully({ server, stopping, close, logger })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => stop(0, env.drainSeconds * 1_000))
  }
  process.once('disconnect', () => {
    if (env.webWorker === undefined) return stop(0)
    // The process that started this one has ended: serve until the next one has started others.
    setTimeout(() => stop(0), ORPHAN_SERVES_MS + env.webWorker * BETWEEN_ORPHANS_MS)
    void publishing.stop()
  })
  listenForFaults(logger, () => stop(1))
  server.listen({ port, host, backlog: BACKLOG, reusePort: isWorker }, () => {
    logger.info({ port, worker: env.webWorker, database: databaseTransport }, 'listening')
    publishing.start(wiring.clearContent)
    void reportIdentity(wiring, logger)
    process.send?.({ ready: true })
  })
}

const env = environment()
const logger = createLogger(env.logLevel)
const startsWorkers = env.webConcurrency > 1 && env.webWorker === undefined
await (startsWorkers ? serveWithWorkers(env, logger) : serve(env, logger))
