import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import type { Operation, Outcome } from '#tests/integration/booking/races/operations.ts'
import {
  countOutcomes,
  startWorkers,
  type WorkerProcesses,
} from '#tests/integration/booking/races/worker-processes.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'

const LOCKS = [' for no key update;', ' for update;']

/**
 * The pause before the insert, in seconds. Without locks all requests must have counted before one of them inserts, on a busy
 * machine too; with locks they wait one after the other.
 */
const PAUSE = { kept: 0.03, removed: 0.3 }

/** Replaces hold_slot with a copy that pauses before its insert and, with 'removed', takes no lock. */
const slowDown = (database: SqlDatabase, locks: keyof typeof PAUSE) =>
  patchFunction(database, 'booking.hold_slot', (text) => {
    const insert = /\n {2}insert into app\.appointments/
    expect(text).toMatch(insert)
    const slow = text.replace(
      insert,
      (found) => `\n  perform pg_catalog.pg_sleep(${PAUSE[locks]});${found}`,
    )
    if (locks === 'kept') return slow
    return LOCKS.reduce((copy, lock) => {
      expect(copy).toContain(lock)
      return copy.replaceAll(lock, ';')
    }, slow)
  })

let workers: WorkerProcesses
let withLocks: TestDatabase
const withoutLocks = perFile(testDatabase)

beforeAll(async () => {
  workers = startWorkers(2)
  withLocks = await testDatabase()
  await slowDown(withLocks.database, 'kept')
  await slowDown(withoutLocks.database, 'removed')
})
afterAll(async () => {
  await workers.stop()
  await withLocks.close()
})

async function performAll(test: TestDatabase, operations: Operation[]): Promise<Outcome[]> {
  const connected = await workers.connect(test, 15)
  const outcomes = await connected.perform(operations)
  await connected.disconnect()
  return outcomes
}

/** 60 patients request holds in an event of 5 spaces and 60 slots: only the lock on the event limits their number. */
async function fillEvent(test: TestDatabase) {
  const event = await buildEvent(test.database, { end_time: '19:00', total_spaces: 5 })
  const slots = await slotsOf(test.database, event)
  const operations: Operation[] = []
  for (const [n, slot] of slots.entries()) {
    const profile = await buildProfile(test.database)
    const key = `fill-event-${n}`
    operations.push({ do: 'hold', event, slot: slot.toISOString(), profile, key, minutes: 15 })
  }
  const counts = countOutcomes(await performAll(test, operations))
  return { counts, seen: await findViolations(test.database) }
}

/** One patient sends 30 requests at once, for slots of an event that has room for all. */
async function repeatHolds(test: TestDatabase) {
  const event = await buildEvent(test.database, { end_time: '14:00', total_spaces: 100 })
  const profile = await buildProfile(test.database)
  const slots = await slotsOf(test.database, event)
  const operations = slots.map((slot, n): Operation => {
    const key = `repeated-${n}`
    return { do: 'hold', event, slot: slot.toISOString(), profile, key, minutes: 15 }
  })
  return countOutcomes(await performAll(test, operations))
}

describe('the locks of hold_slot', () => {
  it('BOOK-07 I2 with the locks: 5 holds, no violation', async () => {
    const { counts, seen } = await fillEvent(withLocks)
    expect(counts).toEqual({ done: 5, 'event-full': 55 })
    expect(seen).toEqual([])
  })

  it('BOOK-07 I2 without the locks: the same check finds too many holds', async () => {
    const { counts, seen } = await fillEvent(withoutLocks)
    expect(counts['done']).toBeGreaterThan(5)
    expect(seen.map(({ violated }) => violated)).toEqual([
      'I2 more patients in an event than spaces',
    ])
  })

  it('BOOK-07 I3 with the locks: every request succeeds', async () => {
    expect(await repeatHolds(withLocks)).toEqual({ done: 30 })
  })

  it('BOOK-07 I3 without the locks: requests fail on the unique index', async () => {
    const counts = await repeatHolds(withoutLocks)
    const failures = Object.keys(counts).filter((kind) => kind.startsWith('failed 23505'))
    expect(failures.length).toBeGreaterThan(0)
  })
})
