import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { createWorld, play, steps } from './reminder-play.ts'

const RUNS = 40

/** While `ignores` is on, a reminder is sent whatever became of its appointment. */
const check = vi.hoisted(() => ({ ignores: false }))
vi.mock(import('#server/repositories/reminders.ts'), async (importOriginal) => {
  const original = await importOriginal()
  return {
    ...original,
    async findReminder(db, reminderId) {
      const found = await original.findReminder(db, reminderId)
      if (!check.ignores || found === undefined) return found
      return { ...found, status: 'booked', startsAt: found.remindedStart }
    },
  }
})

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase({ poolMax: 1 })
})
afterAll(() => test.close())

/** The faults of the first history that has some. */
async function findFaults(): Promise<string[]> {
  let found: string[] = []
  const property = fc.asyncProperty(steps, async (played) => {
    found = await play(test.database, await createWorld(test.database), played)
    return found.length === 0
  })
  const { failed } = await fc.check(property, { numRuns: RUNS, endOnFailure: true })
  return failed ? found : []
}

it('REM-01 whatever is booked, moved and cancelled and whatever fails: one mail per appointment, kind and time, none for a cancelled or moved one, none late, none lost', async () => {
  expect(await findFaults()).toEqual([])
})

it('REM-01 without the check at sending the same histories have mails of cancelled or moved appointments', async () => {
  check.ignores = true
  const found = await findFaults().finally(() => {
    check.ignores = false
  })
  expect(found).toContain('a reminder of an appointment that is not so any more')
})
