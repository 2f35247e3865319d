import { Client } from 'pg'
import { expect, it, vi } from 'vitest'
import { buildPrivateEvent, grantTo } from '#tests/fixtures/access-codes.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { lockWaits } from '#tests/fixtures/lock-waits.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { sealer } from '#tests/integration/booking/booking-setup.ts'
import { type Operation, perform } from '#tests/integration/booking/races/operations.ts'

const test = perFile(testDatabase)

const run = (operation: Operation) => perform(test.database, operation)

/** Runs `work` while a second connection has done `sql` and not committed it. */
async function whileOpen<Result>(
  sql: string,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  const other = new Client({ connectionString: test.url })
  await other.connect()
  try {
    await other.query('begin')
    await other.query(sql)
    const result = await work()
    await other.query('commit')
    return result
  } finally {
    await other.end()
  }
}

/** Two patients who wait, the first with an offer that is over without a mail, and two free spaces. */
async function lapsedOffer() {
  const event = await buildEvent(test.database, { total_spaces: 0 })
  const [first, second, stranger] = [
    await buildProfile(test.database),
    await buildProfile(test.database),
    await buildProfile(test.database),
  ]
  await run({ do: 'join', event, profile: first, parts: 7 })
  await run({ do: 'join', event, profile: second, parts: 7 })
  await run({ do: 'capacity', event, spaces: 1, places: 1 })
  expect((await run({ do: 'offer', event })).reason).toBeNull()
  await run({ do: 'capacity', event, spaces: 2, places: 1 })
  await run({ do: 'expire', profile: first })
  const slot = (await slotsOf(test.database, event))[1]?.toISOString() ?? ''
  return { event, first, stranger, slot }
}

const heldBy = async (event: number) => {
  const { rows } = await test.database.query<{ profile_id: number }>(
    `select profile_id from app.appointments where event_id = $1 and status = 'held' and hold_expires_at > app.clock_now()`,
    [event],
  )
  return rows.map((row) => row.profile_id)
}

it('WAIT-02 the place of the next is kept while another transaction ends an offer whose patient goes on waiting', async () => {
  const { event, stranger, slot } = await lapsedOffer()
  const held = await whileOpen('select booking.expire_holds(100)', () =>
    run({ do: 'hold', event, slot, profile: stranger, key: 'k', minutes: 15 }),
  )
  expect(held).toMatchObject({ reason: 'event-full' })
  for (let offers = 0; offers < 2; offers += 1) {
    expect((await run({ do: 'offer', event })).reason).toBeNull()
  }
  expect(await heldBy(event)).toHaveLength(2)
})

it('WAIT-02 an offer that ended with its mail sent keeps no place, while its row still says held', async () => {
  const { event, first, stranger, slot } = await lapsedOffer()
  await test.database.query(
    `update app.jobs set done_at = app.clock_now() - interval '1 hour' where dedupe_key =
       (select 'place-offered:' || appointment_id || ':0' from app.appointments where profile_id = $1)`,
    [first],
  )
  await run({ do: 'capacity', event, spaces: 3, places: 1 })
  const held = await whileOpen('select booking.expire_holds(100)', () =>
    run({ do: 'hold', event, slot, profile: stranger, key: 'k', minutes: 15 }),
  )
  expect(held).toMatchObject({ reason: null })
})

/** A private event of one space, which one patient holds, with another who waits. */
async function heldPlace() {
  const { database } = test
  const lodge = await buildPrivateEvent(database, sealer, { total_spaces: 1 })
  const [holder, waiting] = [await buildProfile(database), await buildProfile(database)]
  for (const patient of [holder, waiting]) await grantTo(database, lodge, patient)
  const slots = (await slotsOf(database, lodge.eventId)).map((slot) => slot.toISOString())
  const hold = (key: string, slot = '') =>
    run({ do: 'hold', event: lodge.eventId, slot, profile: holder, key, minutes: 15 })
  expect((await hold('first', slots[0])).reason).toBeNull()
  expect(await run({ do: 'join', event: lodge.eventId, profile: waiting, parts: 7 })).toMatchObject(
    {
      reason: null,
    },
  )
  return { ...lodge, holder, moveHold: () => hold('second', slots[1]) }
}

it('WAIT-02 a place that is released while its patient changes the time is not counted twice', async () => {
  const { eventId, codeId, holder, moveHold } = await heldPlace()
  let isReleased = false
  // The code's lock stops the hold after it has read the patient's place and before it asks what is kept.
  const { moved, released } = await whileOpen(
    `select from app.access_codes where code_id = '${codeId}' for update`,
    async () => {
      const moving = moveHold()
      await vi.waitFor(async () => expect(await lockWaits(test.database)).toBe(1), {
        timeout: 5_000,
      })
      const releasing = run({ do: 'release', profile: holder }).then(() => {
        isReleased = true
      })
      await vi.waitFor(
        async () => expect(isReleased || (await lockWaits(test.database)) === 2).toBe(true),
        { timeout: 5_000 },
      )
      return { moved: moving, released: releasing }
    },
  )
  await released
  const { reason } = await moved
  const { rows } = await test.database.query<{ replaced: boolean }>(
    `select exists (select from app.appointments o where o.profile_id = h.profile_id and o.cancelled_at = h.created_at) as replaced
       from app.appointments h where h.event_id = $1 and h.status = 'held'`,
    [eventId],
  )
  // Either the release came first and the place is the other's, or the hold did and took the place along.
  expect([reason, rows]).toEqual(
    reason === null ? [null, [{ replaced: true }]] : ['event-full', []],
  )
})
