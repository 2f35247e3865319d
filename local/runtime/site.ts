import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { SERVER_BUNDLE } from '../../shared/build-inputs.ts'
import { pageCodeHash, studioCodeHash } from '../../shared/node/build-hash.ts'
import { buildInto, isBuilt } from './build.ts'
import type { Child, Environment } from './child.ts'
import { buildFolder, releasesFolder, studioFolder } from './folders.ts'
import { checkBuildDisk } from './needs.ts'
import type { Progress } from './progress.ts'
import type { Lake, Start } from './stand-ins.ts'

/** Node arguments that make a third-party program exit with this process. */
export const EXIT_WITH_PARENT = [
  '--import',
  pathToFileURL(join(import.meta.dirname, 'end-with-parent.ts')).href,
]

const astro = 'node_modules/.bin/astro'
const sanity = '../node_modules/.bin/sanity'

export function serverLog({ settings }: Start): string {
  return join(settings.dataDir, 'logs/server.log')
}

/**
 * Builds the pages if their code has changed since the last build. Changes of content alone are built by the running
 * server. With a hosted project it always builds: what was published while nothing ran is unknown.
 */
export async function buildSite(start: Start, lake: Lake): Promise<void> {
  const { settings, supervisor, progress } = start
  // Vite would use an inherited NODE_ENV for the build.
  const { NODE_ENV: _inherited, ...given } = settings.given
  const env = {
    ...given,
    ...lake.env,
    SITE_URL: settings.siteUrl,
    DATA_DIR: settings.dataDir,
    RELEASES_DIR: releasesFolder(settings),
    ASTRO_TELEMETRY_DISABLED: '1',
  }
  const folder = buildFolder(settings)
  const code = pageCodeHash(settings.root, env)
  if (lake.revision !== undefined && isBuilt(folder, code)) return
  checkBuildDisk(settings)
  progress.step('Building the pages (a minute or two the first time) ...')
  const log = join(settings.dataDir, 'logs/build.log')
  const reporting = setInterval(() => reportImages(log, progress), 10_000)
  const run = (name: string, program: string[], draft: string, to: string) =>
    supervisor.run({
      name,
      args: [...EXIT_WITH_PARENT, ...program],
      folder: settings.root,
      env: { ...env, BUILD_DIR: draft },
      log: to,
    })
  await buildInto(folder, { code, content: lake.revision ?? String(Date.now()) }, async (draft) => {
    await run('The build', [astro, 'build'], draft, log)
    const bundleLog = join(settings.dataDir, 'logs/bundle.log')
    await run('The bundle of the server', ['scripts/bundle-server.ts'], draft, bundleLog)
  }).finally(() => clearInterval(reporting))
  progress.step('The pages are built')
}

/** Builds the Studio for the stand-in lake if its sources have changed; until then the lake shows a waiting page. */
export async function buildStudio(start: Start): Promise<void> {
  const { settings, supervisor, progress } = start
  if (!settings.standIns.lake) return
  const folder = studioFolder(settings)
  const code = studioCodeHash(settings.root, settings.siteUrl)
  if (isBuilt(folder, code)) return
  const { PATH, HOME, TMPDIR } = settings.given
  await buildInto(folder, { code }, (draft) =>
    supervisor.run({
      name: 'The build of the Studio',
      args: [...EXIT_WITH_PARENT, sanity, 'build', '--yes', draft],
      folder: join(settings.root, 'studio'),
      env: { PATH, HOME, TMPDIR, DO_NOT_TRACK: '1', SANITY_STUDIO_SITE_URL: settings.siteUrl },
      log: join(settings.dataDir, 'logs/studio.log'),
    }),
  )
  progress.step('The Studio is built')
}

/** Images take most of the build; Astro writes their number to its log. */
function reportImages(log: string, progress: Progress): void {
  const [, done, all] = /\((\d+)\/(\d+)\)\s*$/.exec(readFileSync(log, 'utf8')) ?? []
  if (done !== undefined) progress.step(`... ${done} of ${all} images`)
}

/** Starts the production server with the build and its releases. */
export async function startServer(start: Start, env: Environment): Promise<void> {
  const { settings, supervisor } = start
  const folder = buildFolder(settings)
  await supervisor.keep({
    name: 'The server',
    args: serverProgram(folder),
    folder: settings.root,
    env: {
      ...env,
      BUILD_DIR: folder,
      RELEASES_DIR: releasesFolder(settings),
      // Node keeps compiled modules there: the next start takes two thirds of the processor time.
      NODE_COMPILE_CACHE: join(settings.dataDir, 'cache/node'),
    },
    log: serverLog(start),
  }).ready
}

/** Starts Astro's development server with the same environment. */
export async function startDevServer(start: Start, env: Environment): Promise<void> {
  const { settings, supervisor } = start
  const server = supervisor.keep({
    name: 'The development server',
    args: [...EXIT_WITH_PARENT, astro, 'dev', '--port', String(settings.port)],
    folder: settings.root,
    env: { ...env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  await Promise.race([waitUntilListening(settings.port), rejectOnExit(server)])
}

async function waitUntilListening(port: number): Promise<void> {
  while (!(await canConnect(port))) await pause(100)
}

async function rejectOnExit(server: Child): Promise<never> {
  throw new Error(await server.ended)
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, 'localhost')
    const finish = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => finish(true)).once('error', () => finish(false))
  })
}

/** Node's arguments for the production server: the bundle of the build in `folder`, or server.ts where there is none. */
export function serverProgram(folder: string): string[] {
  const bundle = join(folder, SERVER_BUNDLE)
  return existsSync(bundle) ? ['--enable-source-maps', bundle] : ['server.ts']
}
