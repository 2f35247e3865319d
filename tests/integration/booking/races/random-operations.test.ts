import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import {
  buildSubjects,
  randomOperations,
} from '#tests/integration/booking/races/arbitrary-operations.ts'
import type { Operation, Outcome } from '#tests/integration/booking/races/operations.ts'
import {
  countOutcomes,
  startWorkers,
  type WorkerProcesses,
} from '#tests/integration/booking/races/worker-processes.ts'
import {
  findForbiddenChanges,
  findViolations,
  recordHistory,
  type Violation,
} from '#tests/integration/invariants/find-violations.ts'

const ROUNDS = IS_LONG ? 3 : 1

let workers: WorkerProcesses

beforeAll(() => {
  workers = startWorkers(2)
})
afterAll(() => workers.stop())

/** The idempotency keys for which the same request of one patient was answered with different appointments. */
function inconsistentKeys(
  operations: readonly Operation[],
  outcomes: readonly Outcome[],
): string[] {
  const answered = new Map<string, string>()
  const inconsistent: string[] = []
  for (const [at, operation] of operations.entries()) {
    const { appointment, reason } = outcomes[at] ?? {}
    if (operation.do !== 'hold' || reason !== null || appointment === undefined) continue
    const key = `${operation.profile} ${operation.key} ${operation.event} ${operation.slot}`
    const before = answered.get(key) ?? appointment
    if (before !== appointment) inconsistent.push(key)
    answered.set(key, before)
  }
  return inconsistent
}

/** Runs the operations of one seed in two processes and checks the invariants during and after the run. */
async function runSeed(seed: number) {
  const test = await testDatabase()
  const connected = await workers.connect(test, 10)
  try {
    const operations = randomOperations(await buildSubjects(test), seed, 1000)
    await recordHistory(test.database)
    const seen: Violation[] = []
    let isRunning = true
    const done = connected.perform(operations).finally(() => {
      isRunning = false
    })
    while (isRunning) seen.push(...(await findViolations(test.database)))
    const outcomes = await done
    seen.push(...(await findViolations(test.database)))
    seen.push(...(await findForbiddenChanges(test.database)))
    return {
      counts: countOutcomes(outcomes),
      seen,
      inconsistent: inconsistentKeys(operations, outcomes),
    }
  } finally {
    await connected.disconnect()
    await test.close()
  }
}

describe('1,000 random operations at once', () => {
  const seeds = Array.from({ length: ROUNDS }, (_, round) => inject('seed') + round)

  it.each(seeds)(
    'BOOK-07 I1 I2 I3 I4 I5: seed %i violates no invariant and no operation fails',
    async (seed) => {
      const { counts, seen, inconsistent } = await runSeed(seed)
      process.stdout.write(`races, TEST_SEED=${seed}: ${JSON.stringify(counts)}\n`)
      expect(seen).toEqual([])
      expect(inconsistent).toEqual([])
      expect(Object.keys(counts).filter((kind) => kind.startsWith('failed'))).toEqual([])
      expect(counts['done']).toBeGreaterThan(200)
    },
  )
})
