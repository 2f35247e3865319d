import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { IS_LONG } from '#tests/fixtures/long-attack.ts'
import { definitionOf, patchFunction } from '#tests/fixtures/patch-function.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'
import { type Operation, perform } from '#tests/integration/booking/races/operations.ts'
import {
  countOutcomes,
  startWorkers,
  type WorkerProcesses,
} from '#tests/integration/booking/races/worker-processes.ts'
import { findViolations, type Violation } from '#tests/integration/invariants/find-violations.ts'

const ROUNDS = IS_LONG ? 3 : 1
const OPERATIONS = IS_LONG ? 1_000 : 400

let workers: WorkerProcesses

beforeAll(() => {
  workers = startWorkers(2)
})
afterAll(() => workers.stop())

/**
 * Notes every place that a patient took although another waited for it: without this place, one more of those who wait would have
 * one. Counted by a copy of `waiting_served`, so that it also finds what a broken original lets through.
 *
 * Without the patients who wait again because their offer ended after the hold had read the clock: an offer ends without the event's
 * lock, so the trigger sees rows that are newer than what the hold was decided from.
 */
async function watchPlaces(database: SqlDatabase): Promise<void> {
  const original = await definitionOf(database, 'booking.waiting_served')
  const copy = original
    .replace('booking.waiting_served', 'watch.waiting_served')
    .replace('booking.waiting_patients', 'watch.waiting_patients')
  expect(copy).toContain('watch.waiting_patients')
  await database.query(`
    create schema watch;
    create table watch.taken (appointment_id uuid);
    create function watch.waiting_patients(e app.events, p_now timestamptz)
      returns table (waiting_id uuid, turn bigint, profile_id bigint, parts int) language sql stable as $$
        select w.* from booking.waiting_patients(e, p_now) w
         where not exists (select from app.appointments a
                            where a.profile_id = w.profile_id and a.status = 'expired' and a.updated_at > p_now)
      $$;
    ${copy};
    create function watch.note() returns trigger language plpgsql as $$
    declare e app.events;
    begin
      select * into e from app.events where event_id = new.event_id;
      if watch.waiting_served(e, new.profile_id, new.created_at)
           < watch.waiting_served(e, new.profile_id, new.created_at, new.slot_start)
         -- A change of time takes no place from anybody, nor does one during which the former place is released as well.
         and not exists (select from app.appointments where profile_id = new.profile_id and cancelled_at >= new.created_at)
      then insert into watch.taken values (new.appointment_id); end if;
      return null;
    end $$;
    create trigger watch_places after insert on app.appointments for each row when (not new.is_offer) execute function watch.note();`)
}

/** An event of twelve slots over three parts of the day, whose six spaces are booked, and 24 patients: half of them wait. */
async function buildScene({ database }: TestDatabase) {
  const event = await buildEvent(database, {
    start_time: '10:00',
    end_time: '19:00',
    session_minutes: 45,
    total_spaces: 6,
  })
  const slots = (await slotsOf(database, event)).map((slot) => slot.toISOString())
  const profiles: number[] = []
  for (let count = 0; count < 24; count += 1) profiles.push(await buildProfile(database))
  // Full from the start: otherwise one run in ten has no free place that both a waiting patient and another one want.
  const first: Operation[] = []
  for (const [n, slot] of slots.slice(0, 6).entries())
    first.push({ do: 'book', event, slot, profile: profiles.at(-1 - n) ?? 0, key: `first-${n}` })
  for (const profile of profiles.slice(0, 12)) first.push({ do: 'join', event, profile, parts: 7 })
  for (const operation of first) expect((await perform(database, operation)).reason).toBe(null)
  return { event, slots, profiles }
}
type Scene = Awaited<ReturnType<typeof buildScene>>

/** Half of the patients wait, half hold: one who does both waits again as soon as their hold is released, without the event's lock. */
function operationOn({ event, slots, profiles }: Scene): fc.Arbitrary<Operation> {
  const profile = fc.constantFrom(...profiles)
  const waiting = fc.constantFrom(...profiles.slice(0, profiles.length / 2))
  const holding = fc.constantFrom(...profiles.slice(profiles.length / 2))
  const ofPatient = <Do extends string>(what: Do) => fc.record({ do: fc.constant(what), profile })
  const key = fc.integer({ min: 1, max: 100_000 }).map((n) => `key-${n}`)
  return fc.oneof(
    {
      weight: 30,
      arbitrary: fc.record({
        do: fc.constant('hold' as const),
        event: fc.constant(event),
        slot: fc.constantFrom(...slots),
        profile: holding,
        key,
        minutes: fc.constant(15),
      }),
    },
    {
      weight: 25,
      arbitrary: fc.record({
        do: fc.constant('join' as const),
        event: fc.constant(event),
        profile: waiting,
        parts: fc.integer({ min: 1, max: 7 }),
      }),
    },
    { weight: 18, arbitrary: fc.constant({ do: 'offer' as const, event }) },
    { weight: 16, arbitrary: ofPatient('confirm' as const) },
    { weight: 16, arbitrary: ofPatient('cancel' as const) },
    { weight: 8, arbitrary: ofPatient('expire' as const) },
    { weight: 6, arbitrary: ofPatient('release' as const) },
    { weight: 4, arbitrary: ofPatient('leave' as const) },
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('reschedule' as const),
        profile,
        slot: fc.constantFrom(...slots),
      }),
    },
    { weight: 3, arbitrary: fc.constant({ do: 'tidy' as const }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('capacity' as const),
        event: fc.constant(event),
        spaces: fc.integer({ min: 3, max: 10 }),
        places: fc.constant(1),
      }),
    },
  )
}

