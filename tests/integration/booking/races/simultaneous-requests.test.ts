import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import type { Operation } from '#tests/integration/booking/races/operations.ts'
import {
  type ConnectedWorkers,
  countOutcomes,
  startWorkers,
  type WorkerProcesses,
} from '#tests/integration/booking/races/worker-processes.ts'
import { findViolations } from '#tests/integration/invariants/find-violations.ts'

const test = perFile(testDatabase)
let workers: WorkerProcesses
let connected: ConnectedWorkers
let patients: number[]

beforeAll(async () => {
  workers = startWorkers(2)
  connected = await workers.connect(test, 20)
  patients = await Promise.all(Array.from({ length: 200 }, () => buildProfile(test.database)))
})
afterAll(async () => {
  await workers.stop()
})

const countLive = async (event: number) => {
  const { rows } = await test.database.query<{ live: number }>(
    `select count(*) as live from app.appointments where event_id = $1 and status in ('held', 'booked')`,
    [event],
  )
  return rows[0]?.live
}

/** Every patient requests one hold; the slots are requested in turn. */
async function holdForEveryPatient(event: number): Promise<Record<string, number>> {
  const slots = await slotsOf(test.database, event)
  const operations = patients.map((profile, n): Operation => {
    const slot = slots[n % slots.length]?.toISOString() ?? ''
    return { do: 'hold', event, slot, profile, key: `event-${event}-patient-${n}`, minutes: 15 }
  })
  return countOutcomes(await connected.perform(operations))
}

describe('many patients, few places', () => {
  it('BOOK-07 I1: 200 patients for 20 slots get exactly 20 holds and 180 refusals with a reason', async () => {
    const event = await buildEvent(test.database, { total_spaces: 200 })
    expect(await holdForEveryPatient(event)).toEqual({ done: 20, 'slot-taken': 180 })
    expect(await countLive(event)).toBe(20)
    expect(await findViolations(test.database)).toEqual([])
  })

  it('BOOK-07 I1: with 3 places per slot, 200 patients for 20 slots get exactly 60 holds', async () => {
    const event = await buildEvent(test.database, { total_spaces: 200, places_per_slot: 3 })
    expect(await holdForEveryPatient(event)).toEqual({ done: 60, 'slot-taken': 140 })
    expect(await countLive(event)).toBe(60)
    expect(await findViolations(test.database)).toEqual([])
  })

  it('BOOK-07 I2: with 7 spaces for 20 slots, exactly 7 holds and 193 refusals with a reason', async () => {
    const event = await buildEvent(test.database, { total_spaces: 7 })
    const { done, ...refused } = await holdForEveryPatient(event)
    expect(done).toBe(7)
    // Depending on the order, a request meets a taken slot or a full event; no other refusal may occur.
    expect(Object.keys(refused).every((r) => r === 'slot-taken' || r === 'event-full')).toBe(true)
    expect(await countLive(event)).toBe(7)
    expect(await findViolations(test.database)).toEqual([])
  })

  it('BOOK-07 I1: one slot, 200 patients: one hold', async () => {
    const event = await buildEvent(test.database, { end_time: '09:10' })
    expect(await holdForEveryPatient(event)).toEqual({ done: 1, 'slot-taken': 199 })
    expect(await findViolations(test.database)).toEqual([])
  })
})

describe('one patient, many requests', () => {
  const appointments = async (profile: number) => {
    const { rows } = await test.database.query<{ status: string; count: number }>(
      'select status, count(*) from app.appointments where profile_id = $1 group by status order by status',
      [profile],
    )
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
  }

  it('BOOK-07 I4: 40 requests with one key create one hold and all return it', async () => {
    const event = await buildEvent(test.database)
    const profile = await buildProfile(test.database)
    const slot = (await slotsOf(test.database, event))[0]?.toISOString() ?? ''
    const operation: Operation = {
      do: 'hold',
      event,
      slot,
      profile,
      key: 'double-click',
      minutes: 15,
    }
    const outcomes = await connected.perform(Array.from({ length: 40 }, () => operation))
    expect(countOutcomes(outcomes)).toEqual({ done: 40 })
    expect(new Set(outcomes.map(({ appointment }) => appointment)).size).toBe(1)
    expect(await appointments(profile)).toEqual({ held: 1 })
  })

  it('BOOK-07 I3: 40 requests for different slots of two events leave one hold', async () => {
    const events = [await buildEvent(test.database), await buildEvent(test.database)]
    const profile = await buildProfile(test.database)
    const operations: Operation[] = []
    for (const event of events) {
      for (const [n, slot] of (await slotsOf(test.database, event)).entries()) {
        const key = `tab-${event}-${n}`
        operations.push({ do: 'hold', event, slot: slot.toISOString(), profile, key, minutes: 15 })
      }
    }
    expect(countOutcomes(await connected.perform(operations))).toEqual({ done: 40 })
    expect(await appointments(profile)).toEqual({ held: 1, cancelled: 39 })
    expect(await findViolations(test.database)).toEqual([])
  })

  it('BOOK-07 I3: 40 bookings at once create one appointment and one mail', async () => {
    const event = await buildEvent(test.database)
    const profile = await buildProfile(test.database)
    const slots = await slotsOf(test.database, event)
    const operations = Array.from({ length: 40 }, (_, n): Operation => {
      const slot = slots[n % 20]?.toISOString() ?? ''
      return { do: 'book', event, slot, profile, key: `book-${n % 20}` }
    })
    const {
      done,
      'existing-booking': refused,
      ...others
    } = countOutcomes(await connected.perform(operations))
    expect(others).toEqual({})
    expect((done ?? 0) + (refused ?? 0)).toBe(40)
    expect(await appointments(profile)).toEqual({ booked: 1 })
    const { rows } = await test.database.query(
      `select from app.jobs join app.appointments on appointment_id = (payload ->> 'appointment_id')::uuid where profile_id = $1`,
      [profile],
    )
    expect(rows).toHaveLength(1)
    expect(await findViolations(test.database)).toEqual([])
  })
})
