import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './scripts/test/chromium.ts'
import { startEnv } from './scripts/test/site.ts'
import { leftOut } from './scripts/test/tiers.ts'
import { directLoopback } from './shared/node/direct-loopback.ts'

/*
 * `npm test` sets the port and the data directory; `npm run e2e` takes a free port and keeps its data in the temporary
 * folder. Workers inherit both variables: tests read addresses and keys from E2E_DATA_DIR.
 */
const env = Object.assign(process.env, directLoopback(process.env))
const freePortScript =
  'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })'
env['E2E_PORT'] ??= execFileSync(process.execPath, ['-e', freePortScript], {
  encoding: 'utf8',
}).trim()
env['E2E_DATA_DIR'] ??= join(tmpdir(), `halyard-e2e-${process.getuid?.() ?? 0}`)
mkdirSync(env['E2E_DATA_DIR'], { recursive: true, mode: 0o700 })

const siteEnv = startEnv({ port: env['E2E_PORT'], dataDir: env['E2E_DATA_DIR'] })
const baseURL = siteEnv.SITE_URL
const browser = launchOptions(env)
// Workers load this file too.
env['CHROME_PATH'] = browser.executablePath

const webServer = {
  command: `exec "${process.execPath}" local/start.ts`,
  env: siteEnv,
  url: `${baseURL}/api/health`,
  // The first start loads the sample content and builds every page.
  timeout: 420_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
  reuseExistingServer: false,
  stdout: env['E2E_SERVER_OUTPUT'] ? ('pipe' as const) : ('ignore' as const),
  stderr: 'pipe' as const,
}

const except = leftOut(env).map((pattern) => `**/${pattern}`)

/** Tests that wait for a build of the site. */
const PUBLISHING = [
  '**/public/rebuild.spec.ts',
  '**/studio/publishing.spec.ts',
  '**/studio/health-texts.spec.ts',
]

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/global-setup.ts',
  outputDir: 'tests/e2e/.results',
  forbidOnly: true,
  workers: 3,
  retries: 0,
  // Long, so that a busy machine fails no test. bench/ measures response times.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: env['E2E_REPORT'] ? [['list'], ['json', { outputFile: env['E2E_REPORT'] }]] : 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    // Off by default: tracing adds half to the run time. E2E_TRACE=1 switches it on.
    trace: env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...browser,
      args: [
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // Run in this order: publishing changes pages that the first project reads. One worker for tests that wait for a build.
  // The Studio's tests share a lake and a loaded tab per worker; each has a document of its own.
  projects: [
    { name: 'site', testIgnore: [...PUBLISHING, '**/studio/**', ...except] },
    { name: 'publishing', testMatch: PUBLISHING, testIgnore: except, workers: 1 },
    {
      name: 'studio',
      testMatch: '**/studio/**/*.spec.ts',
      testIgnore: [...PUBLISHING, ...except],
      fullyParallel: true,
      // Each worker loads the Studio once, which takes longer than a test.
      workers: 2,
    },
  ],
  // E2E_RUNNING=1 with E2E_PORT and E2E_DATA_DIR tests a site that `npm start` already runs.
  ...(env['E2E_RUNNING'] ? {} : { webServer }),
})
