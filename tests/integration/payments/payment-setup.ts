import { afterAll, afterEach, expect } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { lazyProxy, perFile } from '#tests/fixtures/per-file.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { type PayingSite, payingSite } from './paying-site.ts'

export const HOUR = 3_600
export const DAY = 24 * HOUR

/** A database for the payments of a test file, in which every invariant holds at the end. Registers the hooks of the test file. */
export function databaseSetup() {
  const test = perFile(testDatabase)
  afterAll(async () => expect(await findViolations(test.database)).toEqual([]))
  return {
    db: lazyProxy(() => test.database),
    /** Another pool on it. */
    open: (options?: Parameters<TestDatabase['open']>[0]) => test.open(options),
    /** The database so many seconds later. */
    at: (clockOffsetSeconds: number) => test.open({ clockOffsetSeconds }),
  }
}

/** The API with the stand-in for PayPal, whose faults end with each test; every invariant holds at the end. Registers the hooks of the test file. */
export function siteSetup(options: Parameters<typeof payingSite>[0] = {}): PayingSite {
  const site = perFile(() => payingSite(options))
  afterEach(() => site.paypal.set({ faults: [], webhooks: 'off', refunds: 'completed' }))
  afterAll(async () => expect(await findViolations(site.service.db.database)).toEqual([]))
  return site
}
