import { env } from 'node:process'
import { configDefaults, defineConfig } from 'vitest/config'
import { leftOut } from './scripts/test/tiers.ts'
import { directLoopback } from './shared/node/direct-loopback.ts'
import { LongestFirst } from './tests/fixtures/longest-first.ts'

const setupFiles = ['tests/fixtures/setup.ts']

/**
 * Three projects: `unit` needs nothing but Node; `integration` gets one real Postgres for the whole run, and `production` an installation
 * too. Projects of one group run together and need the same number of workers.
 * `#folder/*` comes from package.json "imports", so there is no alias here.
 */
export default defineConfig({
  test: {
    allowOnly: false,
    exclude: [...configDefaults.exclude, ...leftOut(env)],
    env: directLoopback(env),
    // What is waited for takes longer on a busy machine than the default of a second.
    expect: { poll: { timeout: 10_000 } },
    maxWorkers: 2,
    // Files share the loaded modules: two thirds of the time of the unit tests was the load of the same modules for each.
    // tests/fixtures/setup.ts undoes what a file has replaced.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/fixtures/seed.ts'],
          setupFiles,
          sequence: { groupOrder: 1 },
          // Properties have thousands of runs: long, so that a slow machine fails no test.
          testTimeout: 30_000,
          hookTimeout: 30_000,
        },
      },
      {
        // Installs, builds and starts the site as docs/operating.md says, in an empty folder.
        extends: true,
        test: {
          name: 'production',
          // As `integration`, with which `npm run attack` runs it.
          maxWorkers: 3,
          include: ['tests/production/**/*.test.ts'],
          globalSetup: ['tests/fixtures/seed.ts', 'tests/fixtures/postgres.ts'],
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 600_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          // Its tests wait for processes and databases for about a third of their time.
          maxWorkers: 3,
          // `npm run attack` runs tests/attack and those of these tests that it names, longer (ATTACK=long).
          include: ['tests/integration/**/*.test.{ts,tsx}', 'tests/attack/**/*.test.ts'],
          globalSetup: ['tests/fixtures/seed.ts', 'tests/fixtures/postgres.ts'],
          setupFiles,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