type Break = (database: SqlDatabase) => Promise<unknown>

/** Runs the operations of one seed in two processes; `breakIt` removes a protection first. */
async function runSeed(seed: number, breakIt?: Break) {
  const test = await testDatabase()
  const connected = await workers.connect(test, 10)
  try {
    const scene = await buildScene(test)
    await watchPlaces(test.database)
    await breakIt?.(test.database)
    const operations = fc.sample(operationOn(scene), { seed, numRuns: OPERATIONS })
    const seen: Violation[] = []
    let isRunning = true
    const running = connected.perform(operations).finally(() => {
      isRunning = false
    })
    while (isRunning) seen.push(...(await findViolations(test.database)))
    const counts = countOutcomes(await running)
    const { rows: taken } = await test.database.query('select from watch.taken')
    return { counts, seen, taken: taken.length, left: await offerAll(test, scene) }
  } finally {
    await connected.disconnect()
    await test.close()
  }
}

/** Offers until nobody fits; answers the invariants that are violated then, and the places that are still kept. */
async function offerAll({ database }: TestDatabase, { event }: Scene) {
  await perform(database, { do: 'tidy' })
  for (let tries = 0; tries < 100; tries += 1) {
    const { reason } = await perform(database, { do: 'offer', event })
    if (reason === 'nobody-fits') break
  }
  const { rows } = await database.query<{ kept: number }>(
    'select booking.kept_places(e, null, app.clock_now()) as kept from app.events e',
  )
  return { kept: rows[0]?.kept, violations: await findViolations(database) }
}

describe(`${OPERATIONS} random operations on an event with a waiting list`, () => {
  const seeds = Array.from({ length: ROUNDS }, (_, round) => inject('seed') + round)

  it.each(seeds)(
    'WAIT-02 BOOK-07 seed %i: no place is taken from a waiting patient, offered twice or lost, and no operation fails',
    async (seed) => {
      const { counts, seen, taken, left } = await runSeed(seed)
      process.stdout.write(`waiting list, TEST_SEED=${seed}: ${JSON.stringify(counts)}\n`)
      expect(seen).toEqual([])
      expect(taken).toBe(0)
      expect(left).toEqual({ kept: 0, violations: [] })
      expect(Object.keys(counts).filter((kind) => kind.startsWith('failed'))).toEqual([])
      expect(counts['done']).toBeGreaterThan(OPERATIONS / 10)
    },
  )

  it('WAIT-02 without the kept places the same run finds places that were taken from waiting patients', async () => {
    const { taken } = await runSeed(inject('seed'), ({ query }) =>
      query(`create or replace function booking.waiting_served(e app.events, p_without bigint, p_now timestamptz,
        p_freed timestamptz default null, p_taken timestamptz default null) returns int language sql as 'select 0'`),
    )
    expect(taken).toBeGreaterThan(0)
  })
})

/** Twenty jobs offer the one free place of an event with twenty waiting patients, at once. */
async function offerAtOnce(breakIt?: Break) {
  const test = await testDatabase()
  const connected = await workers.connect(test, 10)
  try {
    const { database } = test
    const event = await buildEvent(database, { total_spaces: 0 })
    for (let n = 0; n < 20; n += 1) {
      const profile = await buildProfile(database)
      await perform(database, { do: 'join', event, profile, parts: 7 })
    }
    await perform(database, { do: 'capacity', event, spaces: 1, places: 1 })
    await breakIt?.(database)
    const offers = Array.from({ length: 20 }, (): Operation => ({ do: 'offer', event }))
    const counts = countOutcomes(await connected.perform(offers))
    const violated = (await findViolations(database)).map((one) => one.violated)
    return { counts, violated: [...new Set(violated)] }
  } finally {
    await connected.disconnect()
    await test.close()
  }
}

describe('the locks of offer_place', () => {
  it('WAIT-02 with the locks one place is offered once', async () => {
    const { counts, violated } = await offerAtOnce()
    expect(counts['done']).toBe(1)
    expect(violated).toEqual([])
  })

  it('WAIT-02 without locks and indexes the same check finds places that were offered twice', async () => {
    const { counts, violated } = await offerAtOnce(async (database) => {
      await patchFunction(database, 'booking.offer_place', (text) =>
        text
          .replace(' for no key update;', ';')
          .replace(' for update;', ';')
          .replace(
            '  insert into app.appointments',
            '  perform pg_sleep(0.3);\n  insert into app.appointments',
          ),
      )
      await database.query(
        `drop index app.appointments_one_offer, app.appointments_one_per_place, app.appointments_one_hold`,
      )
    })
    expect(counts['done']).toBeGreaterThan(1)
    expect(violated).toContain('WAIT-02 two live offers of one entry')
    expect(violated).toContain('I2 more patients in an event than spaces')
  })
})
