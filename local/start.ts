import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { env } from 'node:process'
import { directLoopback } from '../shared/node/direct-loopback.ts'
import { lockDataDir, waitForPort } from './runtime/guards.ts'
import { localKeys } from './runtime/keys.ts'
import { checkFirstStart } from './runtime/needs.ts'
import { openProgress } from './runtime/progress.ts'
import {
  type Addresses,
  removeAddresses,
  writeAddresses,
  writeSampleAccounts,
} from './runtime/records.ts'
import { startServices } from './runtime/services.ts'
import { readSettings, type Settings } from './runtime/settings.ts'
import { createShutdown, shutDownWithNpm } from './runtime/shutdown.ts'
import { buildSite, buildStudio, serverLog, startDevServer, startServer } from './runtime/site.ts'
import { type Start, startLake } from './runtime/stand-ins.ts'
import { createSupervisor } from './runtime/supervisor.ts'
import { addSamples } from './samples/add.ts'
import { sampleAccessCodes } from './samples/special-events.ts'

/**
 * `npm start`: starts a stand-in for every service that the environment does not name, migrates the database, builds
 * the pages, starts the server and adds the samples. A process that ends is started again. All
 * child processes exit with this one.
 */
const root = resolve(import.meta.dirname, '..')
const progress = openProgress(process.stdout)
const supervisor = createSupervisor({ report: progress.step })
const shutdown = createShutdown(supervisor, progress)
const fail = (error: unknown) => shutdown(1, error instanceof Error ? error.message : String(error))

supervisor.failure.catch(fail)
await main().catch(fail)

async function main(): Promise<void> {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  // The child processes inherit it.
  Object.assign(env, directLoopback(env))
  shutDownWithNpm(env['npm_lifecycle_event'], shutdown)
  const settings = readSettings(root, process.argv.slice(2), env)
  const lock = await lockDataDir(settings)
  supervisor.add(() => Promise.resolve(lock.release()))
  supervisor.add(() => Promise.resolve(removeAddresses(settings.dataDir)))
  removeAddresses(settings.dataDir)
  await waitForPort(settings)
  checkFirstStart(settings, progress)
  await run(settings)
}

async function run(settings: Settings): Promise<void> {
  const start: Start = { settings, keys: localKeys(settings.dataDir), supervisor, progress }
  const content = startLake(start)
  const [services, lake] = await Promise.all([
    startServices(start),
    content,
    settings.dev ? undefined : content.then((found) => buildSite(start, found)),
  ])
  const contentEnv = { ...services.env, ...lake.env }
  const serverEnv = { ...contentEnv, ...lake.siteEnv }
  await (settings.dev ? startDevServer(start, serverEnv) : startServer(start, serverEnv))
  // Without samples the site still works.
  const { patients, staff } = await addSamples(start, contentEnv).catch((error: unknown) => {
    progress.step(`Some samples could not be added: the next start adds them. ${error}`)
    return { patients: [], staff: [] }
  })
  writeSampleAccounts(settings.dataDir, {
    patients,
    staff,
    accessCodes: sampleAccessCodes,
    ...(lake.staff && { studio: lake.staff }),
  })
  const addresses: Addresses = {
    site: settings.siteUrl,
    ...(lake.origin !== undefined && { studio: `${lake.origin}/studio`, lake: lake.origin }),
    ...services.addresses,
  }
  writeAddresses(settings.dataDir, addresses)
  const facts = {
    ...addresses,
    ...((patients.length > 0 || lake.staff) && {
      accounts: join(settings.dataDir, 'sample-accounts.json'),
    }),
    ...(!settings.dev && { log: serverLog(start) }),
  }
  progress.step('Ready. Ctrl-C stops everything.\n')
  for (const [name, fact] of Object.entries(facts)) progress.print(`  ${name.padEnd(9)} ${fact}`)
  // Last, because it takes half a minute and only the Studio needs it.
  const studio = buildStudio(start)
  if (settings.prepare) {
    await studio
    return shutdown(0, 'Everything is prepared.')
  }
  await studio.catch((error: unknown) => progress.step(String(error)))
}
