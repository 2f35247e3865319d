import { expect, it } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { definitionOf } from '#tests/fixtures/patch-function.ts'
import { perFile } from '#tests/fixtures/per-file.ts'

/* Postgres keeps the plan of a statement that it made while a table was empty, when any index that fits costs the same. */
const test = perFile(testDatabase)

/** The first update of a booking function, which is about the appointments of its patient, with parameters for its variables. */
async function updateOf(name: string): Promise<string> {
  const definition = await definitionOf(test.database, name)
  const [statement = ''] = /update app\.appointments[^;]*/.exec(definition) ?? []
  return statement
    .replaceAll('p_profile', '$1')
    .replaceAll('v_now', '$2::timestamptz')
    .replaceAll('v_keeps_offer', '$3::boolean')
}

async function planOf(statement: string): Promise<string> {
  const { rows } = await test.database.query<{ 'QUERY PLAN': string }>(
    `explain (generic_plan) ${statement}`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const READS_ONE_PATIENT = /Index Cond: \(profile_id = \$1\)/

it.each([
  ['booking.hold_slot', `status = 'held'`],
  ['booking.confirm_appointment', `status = 'booked' and closed_at is null`],
])(
  'BOOK-06 the update of %s reads the appointments of its patient only',
  async (name, condition) => {
    const update = await updateOf(name)
    expect(update).toContain(`where profile_id = $1 and ${condition}`)
    expect(await planOf(update)).toMatch(READS_ONE_PATIENT)
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
  expect(await planOf(await updateOf('booking.hold_slot'))).not.toMatch(READS_ONE_PATIENT)
})
