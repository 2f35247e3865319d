import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sharedAnswers } from '#server/services/shared-answers.ts'
import { buildEvent } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { servicesAt } from './booking-setup.ts'

const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'

let test: TestDatabase
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

it('API-01 all who ask for the same list within its time share one query; a taken or freed place ends it', async () => {
  const { events, database } = servicesAt(test, NOW, 3_600_000)
  const selects = vi.spyOn(database.kysely, 'selectFrom')
  const list = async (input = {}) => {
    const outcome = await events.list(input)
    return outcome.ok ? outcome.value.events.length : -1
  }
  await buildEvent(database, { event_on: DAY })
  selects.mockClear()
  expect(await Promise.all(Array.from({ length: 50 }, () => list()))).toEqual(Array(50).fill(1))
  expect(selects).toHaveBeenCalledTimes(1)
  await buildEvent(database, { event_on: DAY })
  expect(await list()).toBe(1)
  expect(await list({ for: 'community' })).toBe(2)
  events.forgetLists()
  expect(await list()).toBe(2)
})

it('API-01 a failed answer is not shared with later requests, and no more keys are kept than allowed', async () => {
  let calls = 0
  const shared = sharedAnswers(
    (key: string) => {
      calls += 1
      return calls === 1 ? Promise.reject(new Error('down')) : Promise.resolve(`${key} ${calls}`)
    },
    { forMs: 3_600_000, most: 1 },
  )
  await expect(shared.get('a')).rejects.toThrow('down')
  expect(await shared.get('a')).toBe('a 2')
  expect(await shared.get('a')).toBe('a 2')
  expect(await shared.get('b')).toBe('b 3')
  expect(await shared.get('b')).toBe('b 4')
})
