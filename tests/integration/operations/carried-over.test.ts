import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { migrate, pendingMigrations } from '#core/server/database/migrations.ts'
import { testDatabase } from '#tests/fixtures/database.ts'

/** `pg_dump` of a database of commit 1d4b8880 (version 0.4.0) with the records of its 62 migrations and one booked patient. */
const DUMP = gunzipSync(
  readFileSync(new URL('../../fixtures/version-0.4.0.sql.gz', import.meta.url)),
).toString()

/** Everything in our schemas, in one list of texts. */
const SCHEMA = `
  select pg_get_functiondef(p.oid) || coalesce(p.proacl::text, '') as text from pg_proc p
   where p.pronamespace::regnamespace::text in ('app', 'booking', 'lab')
  union all
  select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
  union all
  select c.oid::regclass || ' ' || c.relkind::text || ' ' || c.relrowsecurity || ' ' || coalesce(c.relacl::text, '')
    || case when c.relkind = 'v' then pg_get_viewdef(c.oid) when c.relkind = 'i' then pg_get_indexdef(c.oid) else '' end
    from pg_class c where c.relnamespace::regnamespace::text in ('app', 'booking', 'lab')
  union all
  select string_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull || a.attidentity::text || a.attgenerated::text
      || coalesce(pg_get_expr(d.adbin, d.adrelid), ''), ', ' order by a.attnum)
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
   where a.attrelid::regclass::text like 'app.%' and a.attnum > 0 and not a.attisdropped group by a.attrelid
  union all
  select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
   where connamespace::regnamespace::text = 'app'
  union all
  select nspname || has_schema_privilege('public', oid, 'usage') from pg_namespace where nspname in ('app', 'booking', 'lab')
  union all
  select version || coalesce(name, '') || array_length(statements, 1) from supabase_migrations.schema_migrations
  order by 1`

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** A database of that commit; `change` is run in it. */
async function oldDatabase(change = '') {
  const test = await testDatabase({ poolMax: 1 }, 'template1')
  onTestFinished(() => test.close())
  const restored = new Client({ connectionString: test.url })
  await restored.connect()
  await restored.query(`${DUMP}; ${change}`)
  await restored.end()
  return test
}

const schemaOf = async (url: string) =>
  (await (await connected(url)).query<{ text: string }>(SCHEMA)).rows.map(({ text }) => text)

it('OPS-02 a database with the former migrations is carried over: it equals a new one and keeps its rows', async () => {
  const old = await oldDatabase()
  const applied = await migrate(old.url)
  expect(applied.filter((file) => !file.startsWith('supabase/routines/'))).toEqual([
    '20261129000000_staff.sql',
  ])
  expect(await pendingMigrations(old.database)).toEqual([])
  const fresh = await testDatabase()
  onTestFinished(() => fresh.close())
  const schema = await schemaOf(old.url)
  expect(schema.length).toBeGreaterThan(400)
  expect(schema).toEqual(await schemaOf(fresh.url))
  const { rows } = await old.database.query(
    `select p.email, e.event_name, a.status, h.action, j.payload ->> 'template' as mail
       from app.profiles p join app.appointments a using (profile_id) join app.events e using (event_id)
       join app.appointment_events h using (appointment_id) join app.jobs j on j.payload ->> 'appointment_id' = a.appointment_id::text`,
  )
  expect(rows).toEqual([
    {
      email: 'kept@example.org',
      event_name: 'Kept event',
      status: 'booked',
      action: 'booked',
      mail: 'booked',
    },
  ])
})

it('OPS-16 a database with the former migrations is not carried over while its site runs', async () => {
  const old = await oldDatabase()
  await old.database.query('select 1')
  await expect(migrate(old.url)).rejects.toThrow(/changes what the running site uses/)
  expect(await pendingMigrations(old.database)).not.toEqual([])
  const { rows } = await old.database.query(
    'select count(*)::int as count from supabase_migrations.schema_migrations',
  )
  expect(rows).toEqual([{ count: 62 }])
})

it('OPS-02 a database without all former migrations is refused', async () => {
  const { url } = await oldDatabase(
    "delete from supabase_migrations.schema_migrations where version > '20261127'",
  )
  await expect(migrate(url)).rejects.toThrow(
    /lacks some of the migrations before 28 November 2026, so nothing was changed/,
  )
})
