import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './scripts/test/chromium.ts'
import { TEST_PROCESS_ENV } from './tests/fixtures/process-env.ts'

/*
 * `npm test` names the port and the data directory; on its own (`npm run e2e`) a run takes a free port and keeps its
 * data in the temporary folder. Either way workers inherit both: tests find addresses and accounts in E2E_DATA_DIR.
 */
const env = process.env
const asksForPort =
  'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close() })'
env['E2E_PORT'] ??= execFileSync(process.execPath, ['-e', asksForPort], { encoding: 'utf8' }).trim()
env['E2E_DATA_DIR'] ??= join(tmpdir(), `halyard-e2e-${process.getuid?.() ?? 0}`)
mkdirSync(env['E2E_DATA_DIR'], { recursive: true, mode: 0o700 })

const baseURL = `http://localhost:${env['E2E_PORT']}`
const chromium = findChromium(env)

const webServer = {
  command: `exec "${process.execPath}" local/start.ts`,
  env: {
    ...TEST_PROCESS_ENV,
    PORT: env['E2E_PORT'],
    DATA_DIR: env['E2E_DATA_DIR'],
    SITE_URL: baseURL,
  },
  url: `${baseURL}/api/health`,
  // The first start loads the sample content and builds every page.
  timeout: 420_000,
  gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 20_000 },
  reuseExistingServer: false,
  stdout: env['E2E_SERVER_OUTPUT'] ? ('pipe' as const) : ('ignore' as const),
  stderr: 'pipe' as const,
}

/** Tests that wait for the site to be built anew. */
const PUBLISHING = ['**/public/rebuild.spec.ts', '**/studio/publishing.spec.ts']

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/support/global-setup.ts',
  outputDir: 'tests/e2e/.results',
  forbidOnly: true,
  workers: 2,
  retries: 0,
  // Generous: a slow machine is no fault of the product. What must be quick is measured in bench/.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: env['E2E_REPORT'] ? [['list'], ['json', { outputFile: env['E2E_REPORT'] }]] : 'list',
  use: {
    ...devices['Desktop Chrome'],
    baseURL,
    // A trace of every test costs a third of the time: E2E_TRACE=1 asks for it.
    trace: env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    launchOptions: {
      ...(chromium === undefined ? {} : { executablePath: chromium }),
      // Chromium refuses its own sandbox when run by root, as in containers.
      chromiumSandbox: process.getuid?.() !== 0,
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
  // Taken up in this order: what is published changes pages that the first project reads, so it comes last; and of the
  // tests that wait for a build one runs at a time. Tests of the Studio share one lake and one loaded tab, hence one worker.
  projects: [
    { name: 'site', testIgnore: [...PUBLISHING, '**/studio/**'] },
    { name: 'publishing', testMatch: PUBLISHING, workers: 1 },
    { name: 'studio', testMatch: '**/studio/**/*.spec.ts', testIgnore: PUBLISHING, workers: 1 },
  ],
  // E2E_RUNNING=1 with E2E_PORT and E2E_DATA_DIR tests an `npm start` that runs already.
  ...(env['E2E_RUNNING'] ? {} : { webServer }),
})
