import { existsSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import { type Env, EnvironmentError, readEnv } from '#server/env.ts'
import { createSite } from '#server/http/site.ts'
import { createLogger, type Logger } from '#server/logger.ts'
import { pendingMigrations } from '#server/migrations.ts'
import { wire } from '#server/wiring.ts'

const STOP_WITHIN_MS = 10_000

/** Ends the process with one clear message, for faults that an operator can mend. */
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

/** Stops taking requests, lets running ones and jobs end, then ends the process; at most ten seconds. */
function stopGracefully(server: Server, close: () => Promise<void>, logger: Logger) {
  let stopping = false
  return () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref()
    server.close(() => {
      close().then(
        () => process.exit(0),
        () => process.exit(1),
      )
    })
    server.closeIdleConnections()
    logger.info('stopping')
  }
}

async function main() {
  const env = environment()
  if (!existsSync(join(env.buildDir, 'server/entry.mjs'))) {
    refuse(`There is no build in ${env.buildDir}. Run "npm run build" first, or "npm start".`)
  }
  const logger = createLogger(env.logLevel)
  const wiring = await wire(env, logger).catch((error: { code?: string }) =>
    refuse(
      `The database cannot be used (${error.code ?? 'no answer'}). Check DATABASE_URL; a new database needs "npm run migrate".`,
    ),
  )
  const pending = await pendingMigrations(wiring.database)
  if (pending.length > 0) {
    refuse(`The database lacks ${pending.join(', ')}. Run "npm run migrate" first.`)
  }
  const site = await createSite({ ...env, wiring, logger })
  const server = createServer(site)
  server.requestTimeout = 30_000
  server.headersTimeout = 15_000
  server.keepAliveTimeout = 65_000
  server.once('error', (error: NodeJS.ErrnoException) =>
    refuse(`The site cannot listen on ${env.host}:${env.port} (${error.code}).`),
  )
  const stop = stopGracefully(server, wiring.close, logger)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  process.once('disconnect', stop)
  server.listen(env.port, env.host, () => {
    logger.info({ port: env.port }, 'listening')
    process.send?.({ ready: true })
  })
}

await main()
