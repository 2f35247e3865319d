import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import process, { env } from 'node:process'
import { setTimeout as pause } from 'node:timers/promises'
import { createApi } from '#app/http/api.ts'
import { createSite } from '#app/http/site.ts'
import type { Wiring } from '#app/wiring.ts'
import { contentClient } from '#content/read/client.ts'
import type { ContentFault } from '#content/rules/content-fault.ts'
import { fixedPlace } from '#content/rules/fixed-documents.ts'
import { redirectsTo, resolveRedirects, type StoredRedirect } from '#content/rules/redirects.ts'
import { type ReleaseRecord, recordOf } from '#content/rules/release-record.ts'
import { publishedDocumentsGateway } from '#content/server/gateways/published-documents.ts'
import { astroBuild, type BuildPages } from '#content/server/publishing/build/astro-build.ts'
import { openPublishing } from '#content/server/publishing/open-publishing.ts'
import type { Timers } from '#content/server/publishing/publish/publisher.ts'
import type { Live } from '#content/server/publishing/releases/live.ts'
import { writeRedirects } from '#content/server/publishing/releases/redirects.ts'
import { contentWebhook } from '#content/server/publishing/webhook.ts'
import { createGate } from '#core/server/http/gate.ts'
import { staticFiles } from '#core/server/http/static.ts'
import { createLogger } from '#core/server/logger.ts'
import { STORED_REDIRECTS } from '#shared/content-lake.ts'
import { type Flaw, writeBuild } from './sample-build.ts'

/**
 * The site as `server.ts` runs it, without the database: real HTTP, webhook, publisher and switch over sample builds.
 * `<folder>/content.json` describes the next build.
 */
export type Content = { version: string; fault?: Flaw | 'content' | 'crash' | 'hangs' }

/** Messages to this process, and its replies. */
export type Command = { heap: true }
export type Reply = { ready: number } | { heap: number }

const { FOLDER = '', SECRET, LAKE, LAKE_TOKEN, BREAK, TIMER_SPEED = '1', ASTRO_ROOT } = env

const content = (): Content =>
  JSON.parse(readFileSync(join(FOLDER, 'content.json'), 'utf8')) as Content

const lakeEnv = {
  projectId: 'halyard0',
  dataset: 'production',
  apiHost: LAKE ?? 'http://127.0.0.1:9',
}

/** What a build of the pages would record: every document is shown. */
async function recordOfLake(): Promise<ReleaseRecord> {
  if (LAKE === undefined) return { documents: [] }
  const after = await publishedDocumentsGateway(lakeEnv)()
  const pages = { has: () => 'own' as const, shows: () => true }
  return recordOf({
    before: after,
    after,
    pages,
    at: new Date(),
    faulty: new Map(),
    places: new Map(after.map((document) => [fixedPlace(document) ?? '', document._id])),
    banners: new Set(after.map(({ _id }) => _id)),
    explainerPath: '/halyard-screening-event',
  })
}

const sampleBuild: BuildPages = async (folder, stop) => {
  const { version, fault } = content()
  if (fault === 'hangs') {
    await pause(600_000, undefined, { signal: stop }).catch(() => undefined)
    return { ok: false, cause: 'stopped' }
  }
  if (fault === 'crash') return { ok: false, cause: 'failed' }
  if (fault === 'content') {
    const contentFault: ContentFault = { document: 'news-x', field: 'title', problem: 'missing' }
    return { ok: false, cause: 'failed', fault: contentFault }
  }
  const record = await recordOfLake()
  writeBuild(folder, version, fault, record)
  if (LAKE !== undefined) {
    const stored = await contentClient(lakeEnv).fetch<StoredRedirect[]>(STORED_REDIRECTS)
    const paths = new Set(record.documents.map(({ path }) => path))
    const redirects = redirectsTo(stored, record.documents)
    writeRedirects(
      folder,
      resolveRedirects(redirects, (path) => paths.has(path)),
    )
  }
  return { ok: true }
}

const source = { ...env, DATA_DIR: FOLDER }
const build = ASTRO_ROOT
  ? astroBuild({ root: ASTRO_ROOT, source, logFile: join(FOLDER, 'build.log') })
  : sampleBuild

/** The publisher's timers, TIMER_SPEED times faster. */
const speed = Number(TIMER_SPEED)
const timers: Timers = {
  now: () => performance.now() * speed,
  after(ms, work) {
    const timer = setTimeout(work, ms / speed)
    return () => clearTimeout(timer)
  },
}

/** Breaks the switch on purpose: the new files are live at once, their policies 5 ms later. */
function filesFirst(live: Live): Live {
  const policies = new Map(live.current.policies)
  let { dir, files } = live.current
  return {
    ...live,
    acquire(response) {
      const view = live.acquire(response)
      if (view.build.dir !== dir) {
        dir = view.build.dir
        files = staticFiles(dir, policies)
        setTimeout(() => {
          for (const [path, policy] of view.build.policies) policies.set(path, policy)
        }, 5)
      }
      return { ...view, build: { ...view.build, files } }
    },
  }
}

const kept: unknown[] = []

/** Leaks memory on purpose: keeps every build that was ever shown. */
function leaking(live: Live): Live {
  return {
    ...live,
    acquire(response) {
      const view = live.acquire(response)
      if (kept.at(-1) !== view.build) kept.push(view.build)
      return view
    },
  }
}

const logger = createLogger('info')
const publishing = openPublishing({
  env: {
    webhookSecret: SECRET,
    writeToken: LAKE_TOKEN,
    deployHookUrl: undefined,
    releasesDir: join(FOLDER, 'releases'),
    dataDir: FOLDER,
  },
  buildDir: join(FOLDER, 'first'),
  content: lakeEnv,
  source,
  logger,
  build,
  timers,
})
const { request } = publishing
const webhook = contentWebhook({ secret: SECRET, request, now: Date.now, logger })
const siteUrl = 'http://localhost:4321'
const api = createApi({
  bindings: [],
  signed: [webhook],
  siteUrl,
  clock: { now: () => new Date() },
  logger,
  findSession: () => Promise.resolve(undefined),
  recordWithoutProfile: async () => undefined,
  openApi: () => ({}),
})
const wiring = {
  services: {},
  api,
  gate: createGate(1_000),
  findSession: () => Promise.resolve(undefined),
} as unknown as Wiring
const live =
  BREAK === 'files-first'
    ? filesFirst(publishing.live)
    : BREAK === 'leaking'
      ? leaking(publishing.live)
      : publishing.live
const server = createServer(await createSite({ live, siteUrl, trustProxy: 0, wiring, logger }))
server.listen(0, '127.0.0.1', () => {
  publishing.start(() => undefined)
  process.send?.({ ready: (server.address() as AddressInfo).port } satisfies Reply)
})
process.on('message', async (_: Command) => {
  // Two collections: buffers found by the first are freed concurrently and counted only after the second.
  for (let turn = 0; turn < 2; turn += 1) await globalThis.gc?.({ execution: 'async' })
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  process.send?.({ heap: heapUsed + arrayBuffers } satisfies Reply)
})
process.once('disconnect', () => process.exit(0))
