import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  MANIFEST_FILE,
  type Manifest,
  SETTINGS_FILE,
} from '#content/server/publishing/releases/manifest.ts'
import { type Child, startChild } from '#local/runtime/child.ts'
import { stablePort } from '#local/runtime/ports.ts'
import { serverProgram } from '#local/runtime/site.ts'
import { linkPackages } from '../../integrations/packages-beside-output.ts'
import { bundleServer } from '../../scripts/server-bundle.ts'

export type Server = { child: Child; port: number }
export type Setting = {
  folder: string
  databaseUrl: string
  poolMax: number
  /** Server processes; one by default. */
  processes?: number
  /** Settings beside the others. */
  env?: Readonly<Record<string, string>>
}

/** The site's URL; every write must name it as its Origin. */
export const SITE_URL = 'http://localhost:4321'

const root = join(import.meta.dirname, '../..')
const key = (letter: string) => Buffer.alloc(32, letter).toString('base64')

/** As long as the home page. */
const PAGE = `<!doctype html><h1>Page</h1>${'<p>A paragraph of text.</p>\n'.repeat(1_000)}`

/** A build with one page: the server does not start without a build, but the API needs none. */
function emptyBuild(folder: string): string {
  const build = join(folder, 'build')
  mkdirSync(join(build, 'server'), { recursive: true })
  mkdirSync(join(build, 'client/503'), { recursive: true })
  writeFileSync(
    join(build, 'server/entry.mjs'),
    'export const handler = (_q, _s, next) => next()\n',
  )
  writeFileSync(join(build, '_headers.json'), '[]')
  writeFileSync(join(build, SETTINGS_FILE), '{}')
  const manifest: Manifest = {
    id: 'bench',
    environment: 'local',
    code: 'bench',
    pages: [],
    files: [],
    documents: [],
  }
  writeFileSync(join(build, MANIFEST_FILE), JSON.stringify(manifest))
  for (const page of ['404', '500', '503/index']) {
    writeFileSync(join(build, `client/${page}.html`), page)
  }
  writeFileSync(join(build, 'client/index.html'), PAGE)
  return build
}

/** Starts the bundled server, as in production, with a log file. */
export async function startHalyard({
  folder,
  databaseUrl,
  poolMax,
  processes = 1,
  env = {},
}: Setting): Promise<Server> {
  const port = await stablePort(join(folder, 'site.port'))
  const build = emptyBuild(folder)
  linkPackages(root, build)
  await bundleServer(root, build)
  const child = startChild({
    name: 'The server',
    args: serverProgram(build),
    folder: root,
    log: join(folder, 'server.log'),
    env: {
      SITE_URL,
      PORT: String(port),
      BUILD_DIR: build,
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_MAX: String(poolMax),
      WEB_CONCURRENCY: String(processes),
      // As behind a proxy: see `networkOf` in prepare.ts.
      TRUST_PROXY: '1',
      // A hold calls none of these services.
      SUPABASE_URL: 'http://127.0.0.1:9',
      SUPABASE_PUBLISHABLE_KEY: 'bench',
      SUPABASE_SECRET_KEY: 'bench',
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'bench@halyard.example',
      SANITY_PROJECT_ID: 'local0000',
      SANITY_API_HOST: 'http://127.0.0.1:9',
      DATA_KEYS: `b1:${key('a')}`,
      LOOKUP_KEY: key('b'),
      ...env,
    },
  })
  await child.ready
  return { child, port }
}

export async function startBare({ folder, databaseUrl, poolMax }: Setting): Promise<Server> {
  const child = startChild({
    name: 'The bare server',
    args: [join(import.meta.dirname, 'bare-server.ts'), databaseUrl, String(poolMax)],
    folder: root,
    log: join(folder, 'bare.log'),
    env: {},
  })
  return { child, port: Number((await child.ready)['port']) }
}
