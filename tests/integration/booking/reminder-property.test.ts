import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { createWorld, runScenario } from './reminder-scenario.ts'
import { steps } from './reminder-steps.ts'

const RUNS = 40

const test = perFile(() => testDatabase({ poolMax: 1 }))

/** The faults of the first history that has some. */
async function findFaults(): Promise<string[]> {
  let found: string[] = []
  const property = fc.asyncProperty(steps, async (played) => {
    found = await runScenario(test.database, await createWorld(test.database), played)
    return found.length === 0
  })
  const { failed } = await fc.check(property, { numRuns: RUNS, endOnFailure: true })
  return failed ? found : []
}

it('REM-01 whatever is booked, moved and cancelled and whatever fails: one mail per appointment, kind and time, none for a cancelled or moved one, none late, none lost', async () => {
  expect(await findFaults()).toEqual([])
})
