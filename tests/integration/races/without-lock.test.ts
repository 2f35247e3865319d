import { describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { findViolations } from '#tests/integration/invariants/check.ts'
import { startCrew, tally } from '#tests/integration/races/crew.ts'
import type { Operation } from '#tests/integration/races/operations.ts'

const LOCKS = [' for no key update;', ' for update;']

/** Replaces hold_slot by a copy that waits a moment before it writes; and, if asked, takes no lock either. */
async function slowDown({ query }: Database, locks: 'kept' | 'left out'): Promise<void> {
  const { rows } = await query<{ definition: string }>(
    `select pg_get_functiondef('booking.hold_slot'::regproc) as definition`,
  )
  const original = rows[0]?.definition ?? ''
  let copy = original.replace(/\n {2}insert into app\.appointments/, (insert) => {
    return `\n  perform pg_catalog.pg_sleep(0.03);${insert}`
  })
  expect(copy).not.toBe(original)
  if (locks === 'left out') {
    for (const lock of LOCKS) {
      expect(copy).toContain(lock)
      copy = copy.replaceAll(lock, ';')
    }
  }
  await query(copy)
}

/** 60 men for an event of 5 spaces and 60 slots: nothing but the lock on the event can count them. */
async function rush(locks: 'kept' | 'left out') {
  const test = await testDatabase()
  const crew = await startCrew(test.url, { processes: 2, poolMax: 15 })
  try {
    await slowDown(test.database, locks)
    const event = await buildEvent(test.database, { end_time: '19:00', total_spaces: 5 })
    const slots = await slotsOf(test.database, event)
    const operations: Operation[] = []
    for (const [n, slot] of slots.entries()) {
      const profile = await buildProfile(test.database)
      const key = `rush-key-${n}`
      operations.push({ do: 'hold', event, slot: slot.toISOString(), profile, key, minutes: 15 })
    }
    const counts = tally(await crew.perform(operations))
    return { counts, seen: await findViolations(test.database) }
  } finally {
    await crew.end()
    await test.close()
  }
}

/** One man, 30 requests at once for slots of an event that has room for all. */
async function impatience(locks: 'kept' | 'left out') {
  const test = await testDatabase()
  const crew = await startCrew(test.url, { processes: 2, poolMax: 15 })
  try {
    await slowDown(test.database, locks)
    const event = await buildEvent(test.database, { end_time: '14:00', total_spaces: 100 })
    const profile = await buildProfile(test.database)
    const slots = await slotsOf(test.database, event)
    const operations = slots.map((slot, n): Operation => {
      const key = `impatient-${n}`
      return { do: 'hold', event, slot: slot.toISOString(), profile, key, minutes: 15 }
    })
    return tally(await crew.perform(operations))
  } finally {
    await crew.end()
    await test.close()
  }
}

describe('what the locks of hold_slot are for', () => {
  it('BOOK-07 I2 with the locks: 5 holds, no violation', async () => {
    const { counts, seen } = await rush('kept')
    expect(counts).toEqual({ done: 5, 'event-full': 55 })
    expect(seen).toEqual([])
  })

  it('BOOK-07 I2 without the locks: the same check turns red', async () => {
    const { counts, seen } = await rush('left out')
    expect(counts['done']).toBeGreaterThan(5)
    expect(seen.map(({ violated }) => violated)).toEqual(['I2 more men in an event than spaces'])
  })

  it('BOOK-07 I3 with the locks: every request is answered', async () => {
    expect(await impatience('kept')).toEqual({ done: 30 })
  })

  it('BOOK-07 I3 without the locks: only the last wall is left, and men see its errors', async () => {
    const counts = await impatience('left out')
    const failures = Object.keys(counts).filter((kind) => kind.startsWith('failed 23505'))
    expect(failures.length).toBeGreaterThan(0)
  })
})
