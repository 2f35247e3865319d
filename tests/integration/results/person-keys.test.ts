import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
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
