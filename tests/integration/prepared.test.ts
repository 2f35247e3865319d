import { expect, it } from 'vitest'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'

const test = perFile(testDatabase)

it('keeps the connection, with its prepared statements, after a statement that was refused', async () => {
  const database = test.open({ poolMax: 1 })
  const connection = () =>
    database.prepared<{ pid: number }>(
      { name: 'pid', text: 'select pg_backend_pid() as pid where $1' },
      [true],
    )
  const before = await connection()
  await expect(
    database.prepared({ name: 'refused', text: 'select 1 / $1::int' }, [0]),
  ).rejects.toThrow('division by zero')
  expect(await connection()).toEqual(before)
})
