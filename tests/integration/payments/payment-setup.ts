import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'
import { lazyProxy } from '#tests/integration/lazy-proxy.ts'
import { type PayingSite, payingSite } from './paying-site.ts'

export const HOUR = 3_600
export const DAY = 24 * HOUR

/** A database for the payments of a test file, in which every invariant holds at the end. Registers the hooks of the test file. */
export function databaseSetup() {
  let test: TestDatabase
  beforeAll(async () => {
    test = await testDatabase()
  })
  afterAll(async () => {
    expect(await findViolations(test.database)).toEqual([])
    await test.close()
  })
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
  let site: Awaited<ReturnType<typeof payingSite>>
  beforeAll(async () => {
    site = await payingSite(options)
  })
  afterEach(() => site.paypal.set({ faults: [], webhooks: 'off', refunds: 'completed' }))
  afterAll(async () => {
    expect(await findViolations(site.service.db.database)).toEqual([])
    await site.close()
  })
  return lazyProxy(() => site)
}
