import { createCipheriv, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { migrate, readMigrations } from '#server/database/migrations.ts'
import { resealAll, sealClearValues } from '#server/operations/reseal.ts'
import { nhsNumberContext } from '#server/repositories/profiles.ts'
import { judgementContext, resultContext } from '#server/repositories/results-contexts.ts'
import { createSealer } from '#server/security/seal.ts'
import { buildProfile } from '#tests/fixtures/builders.ts'
import { asAdministrator } from '#tests/fixtures/database.ts'
import { nameDatabase } from '#tests/fixtures/database-names.ts'
import { openSqlDatabase, type SqlDatabase } from '#tests/fixtures/sql-database.ts'

const SEALED_IN = '20261126120000_sealed_judgements.sql'
const name = `clear_${randomBytes(6).toString('hex')}`
const key = randomBytes(32)
const sealer = createSealer({
  data: [{ id: 'k1', key }],
  lookup: randomBytes(32),
})
const [judged, withoutRetest, unjudged, notShown] = [
  randomUUID(),
  randomUUID(),
  randomUUID(),
  randomUUID(),
]

let database: SqlDatabase

/** A database of before that migration, with rows as it stored them: the next test in clear text, no comments as null. */
async function olderDatabase(url: string): Promise<void> {
  const migrations = await readMigrations()
  for (const { file, text } of migrations) {
    if (file.endsWith(SEALED_IN)) break
    await database.query(text)
  }
  // Only the rows count here: no trigger and no foreign key asks for their sample.
  await database.query(`
    set session_replication_role = replica;
    insert into app.results (result_id, sample_id, profile_id, row_id, version, state, finding_sealed, light_sealed, risk_group_sealed,
      comments_sealed, retest_on, round, judgement_mac, matched_by, matched_by_key, matched_at, changed_by, changed_at, released_at)
    select id, gen_random_uuid(), 1, gen_random_uuid(), 1, state, 'x',
      case when is_judged then 'x'::bytea end, case when is_judged then 'x'::bytea end, null, retest_on, case when is_judged then 1 end,
      case when is_judged then 'x'::bytea end, 'A, b', 'a', now(), 'A, b', now(),
      case when state = 'released' then now() end
      from (values ('${judged}'::uuid, true, '2029-11-05'::date, 'released'), ('${withoutRetest}', true, null, 'released'),
        ('${unjudged}', false, null, 'matched'), ('${notShown}', true, null, 'graded')) v (id, is_judged, retest_on, state);
    insert into app.gradings (grading_id, result_id, round, reader, given_by, given_by_key, given_at, light_sealed, risk_group_sealed,
      retest_on, judgement_mac, second_needed)
    select result_id, result_id, 1, 1, 'A, clinician', 'a', now(), 'x', 'x', retest_on, 'x', false from app.results
     where judgement_mac is not null;
    set session_replication_role = default`)
  const applied = migrations.slice(
    0,
    migrations.findIndex(({ file }) => file.endsWith(SEALED_IN)),
  )
  await database.query(
    `create schema supabase_migrations;
     create table supabase_migrations.schema_migrations (version text not null primary key);
     insert into supabase_migrations.schema_migrations values ${applied
       .map(({ file }) => `('${/(\d{14})_/.exec(file)?.[1]}')`)
       .join(', ')}`,
  )
  await migrate(url)
}

beforeAll(async () => {
  await asAdministrator(`create database ${name}`)
  const url = nameDatabase(inject('postgresUrl'), name)
  database = openSqlDatabase({ url, poolMax: 1 })
  // Not the site's name: it must be stopped for these migrations.
  await database.query("set application_name = 'a test'")
  await olderDatabase(url)
})
afterAll(async () => {
  await database.close()
  await asAdministrator(`drop database ${name} with (force)`)
})

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

it('LAB-10 OPS-02 the start encrypts the next tests of an earlier release, once; no day stays readable', async () => {
  const deps = { database, sealer, keyId: 'k1' }
  await expect(opened('results')).rejects.toThrow(/not configured/)
  await sealClearValues(deps)
  const expected = { [judged]: ['2029-11-05', ''], [withoutRetest]: ['none', ''] }
  expect(await opened('results')).toEqual(expected)
  expect(await opened('gradings')).toEqual({ ...expected, [notShown]: ['none', ''] })
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
      (column) => `${column}_sealed:${column.startsWith('results') ? 2 : 3} values, key k1`,
    ),
  )
  await sealClearValues(deps)
  expect((await audited()).rows).toHaveLength(once.length)
})

it('LAB-06 LAB-13 a result that one clinician judged before the thresholds, and that is not shown yet, is judged again', async () => {
  const { rows } = await database.query(
    'select state, round, judgement_mac, light_sealed, change_reason as reason from app.results where result_id = $1',
    [notShown],
  )
  const reason = 'judged by one clinician before the thresholds'
  expect(rows).toEqual([
    { state: 'matched', round: null, judgement_mac: null, light_sealed: null, reason },
  ])
  const audited = await database.query('select 1 from app.audit_log where subject = $1', [
    `result:${notShown}`,
  ])
  expect(audited.rows).toHaveLength(1)
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
