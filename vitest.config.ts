import { defineConfig } from 'vitest/config'

const setupFiles = ['tests/fixtures/setup.ts']

/**
 * Two projects: `unit` needs nothing but Node; `integration` gets one real Postgres for the whole run.
 * `#folder/*` comes from package.json "imports", so there is no alias here.
 */
export default defineConfig({
  test: {
    allowOnly: false,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/fixtures/seed.ts'],
          setupFiles,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.{ts,tsx}'],
          globalSetup: ['tests/fixtures/seed.ts', 'tests/fixtures/postgres.ts'],
          setupFiles,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
