import { createCipheriv, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { nhsNumberContext } from '#account/server/database/profiles.ts'
import { resealAll, sealClearValues } from '#app/commands/reseal.ts'
import { createSealer } from '#core/server/security/seal.ts'
import { judgementContext, resultContext } from '#results/server/database/results-contexts.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'

const key = randomBytes(32)
const sealer = createSealer({
  data: [{ id: 'k1', key }],
  lookup: randomBytes(32),
})
const [judged, withoutRetest, unjudged] = [randomUUID(), randomUUID(), randomUUID()]

let test: TestDatabase
let database: SqlDatabase

/** Rows as a migration leaves them, which has no key: the next test and the comments in clear text, after a zero byte. */
async function addClearRows(): Promise<void> {
  // Only the rows count here: no trigger and no foreign key asks for their sample.
  await database.query(`
    set session_replication_role = replica;
    insert into app.results (result_id, sample_id, profile_id, row_id, version, state, finding_sealed, light_sealed, risk_group_sealed,
      comments_sealed, retest_on_sealed, round, judgement_mac, matched_by, matched_by_key, matched_at, changed_by, changed_at, released_at)
    select id, gen_random_uuid(), 1, gen_random_uuid(), 1, state, 'x', sealed, sealed,
      case when retest is not null then '\\x00'::bytea end, '\\x00'::bytea || convert_to(retest, 'UTF8'),
      case when retest is not null then 1 end, sealed, 'A, b', 'a', now(), 'A, b', now(), case when state = 'released' then now() end
      from (values ('${judged}'::uuid, 'x'::bytea, '2029-11-05', 'released'), ('${withoutRetest}', 'x', 'none', 'released'),
        ('${unjudged}', null, null, 'matched')) v (id, sealed, retest, state);
    insert into app.gradings (grading_id, result_id, round, reader, given_by, given_by_key, given_at, light_sealed, risk_group_sealed,
      comments_sealed, retest_on_sealed, judgement_mac, second_needed)
    select result_id, result_id, 1, 1, 'A, clinician', 'a', now(), 'x', 'x', comments_sealed, retest_on_sealed, 'x', false
      from app.results where judgement_mac is not null;
    set session_replication_role = default`)
}

beforeAll(async () => {
  test = await testDatabase({ poolMax: 1 })
  database = test.database
  await addClearRows()
})
afterAll(() => test.close())

async function opened(table: 'results' | 'gradings') {
  const [id, contextOf] =
    table === 'results'
      ? (['result_id', resultContext] as const)
      : (['grading_id', judgementContext] as const)
  const { rows } = await database.query<{ id: string; retest: Buffer; comments: Buffer }>(
    `select ${id} as id, retest_on_sealed as retest, comments_sealed as comments from app.${table} where retest_on_sealed is not null`,
  )
  return Object.fromEntries(
    rows.map((row) => [
      row.id,
      [
        sealer.open(row.retest, contextOf(row.id, 'retest_on_sealed')),
        sealer.open(row.comments, contextOf(row.id, 'comments_sealed')),
      ],
    ]),
  )
}

it('LAB-10 OPS-02 the start encrypts what a migration left in clear text, once; no day stays readable', async () => {
  const deps = { database, sealer, keyId: 'k1' }
  await expect(opened('results')).rejects.toThrow(/not configured/)
  await sealClearValues(deps)
  const expected = { [judged]: ['2029-11-05', ''], [withoutRetest]: ['none', ''] }
  expect(await opened('results')).toEqual(expected)
  expect(await opened('gradings')).toEqual(expected)
  const { rows } = await database.query<{ row: string }>(
    'select r::text as row from app.results r union all select g::text from app.gradings g',
  )
  const clear = ['2029-11-05', 'none'].map((text) => Buffer.from(text).toString('hex'))
  for (const { row } of rows) for (const text of clear) expect(row).not.toContain(text)
  const audited = () =>
    database.query<{ subject: string }>(
      "select subject from app.audit_log where operator = 'the start of the site' order by 1",
    )
  const once = (await audited()).rows.map(({ subject }) => subject)
  expect(once).toEqual(
    ['gradings.comments', 'gradings.retest_on', 'results.comments', 'results.retest_on'].map(
      (column) => `${column}_sealed:2 values, key k1`,
    ),
  )
  await sealClearValues(deps)
  expect((await audited()).rows).toHaveLength(once.length)
})

it('OPS-06 LAB-10 the new encryption pads what was encrypted under the same key without padding, once', async () => {
  const id = randomUUID()
  const context = nhsNumberContext(id)
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(
    Buffer.from(`${context.table}\n${id}\n${context.column}`),
  )
  const text = Buffer.concat([cipher.update('9434765919'), cipher.final()])
  await buildProfile(database, {
    user_id: id,
    nhs_number_sealed: Buffer.concat([Buffer.from('\x02k1'), nonce, cipher.getAuthTag(), text]),
  })
  const deps = { database, sealer, keyId: 'k1' }
  const resealed = async () =>
    (await resealAll(deps, 'Ada Quill')).find((one) => one.table === 'profiles')?.resealed
  expect(await resealed()).toBe(1)
  const { rows } = await database.query<{ sealed: Buffer }>(
    'select nhs_number_sealed as sealed from app.profiles where user_id = $1',
    [id],
  )
  const sealed = rows[0]?.sealed ?? Buffer.alloc(0)
  expect(sealed.length).toBe(sealer.seal('', context).length)
  expect(sealer.open(sealed, context)).toBe('9434765919')
  expect(await resealed()).toBe(0)
})

it('LAB-10 a text that no migration left in clear is not encrypted as if it were ours', async () => {
  await database.query(
    `set session_replication_role = replica;
     update app.results set comments_sealed = '\\x00'::bytea || 'Call 01632 960 111'::bytea where result_id = '${judged}';
     set session_replication_role = default`,
  )
  const deps = { database, sealer, keyId: 'k1' }
  await sealClearValues(deps)
  await resealAll(deps, 'Ada Quill')
  await expect(opened('results')).rejects.toThrow(/not configured/)
})
