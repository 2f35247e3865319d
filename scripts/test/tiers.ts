import { matchesGlob } from 'node:path'

/** Test files that `npm test` leaves to `npm run test:all`, as globs. docs/decisions/015 says why. */
export const ALL_ONLY = [
  // The stand-ins' own tests.
  'tests/integration/lake/!(deleted-documents).test.ts',
  'tests/integration/payments/paypal/{failures,stand-in,webhooks}.test.ts',
  'tests/integration/local/{auth,mail,mail-limits,postgres-log,restarts,supervisor}.test.ts',
  'tests/e2e/paypal-stand-in.spec.ts',
  // Controls of the attack that the production stage makes.
  'tests/attack/raw-requests.test.ts',
  // The Studio, except an editor's day: from the sign-in to the live page (publishing.spec.ts).
  'tests/e2e/studio/!(publishing).spec.ts',
  'tests/e2e/public/rebuild.spec.ts',
  // Starts a database and two servers. Tests of stores and services prove the rules.
  'tests/e2e/reminders.spec.ts',
]

export type Tier = 'quick' | 'short' | 'all'

/** Environment variable of the runners: `short` leaves out `ALL_ONLY`. A runner that is started by hand runs whatever it is told to. */
export const TIER = 'TEST_TIER'

/** What the runner of this process leaves out, as globs. */
export const leftOut = (env: NodeJS.ProcessEnv): readonly string[] =>
  env[TIER] === 'short' ? ALL_ONLY : []

/** Whether only `npm run test:all` runs the test file; `path` is relative to the repository. */
export const isAllOnly = (path: string): boolean =>
  ALL_ONLY.some((pattern) => matchesGlob(path, pattern))
