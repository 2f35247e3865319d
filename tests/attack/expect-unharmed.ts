import { expect } from 'vitest'
import type { AttackReport } from './fire.ts'

/** Idle connections of the database pool come and go with the load. */
const MOST_OTHER_FILES = 20
/** Caches and compiled code, after a collection. Of 40,000 requests, a leak of 1 kB each is above it. */
const MOST_GROWTH_MB = 25

/** The server is as it was: it runs, no request made it fail, and it kept no file and no memory of them. */
export function expectUnharmed({
  survived,
  statuses,
  serverFaults,
  files,
  memoryMb,
}: AttackReport) {
  expect(survived, 'the process has ended').toBe(true)
  expect(serverFaults).toEqual([])
  expect(files.after).toBeLessThanOrEqual(files.before + MOST_OTHER_FILES)
  expect(memoryMb.late).toBeLessThan(memoryMb.early + MOST_GROWTH_MB)
  // Proof that the attack reached pages, files, redirects and refusals.
  for (const status of [200, 301, 400, 404, 405]) expect(statuses[status] ?? 0).toBeGreaterThan(0)
}
