import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { env } from 'node:process'
import { lockDataDir, waitForPort } from './runtime/guards.ts'
import { localKeys } from './runtime/keys.ts'
import { openProgress } from './runtime/progress.ts'
import {
  type Addresses,
  removeAddresses,
  writeAddresses,
  writeSampleAccounts,
} from './runtime/records.ts'
import { startServices } from './runtime/services.ts'
import { readSettings, type Settings } from './runtime/settings.ts'
import { endInOrder, endWithNpm } from './runtime/shutdown.ts'
import { buildSite, buildStudio, serverLog, startDevServer, startServer } from './runtime/site.ts'
import { type Start, startLake } from './runtime/stand-ins.ts'
import { createSupervisor } from './runtime/supervisor.ts'
import { addSamples } from './samples/add.ts'

/**
 * `npm start`: a stand-in for every service the environment does not name, the tables, the pages, the
 * server, the samples. All of it ends with this process.
 */
const root = resolve(import.meta.dirname, '..')
const supervisor = createSupervisor()
const progress = openProgress(process.stdout)
const end = endInOrder(supervisor, progress)
const explain = (error: unknown) => end(1, error instanceof Error ? error.message : String(error))

supervisor.failure.catch(explain)
await main().catch(explain)

async function main(): Promise<void> {
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  endWithNpm(env['npm_lifecycle_event'], end)
  const settings = readSettings(root, process.argv.slice(2), env)
  const lock = await lockDataDir(settings)
  supervisor.add(() => Promise.resolve(lock.release()))
  supervisor.add(() => Promise.resolve(removeAddresses(settings.dataDir)))
  removeAddresses(settings.dataDir)
  await waitForPort(settings)
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
  // A site without samples is still a site.
  const patients = await addSamples(start, contentEnv).catch((error: unknown) => {
    progress.say(`The samples are not complete. ${error}`)
    return []
  })
  writeSampleAccounts(settings.dataDir, {
    patients,
    staff: [],
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
  progress.say('Ready. Ctrl-C stops everything.\n')
  for (const [name, fact] of Object.entries(facts)) progress.print(`  ${name.padEnd(9)} ${fact}`)
  // Half a minute once: nobody who came for the site waits for it.
  await buildStudio(start).catch((error: unknown) => progress.say(String(error)))
}
