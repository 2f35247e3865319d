import { expect, it } from 'vitest'
import { addDays } from '#core/rules/time.ts'
import { MOST_EVENTS_LISTED } from '#core/server/config/limits.ts'
import type { Database } from '#core/server/database/database.ts'
import { reasonOf } from '#core/server/http/failure.ts'
import { sharedAnswers } from '#core/server/shared-answers.ts'
import { buildEvent, buildProduct, buildProfile, EVENTS_BUILT } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { callerOf, nobody, servicesAt, visitorOf } from '../booking/booking-setup.ts'

const NOW = '2027-06-01T09:00:00Z'
const DAY = '2027-06-16'
const KEPT = { list: 3_600_000, event: 3_600_000 }

/** An event with one place at 09:00 and one at 09:10. */
const buildTwoPlaces = (database: Database) =>
  buildEvent(database, {
    event_on: DAY,
    start_time: '09:00',
    end_time: '09:20',
    session_minutes: 10,
    total_spaces: 2,
  })

const test = perFile(testDatabase)

it('API-01 a list is shared for its time; a taken or freed place ends it', async () => {
  const { events, database } = servicesAt(test, NOW, KEPT)
  const list = async (input = {}) => {
    const outcome = await events.list(input)
    return outcome.ok ? outcome.value.events.length : -1
  }
  await buildEvent(database, { event_on: DAY })
  expect(await Promise.all(Array.from({ length: 50 }, () => list()))).toEqual(Array(50).fill(1))
  await buildEvent(database, { event_on: DAY })
  expect(await list()).toBe(1)
  expect(await list({ for: 'community' })).toBe(2)
  events.clearShared()
  expect(await list()).toBe(2)
})

it('API-01 BOOK-03 an event and its times are shared; each patient still sees their own hold as free', async () => {
  const { events, holds, database } = servicesAt(test, NOW, KEPT)
  const eventId = await buildTwoPlaces(database)
  const holder = await buildProfile(database)
  const input = { event_id: eventId, appt_date: DAY, appt_time: '09:00', idempotency_key: 'key-1' }
  expect((await holds.create(input, callerOf(holder))).ok).toBe(true)
  const times = async (profileId?: number) => {
    const outcome = await events.slots({ event_id: eventId }, visitorOf(profileId))
    return outcome.ok ? outcome.value[DAY]?.availableTimeSlots : outcome.reason
  }
  const shown = await Promise.all([times(), times(holder), times(holder + 1)])
  expect(shown).toEqual([['09:10'], ['09:00', '09:10'], ['09:10']])
  const found = await events.find({ event_id: eventId }, nobody)
  expect(found).toMatchObject({ value: { booked_spaces: 1 } })
})

it('API-01 no patient gets a shared answer from before their own change', async () => {
  let state = 0
  const shared = sharedAnswers(() => Promise.resolve(state), { forMs: 3_600_000, most: 1 })
  for (let own = 1; own <= 5; own += 1) {
    state = own
    shared.clear()
    expect(await Promise.all([shared.get('list'), shared.get('list')])).toEqual([own, own])
  }
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

it('API-06 more different answers than may be read at a time are refused as busy, and the shared ones are answered', async () => {
  const ends: (() => void)[] = []
  const shared = sharedAnswers(
    (key: string) => new Promise<string>((resolve) => ends.push(() => resolve(key))),
    { forMs: 3_600_000, most: 100, mostAtOnce: 2 },
  )
  const under = [shared.get('a'), shared.get('b'), shared.get('a')]
  const refused = await shared.get('c').catch((error: unknown) => error)
  expect(reasonOf(refused)).toBe('busy')
  for (const end of ends) end()
  expect(await Promise.all(under)).toEqual(['a', 'b', 'a'])
  const next = shared.get('c')
  for (const end of ends) end()
  expect(await next).toBe('c')
})

it('API-01 a list has 500 events at most: the next ones', async () => {
  const { events, database } = servicesAt(test, NOW)
  const product_id = await buildProduct(database)
  await database.kysely
    .with('noted', (db) => db.insertInto('audit_log').values(EVENTS_BUILT))
    .insertInto('events')
    .values(
      Array.from({ length: MOST_EVENTS_LISTED + 1 }, (_, n) => ({
        event_name: 'One of many',
        event_on: addDays('2027-07-01', n),
        start_time: '09:00',
        end_time: '12:00',
        session_minutes: 10,
        price_pence: 0,
        payment_required: false,
        audience: 'corporate' as const,
        total_spaces: 20,
        product_id,
      })),
    )
    .execute()
  const outcome = await events.list({ for: 'corporate' })
  const days = outcome.ok ? outcome.value.events.map(({ event_date }) => event_date) : []
  expect(days).toHaveLength(MOST_EVENTS_LISTED)
  expect(days[0]).toBe('2027-07-01')
  expect(days).not.toContain(addDays('2027-07-01', MOST_EVENTS_LISTED))
})
