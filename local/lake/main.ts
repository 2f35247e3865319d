import { mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { deliveryRecord } from './delivery-record.ts'
import { type Lake, openLake } from './lake.ts'
import { loadSample } from './sample.ts'
import { serveLake } from './server.ts'
import { startWebhook } from './webhook.ts'

/** `added`: the ids of the sample's documents that were added to existing content. */
type Ready = {
  ready: true
  origin: string
  revision: string
  added: readonly string[]
}

/**
 * The content lake as a process. LAKE_DIR: data folder. LAKE_PORT: 0 for any free port. LAKE_TOKEN: access token.
 * LAKE_SAMPLE: folder with the sample (see sample.ts). LAKE_STUDIO: folder of the built Studio. STUDIO_PASSWORD and
 * STUDIO_VIEWER_PASSWORD: passwords of the two accounts. LAKE_WEBHOOK_URL and LAKE_WEBHOOK_SECRET: the site's webhook.
 * LAKE_SITE_URL: the site, whose pages the Studio shows beside its forms. LAKE_BUILT_REVISION: the revision that the site's
 * build contains. Sends a parent process a message when it is ready.
 */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
  if (env['NODE_ENV'] === 'production')
    throw new Error('The content lake is a stand-in and does not run with NODE_ENV=production.')
  const { LAKE_DIR: dir, LAKE_TOKEN: token, LAKE_SAMPLE: sample, LAKE_PORT: port = '0' } = env
  if (!dir || !token) throw new Error('The content lake needs LAKE_DIR and LAKE_TOKEN.')
  mkdirSync(dir, { recursive: true })
  const lake = openLake({
    dir,
    token,
    passwords: {
      editor: env['STUDIO_PASSWORD'],
      second: env['STUDIO_SECOND_PASSWORD'],
      viewer: env['STUDIO_VIEWER_PASSWORD'],
    },
    studioDir: env['LAKE_STUDIO'],
    siteUrl: env['LAKE_SITE_URL'],
  })
  const server = await serveLake(lake, Number(port), report)
  stopWithParent(() => {
    server.close()
    server.closeAllConnections()
    process.exit(0)
  })
  const added = sample ? await loadSample(lake, resolve(sample), dir) : []
  startSiteWebhook(lake, dir, env)
  announce({ ready: true, origin: lake.origin, revision: lake.store.publishedRevision, added })
}

/** Starts after the import of the sample: the site is built from the sample, so no webhook is needed for it. */
function startSiteWebhook(lake: Lake, dir: string, env: NodeJS.ProcessEnv): void {
  const { LAKE_WEBHOOK_URL: url, LAKE_WEBHOOK_SECRET: secret, LAKE_BUILT_REVISION: built } = env
  if (!url || !secret) return
  const record = deliveryRecord(dir)
  startWebhook(lake, { url, secret, record, builtRevision: built, report })
}

function announce(message: Ready): void {
  if (process.send) process.send(message)
  else process.stdout.write(`${message.origin}\n`)
}

function stopWithParent(stop: () => void): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop)
  process.once('disconnect', stop)
}

function report(error: unknown): void {
  const text = error instanceof Error ? error.stack : String(error)
  process.stderr.write(`content lake: ${text}\n`)
}

await main(process.env).catch((error: unknown) => {
  report(error)
  process.exit(1)
})
