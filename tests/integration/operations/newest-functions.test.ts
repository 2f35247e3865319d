import { expect, it } from 'vitest'
import { readMigrations } from '#server/database/migrations.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { newestDefinitions } from '../../../scripts/function/definitions.ts'

const test = perFile(testDatabase)

it('npm run function shows each function of the database as it is there', async () => {
  const { rows } = await test.database.query<{ name: string; body: string }>(
    `select format('%I.%I', pronamespace::regnamespace, proname) as name, prosrc as body from pg_proc
      where pronamespace in ('app'::regnamespace, 'booking'::regnamespace, 'lab'::regnamespace)
      order by format('%I.%I', pronamespace::regnamespace, proname) collate "C"`,
  )
  const shown = newestDefinitions(await readMigrations())
  expect([...shown.keys()]).toEqual(rows.map(({ name }) => name))
  const others = rows.filter(({ name, body }) => shown.get(name)?.text.includes(body) !== true)
  expect(others.map(({ name }) => name)).toEqual([])
})
