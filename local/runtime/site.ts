import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { pageCodeHash, studioCodeHash } from '../../shared/node/build-hash.ts'
import { buildInto, isBuilt } from './build.ts'
import type { Child, Environment } from './child.ts'
import { buildFolder, releasesFolder, studioFolder } from './folders.ts'
import type { Progress } from './progress.ts'
import type { Lake, Start } from './stand-ins.ts'

/** Makes a program that knows nothing of us end with us. */
export const endsWithUs = [
  '--import',
  pathToFileURL(join(import.meta.dirname, 'end-with-parent.ts')).href,
]

const astro = 'node_modules/.bin/astro'
const sanity = '../node_modules/.bin/sanity'

export function serverLog({ settings }: Start): string {
  return join(settings.dataDir, 'logs/server.log')
}

/**
 * Builds the pages when their code has changed since. Content alone is the running server's matter, which builds after
 * every publication; but of a hosted project nobody here knows what was published while nothing ran, so it is read anew.
 */
export async function buildSite(start: Start, lake: Lake): Promise<void> {
  const { settings, supervisor, progress } = start
  // Vite would take a NODE_ENV from outside for the build's own.
  const { NODE_ENV: _ours, ...given } = settings.given
  const env = {
    ...given,
    ...lake.env,
    SITE_URL: settings.siteUrl,
    DATA_DIR: settings.dataDir,
    ASTRO_TELEMETRY_DISABLED: '1',
  }
  const folder = buildFolder(settings)
  const code = pageCodeHash(settings.root, env)
  if (lake.revision !== undefined && isBuilt(folder, code)) return
  progress.say('Building the pages (a minute or two the first time) ...')
  const log = join(settings.dataDir, 'logs/build.log')
  const telling = setInterval(() => tellPictures(log, progress), 10_000)
  await buildInto(folder, { code, content: lake.revision ?? String(Date.now()) }, (draft) =>
    supervisor.run({
      name: 'The build',
      args: [...endsWithUs, astro, 'build'],
      folder: settings.root,
      env: { ...env, BUILD_DIR: draft },
      log,
    }),
  ).finally(() => clearInterval(telling))
  progress.say('The pages are built')
}

/** Builds the Studio for the stand-in lake when its sources have changed; until then the lake asks to wait. */
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
      args: [...endsWithUs, sanity, 'build', '--yes', draft],
      folder: join(settings.root, 'studio'),
      env: { PATH, HOME, TMPDIR, DO_NOT_TRACK: '1', SANITY_STUDIO_SITE_URL: settings.siteUrl },
      log: join(settings.dataDir, 'logs/studio.log'),
    }),
  )
  progress.say('The Studio is built')
}

/** Making the pictures is what takes long; Astro counts them in its log. */
function tellPictures(log: string, progress: Progress): void {
  const [, done, all] = /\((\d+)\/(\d+)\)\s*$/.exec(readFileSync(log, 'utf8')) ?? []
  if (done !== undefined) progress.say(`... ${done} of ${all} pictures`)
}

/** Starts the production server on the build, and on what it made itself of later publications. */
export async function startServer(start: Start, env: Environment): Promise<void> {
  const { settings, supervisor } = start
  await supervisor.keep({
    name: 'The server',
    args: ['server.ts'],
    folder: settings.root,
    env: { ...env, BUILD_DIR: buildFolder(settings), RELEASES_DIR: releasesFolder(settings) },
    log: serverLog(start),
  }).ready
}

/** Starts Astro's development server instead, with the same environment. */
export async function startDevServer(start: Start, env: Environment): Promise<void> {
  const { settings, supervisor } = start
  const server = supervisor.keep({
    name: 'The development server',
    args: [...endsWithUs, astro, 'dev', '--port', String(settings.port)],
    folder: settings.root,
    env: { ...env, ASTRO_TELEMETRY_DISABLED: '1' },
  })
  await Promise.race([answers(settings.port), failed(server)])
}

async function answers(port: number): Promise<void> {
  while (!(await canConnect(port))) await pause(100)
}

async function failed(server: Child): Promise<never> {
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
