import { describe, expect, inject, it } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import {
  findForbiddenChanges,
  findViolations,
  type Violation,
  watchHistory,
} from '#tests/integration/invariants/check.ts'
import { startCrew, tally } from '#tests/integration/races/crew.ts'
import type { Operation, Outcome } from '#tests/integration/races/operations.ts'
import { buildStage, randomOperations } from '#tests/integration/races/random-operations.ts'

const ROUNDS = 3

/** Two answers to one key of one man must name one appointment. */
function brokenPromises(operations: readonly Operation[], outcomes: readonly Outcome[]): string[] {
  const promised = new Map<string, string>()
  const broken: string[] = []
  for (const [at, operation] of operations.entries()) {
    const { appointment, reason } = outcomes[at] ?? {}
    if (operation.do !== 'hold' || reason !== null || appointment === undefined) continue
    const key = `${operation.profile} ${operation.key} ${operation.event} ${operation.slot}`
    const before = promised.get(key) ?? appointment
    if (before !== appointment) broken.push(key)
    promised.set(key, before)
  }
  return broken
}

/** Plays the operations of one seed in two processes at once and looks for violations all the while. */
async function play(seed: number) {
  const test = await testDatabase()
  const crew = await startCrew(test.url, { processes: 2, poolMax: 10 })
  try {
    const operations = randomOperations(await buildStage(test), seed, 1000)
    await watchHistory(test.database)
    const seen: Violation[] = []
    let playing = true
    const done = crew.perform(operations).finally(() => {
      playing = false
    })
    while (playing) seen.push(...(await findViolations(test.database)))
    const outcomes = await done
    seen.push(...(await findViolations(test.database)))
    seen.push(...(await findForbiddenChanges(test.database)))
    return { counts: tally(outcomes), seen, broken: brokenPromises(operations, outcomes) }
  } finally {
    await crew.end()
    await test.close()
  }
}

describe('1,000 random operations at once', () => {
  const seeds = Array.from({ length: ROUNDS }, (_, round) => inject('seed') + round)

  it.each(seeds)(
    'BOOK-07 I1 I2 I3 I4 I5: seed %i breaks nothing and nothing fails',
    async (seed) => {
      const { counts, seen, broken } = await play(seed)
      process.stdout.write(`races, TEST_SEED=${seed}: ${JSON.stringify(counts)}\n`)
      expect(seen).toEqual([])
      expect(broken).toEqual([])
      expect(Object.keys(counts).filter((kind) => kind.startsWith('failed'))).toEqual([])
      expect(counts['done']).toBeGreaterThan(200)
    },
  )
})
