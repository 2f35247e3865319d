import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { nameKeys } from '#domain/lab-key.ts'
import { personKey } from '#domain/staff-person.ts'
import { labDatabase } from '#tests/integration/results/lab-database.ts'
import { CLERK, CLINICIAN } from '#tests/integration/results/lab-setup.ts'
import { approve } from '#tests/integration/results/result-steps.ts'

const MIGRATION = 'supabase/migrations/20261126110000_person_keys.sql'

/** Each person as it was typed, and the key that versions before this migration stored. */
const OLD_KEYS = [
  ['Dr Ada Quill, clinician', 'dradaquill'],
  ['Prof. Dr. Ben Ashe, clinician', 'prof.dr.benashe'],
  ['Dr-Mo Finch, results clerk', 'drmofinch'],
  ['Sir, clinician', 'sir'],
  ['Dr., clinician', 'dr.'],
  ['Drake Moss, clinician', 'drakemoss'],
  ['Miss O’Neill-Söder, clinician', 'missoneillsoder'],
] as const

it('LAB-06 the migration computes stored keys again as the application does, in every table that has them', async () => {
  const lab = await labDatabase(1)
  const { tube, value, id } = await lab.matched()
  await approve(lab.database, [{ id, tube, value, light: 'green' }])
  const tables = [
    ['lab_files', 'imported_by', CLERK],
    ['results', 'matched_by', CLERK],
    ['gradings', 'given_by', CLINICIAN],
  ] as const
  const columns = await lab.database.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
      where table_schema = 'app' and column_name like '%\\_by\\_key' and table_name = any($1)`,
    [tables.map(([table]) => table)],
  )
  expect(columns.rows.map(({ name }) => name).sort()).toEqual(
    tables.map(([table, by]) => `${table}.${by}_key`).sort(),
  )
  const store = (table: string, by: string, values: readonly [string, string]) =>
    lab.database.query(
      `alter table app.${table} disable trigger user; update app.${table} set ${by} = '${values[0]}', ${by}_key = '${values[1]}';
       alter table app.${table} enable trigger user`,
    )
  for (const old of OLD_KEYS) {
    for (const [table, by] of tables) await store(table, by, old)
    await lab.database.query(`begin; ${readFileSync(MIGRATION, 'utf8')}; commit`)
    for (const [table, by] of tables) {
      const { rows } = await lab.database.query(`select ${by}_key as key from app.${table}`)
      expect(rows, `${table} ${old[0]}`).toEqual([{ key: personKey(old[0]) }])
    }
  }
  for (const [table, by, person] of tables) await store(table, by, [person, personKey(person)])
  await lab.close()
})

/** Names of a profile, and the keys of its tube before the migration. */
const ONE_NAME = [
  ['Ravi', '-', 'ravi', '-'],
  ['Ravi', '.', 'ravi', '.'],
  ['Ravi', 'N/A', 'ravi', 'n/a'],
  ['None', 'Ravi', 'none', 'ravi'],
  ['No first name', 'Ravi', 'nofirstname', 'ravi'],
  ['-', '..', '-', '..'],
  ['Edwin', 'Nonesuch', 'edwin', 'nonesuch'],
  ['Liam', "O'Brien", 'liam', 'obrien'],
  ['X Æ 12', 'D.', 'xae12', 'd.'],
] as const

it('LAB-01 the migration gives tubes of patients with one name the keys that the application gives', async () => {
  const lab = await labDatabase(1)
  for (const [firstName, lastName, forename, surname] of ONE_NAME) {
    await lab.database.query('alter table app.samples disable trigger user')
    await lab.database.query('update app.samples set forename_key = $1, surname_key = $2', [
      forename,
      surname,
    ])
    await lab.database.query('alter table app.samples enable trigger user')
    const migration = 'supabase/migrations/20261127110000_one_name.sql'
    await lab.database.query(`begin; ${readFileSync(migration, 'utf8')}; commit`)
    const { rows } = await lab.database.query(
      'select surname_key as surname, forename_key as forename from app.samples',
    )
    expect(rows, `${firstName} ${lastName}`).toEqual([nameKeys({ firstName, lastName })])
  }
  await lab.close()
})
