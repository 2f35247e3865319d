import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HELD_MINUTES_PER_EVENT } from '#core/server/config/limits.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { patchFunction } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { type Operation, perform } from '#tests/integration/booking/races/operations.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'

const LIMIT = /\n {2}if v_held_seconds \+ .* r_reason := 'hold-limit'; return; end if;/
const RULE = 'BOOK-06 places of an event held for more than 45 minutes in 24 hours'

let limited: TestDatabase
const unlimited = perFile(testDatabase)

beforeAll(async () => {
  limited = await testDatabase()
  await patchFunction(unlimited.database, 'booking.hold_slot', (text) => text.replace(LIMIT, ''))
})
afterAll(async () => {
  await limited.close()
})

/** One patient and one event, on a connection whose database clock the test moves. */
async function scene(test: TestDatabase) {
  const database = test.open({ poolMax: 1 })
  const event = await buildEvent(database)
  const profile = await buildProfile(database)
  const slots = await slotsOf(database, event)
  let keys = 0
  const at = async (minute: number, operation: Operation) => {
    await database.query(`set app.clock_offset = '${minute * 60}'`)
    const { reason, failure } = await perform(database, operation)
    expect(failure).toBeUndefined()
    return reason ?? 'done'
  }
  return {
    database,
    hold(minute: number, slot = 0, named?: string) {
      keys += 1
      const key = named ?? `request-${keys}`
      const start = slots[slot]?.toISOString() ?? ''
      return at(minute, { do: 'hold', event, slot: start, profile, key, minutes: 15 })
    },
    holdOf: (minute: number, other: number, slot = new Date()) =>
      at(minute, {
        do: 'hold',
        event: other,
        slot: slot.toISOString(),
        profile,
        key: `other-${other}`,
        minutes: 15,
      }),
    /** The minute at which the live hold ends. */
    async expiry() {
      const { rows } = await database.query<{ minute: number }>(
        `select round(extract(epoch from max(hold_expires_at) - min(created_at)) / 60)::int as minute
           from app.appointments where profile_id = $1 and event_id = $2`,
        [profile, event],
      )
      return rows[0]?.minute
    },
    release: (minute: number) => at(minute, { do: 'release', profile }),
    confirm: (minute: number) => at(minute, { do: 'confirm', profile }),
    cancel: (minute: number) => at(minute, { do: 'cancel', profile }),
  }
}

/** Holds for four minutes in every five, for 26 hours; answers how many holds there were and what the invariants find. */
async function hoard(test: TestDatabase) {
  const { database, hold, release } = await scene(test)
  const answers: string[] = []
  for (let minute = 0; minute < 26 * 60; minute += 5) {
    answers.push(await hold(minute))
    await release(minute + 4)
  }
  const found = new Set((await findViolations(database)).map(({ violated }) => violated))
  return { answers, found: [...found] }
}

describe('how long a patient may hold places of one event', () => {
  it('BOOK-06 three whole holds in 24 hours; a fourth is refused until the first is a day ago', async () => {
    expect(HELD_MINUTES_PER_EVENT).toBe(45)
    const { database, hold } = await scene(limited)
    expect(await hold(0)).toBe('done')
    expect(await hold(15, 1)).toBe('done')
    expect(await hold(30)).toBe('done')
    expect(await hold(45)).toBe('hold-limit')
    expect(await hold(24 * 60 + 14)).toBe('hold-limit')
    expect(await hold(24 * 60 + 15)).toBe('done')
    expect(await findViolations(database)).toEqual([])
  })

  it('BOOK-06 released and replaced holds count for the time that they really kept a place', async () => {
    const { hold, release } = await scene(limited)
    for (let minute = 0; minute < 30; minute += 1)
      expect(await hold(minute, minute % 20)).toBe('done')
    await release(29.5)
    expect(await hold(40)).toBe('done')
    await release(41)
    expect(await hold(42)).toBe('hold-limit')
  })

  it('BOOK-06 a change of time in the last hold gets what is left of the 45 minutes, never more', async () => {
    const { database, hold, confirm, expiry } = await scene(limited)
    await hold(0)
    await hold(15, 1)
    await hold(30, 2)
    expect(await hold(30 + 1 / 60, 3)).toBe('done')
    expect(await expiry()).toBe(45)
    expect(await hold(44, 4)).toBe('done')
    expect(await expiry()).toBe(45)
    expect(await confirm(45)).not.toBe('done')
    expect(await hold(45, 5)).toBe('hold-limit')
    expect(await findViolations(database)).toEqual([])
  })

  it('BOOK-06 a change of time with time to spare gets 15 minutes; a hold of another event adds none', async () => {
    const first = await scene(limited)
    await first.hold(0)
    expect(await first.hold(10, 1)).toBe('done')
    expect(await first.expiry()).toBe(25)
    await first.hold(25)
    expect(await first.hold(35, 1)).toBe('done')
    expect(await first.expiry()).toBe(45)
    const other = await buildEvent(first.database)
    const [slot] = await slotsOf(first.database, other)
    expect(await first.holdOf(40, other, slot)).toBe('done')
    expect(await first.hold(41)).toBe('hold-limit')
    expect(await findViolations(first.database)).toEqual([])
  })

  it('BOOK-06 the live hold is answered past the limit, and a booking counts no further', async () => {
    const { hold, confirm, cancel } = await scene(limited)
    await hold(0)
    await hold(15, 1)
    expect(await hold(30, 2, 'the-last-one')).toBe('done')
    expect(await hold(40, 2)).toBe('done')
    expect(await hold(40, 2, 'the-last-one')).toBe('done')
    expect(await confirm(40)).toBe('done')
    await cancel(300)
    // 40 minutes were held: 15, 15 and 10.
    expect(await hold(301)).toBe('hold-limit')
    expect(await hold(24 * 60 + 10)).toBe('done')
  })

  it('BOOK-06 with the limit, releasing and holding again keeps a place for 32 minutes a day', async () => {
    const { answers, found } = await hoard(limited)
    expect(answers.slice(0, 9)).toEqual([...Array(8).fill('done'), 'hold-limit'])
    expect(answers.slice(8, 280)).toEqual(Array(272).fill('hold-limit'))
    expect(found).toEqual([])
  })

  it('BOOK-06 without the limit, the same check finds a place that is kept all day', async () => {
    const { answers, found } = await hoard(unlimited)
    expect(new Set(answers)).toEqual(new Set(['done']))
    expect(found).toEqual([RULE])
  })
})
