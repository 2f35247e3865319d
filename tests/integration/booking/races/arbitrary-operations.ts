import fc from 'fast-check'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import type { TestDatabase } from '#tests/fixtures/database.ts'
import type { Operation } from '#tests/integration/booking/races/operations.ts'

/** The events and patients of the operations: few of each, so that operations often conflict. */
export type Subjects = { events: { id: number; slots: string[] }[]; profiles: number[] }

/** 30 patients and four events: fewer spaces than slots, two places per slot, ample space, and only ten slots. */
export async function buildSubjects({ database }: TestDatabase): Promise<Subjects> {
  const ids = [
    await buildEvent(database, { total_spaces: 7 }),
    await buildEvent(database, { total_spaces: 12, places_per_slot: 2, end_time: '10:00' }),
    await buildEvent(database, { total_spaces: 40, places_per_slot: 3 }),
    await buildEvent(database, { total_spaces: 10, end_time: '10:40' }),
  ]
  const events = await Promise.all(
    ids.map(async (id) => {
      const slots = await slotsOf(database, id)
      return { id, slots: slots.map((slot) => slot.toISOString()) }
    }),
  )
  const profiles: number[] = []
  for (let count = 0; count < 30; count += 1) profiles.push(await buildProfile(database))
  return { events, profiles }
}

function operationOn({ events, profiles }: Subjects): fc.Arbitrary<Operation> {
  const profile = fc.constantFrom(...profiles)
  const event = fc.constantFrom(...events.map(({ id }) => id))
  const place = fc
    .constantFrom(...events)
    .chain(({ id, slots }) =>
      fc.record({ event: fc.constant(id), slot: fc.constantFrom(...slots) }),
    )
  const key = fc.integer({ min: 1, max: 40 }).map((n) => `key-${n}`)
  const minutes = fc.constantFrom(15, 15, 15, 0)
  const ofPatient = <Do extends string>(what: Do) => fc.record({ do: fc.constant(what), profile })
  return fc.oneof(
    {
      weight: 30,
      arbitrary: fc
        .record({ do: fc.constant('hold' as const), place, profile, key, minutes })
        .map(({ place: at, ...rest }) => ({ ...rest, ...at })),
    },
    {
      weight: 12,
      arbitrary: fc
        .record({ do: fc.constant('book' as const), place, profile, key })
        .map(({ place: at, ...rest }) => ({ ...rest, ...at })),
    },
    { weight: 18, arbitrary: ofPatient('confirm' as const) },
    { weight: 12, arbitrary: ofPatient('cancel' as const) },
    { weight: 5, arbitrary: ofPatient('release' as const) },
    { weight: 8, arbitrary: ofPatient('expire' as const) },
    {
      weight: 10,
      arbitrary: fc
        .record({ do: fc.constant('reschedule' as const), place, profile })
        .map(({ place: { slot }, ...rest }) => ({ ...rest, slot })),
    },
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('join' as const),
        event,
        profile,
        parts: fc.integer({ min: 1, max: 7 }),
      }),
    },
    { weight: 2, arbitrary: ofPatient('leave' as const) },
    { weight: 10, arbitrary: fc.record({ do: fc.constant('offer' as const), event }) },
    { weight: 2, arbitrary: fc.constant({ do: 'tidy' as const }) },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('capacity' as const),
        event,
        spaces: fc.integer({ min: 0, max: 30 }),
        places: fc.integer({ min: 1, max: 3 }),
      }),
    },
  )
}

/**
 * `count` operations that depend only on `seed` and `subjects`. One event is cancelled, at a random position of the
 * second half: with more cancelled events too few operations would conflict.
 */
export function randomOperations(subjects: Subjects, seed: number, count: number): Operation[] {
  const operations = fc.sample(operationOn(subjects), { seed, numRuns: count - 1 })
  const last = subjects.events.at(-1)
  const [at = 0] = fc.sample(fc.integer({ min: count / 2, max: count - 1 }), { seed, numRuns: 1 })
  if (last !== undefined) operations.splice(at, 0, { do: 'cancel-event', event: last.id })
  return operations
}
