import fc from 'fast-check'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import type { TestDatabase } from '#tests/fixtures/database.ts'
import type { Operation } from '#tests/integration/races/operations.ts'

/** What the operations are about: few events and few men, so that they meet often. */
export type Stage = { events: { id: number; slots: string[] }[]; profiles: number[] }

/** Four events of each tightness and 30 men: fewer spaces than slots, two places per slot, plenty, and one of ten slots. */
export async function buildStage({ database }: TestDatabase): Promise<Stage> {
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
  for (let man = 0; man < 30; man += 1) profiles.push(await buildProfile(database))
  return { events, profiles }
}

function operationOn({ events, profiles }: Stage): fc.Arbitrary<Operation> {
  const profile = fc.constantFrom(...profiles)
  const event = fc.constantFrom(...events.map(({ id }) => id))
  const place = fc
    .constantFrom(...events)
    .chain(({ id, slots }) =>
      fc.record({ event: fc.constant(id), slot: fc.constantFrom(...slots) }),
    )
  const key = fc.integer({ min: 1, max: 40 }).map((n) => `key-${n}`)
  const minutes = fc.constantFrom(15, 15, 15, 0)
  const patient = <Do extends string>(what: Do) => fc.record({ do: fc.constant(what), profile })
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
    { weight: 18, arbitrary: patient('confirm' as const) },
    { weight: 12, arbitrary: patient('cancel' as const) },
    { weight: 5, arbitrary: patient('release' as const) },
    { weight: 8, arbitrary: patient('expire' as const) },
    {
      weight: 10,
      arbitrary: fc
        .record({ do: fc.constant('reschedule' as const), place, profile })
        .map(({ place: { slot }, ...rest }) => ({ ...rest, slot })),
    },
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
 * `count` operations that follow from `seed` alone, for the same stage. One event is cancelled, at a random moment:
 * more would leave nothing to fight for.
 */
export function randomOperations(stage: Stage, seed: number, count: number): Operation[] {
  const operations = fc.sample(operationOn(stage), { seed, numRuns: count - 1 })
  const last = stage.events.at(-1)
  const [at = 0] = fc.sample(fc.integer({ min: count / 2, max: count - 1 }), { seed, numRuns: 1 })
  if (last !== undefined) operations.splice(at, 0, { do: 'cancel-event', event: last.id })
  return operations
}
