import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'

/* Postgres keeps the plan of a statement that it made while a table was empty, when any index that fits costs the same. */
let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

/** Statements of hold_slot and confirm_appointment. */
const OF_A_PATIENT = [
  ['hold', `set status = 'cancelled' where profile_id = $1 and status = 'held'`],
  [
    'booking',
    `set closed_at = $2 where profile_id = $1 and status = 'booked' and closed_at is null and slot_end <= $2`,
  ],
] as const

async function planOf(statement: string): Promise<string> {
  const { rows } = await test.database.query<{ 'QUERY PLAN': string }>(
    `explain (generic_plan) ${statement}`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const READS_ONE_PATIENT = /Index Cond: \(profile_id = \$1\)/

it.each(OF_A_PATIENT)(
  'BOOK-06 the statement for the %s of a patient reads the appointments of that patient only',
  async (_, change) => {
    expect(await planOf(`update app.appointments ${change}`)).toMatch(READS_ONE_PATIENT)
  },
)

it.each([
  ['appointments_by_hold_end', `status = 'held' and hold_expires_at <= $1`],
  ['appointments_one_offer', `status = 'held' and waiting_id = $1`],
  [
    'appointments_booked_by_start',
    `status = 'booked' and closed_at is null and slot_start between $1 and $2`,
  ],
])('OPS-04 the statement that %s is made for uses it', async (index, condition) => {
  expect(await planOf(`select from app.appointments where ${condition}`)).toContain(index)
})

it('with an index of all holds that fits, the plan reads all holds', async () => {
  await test.database.query(
    `create index all_holds on app.appointments (hold_expires_at) where status = 'held'`,
  )
  expect(await planOf(`update app.appointments ${OF_A_PATIENT[0][1]}`)).not.toMatch(
    READS_ONE_PATIENT,
  )
})
