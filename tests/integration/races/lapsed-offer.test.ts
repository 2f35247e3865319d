import { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import { type Operation, perform } from '#tests/integration/races/operations.ts'

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

const run = (operation: Operation) => perform(test.database, operation)

/** Runs `work` while a second connection has done `sql` and not committed it. */
async function whileOpen<Result>(sql: string, work: () => Promise<Result>): Promise<Result> {
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

/** Two patients who wait, the first with an offer that is over without a mail, and two spaces that nobody has. */
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
