import { Client } from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { migrate, pendingMigrations } from '#core/server/database/migrations.ts'
import { NEEDS_STOP } from '#core/server/database/replace-routines.ts'
import { type Routine, readRoutines, routinesIn } from '#core/server/database/routines.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'

const ROUTINES = await readRoutines()
const FILE = 'supabase/routines/booking.sql'
const LEAST = 'function booking.least_after_payment'

let test: TestDatabase
let client: Client

beforeEach(async () => {
  test = await testDatabase({ poolMax: 1 })
  client = new Client({ connectionString: test.url })
  await client.connect()
})
afterEach(async () => {
  await client.end()
  await test.close()
})

/** The routines of a next release, in which `id` is `text`, with its comment; without a text it has none. */
const nextRelease = (id: string, text = ''): Routine[] =>
  ROUTINES.flatMap((one) => (one.id === id ? routinesIn(one.file, text) : [one]))

const textOf = (id: string) => ROUTINES.find((one) => one.id === id)?.statement ?? ''

/** Each function, view and trigger with its oid and the transaction that wrote it last. */
async function written(): Promise<Map<string, string>> {
  const { rows } = await client.query<{ name: string; at: string }>(
    `select oid::regproc::text as name, oid || ' ' || xmin as at from pg_proc where pronamespace::regnamespace::text in ('app', 'booking', 'lab')
     union all select oid::regclass::text, oid || ' ' || xmin from pg_class where relkind = 'v' and relnamespace = 'app'::regnamespace
     union all select tgname || tgrelid::regclass, oid || ' ' || xmin from pg_trigger where not tgisinternal order by 1`,
  )
  return new Map(rows.map(({ name, at }) => [name, at]))
}

/** What differs after `work`, by name. */
async function changedBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = await written()
  await work()
  const after = await written()
  const names = [...new Set([...before.keys(), ...after.keys()])]
  return names.filter((name) => before.get(name) !== after.get(name)).sort()
}

const siteRuns = () => test.database.query('select 1')
const siteStops = () => test.database.query("set application_name = 'a test'")

it('OPS-16 a changed body is replaced in place beside the running site, and nothing else is', async () => {
  await siteRuns()
  const routines = nextRelease(
    LEAST,
    textOf(LEAST).replace("interval '5 minutes'", "interval '6 minutes'"),
  )
  const { rows } = await client.query("select 'booking.least_after_payment'::regproc::oid as oid")
  const changed = await changedBy(() => migrate(test.url, { routines }))
  expect(changed).toEqual(['booking.least_after_payment'])
  expect(
    (await client.query("select 'booking.least_after_payment'::regproc::oid as oid")).rows,
  ).toEqual(rows)
})

it('OPS-16 changed parameters are refused beside the running site unless a line tolerates them; what used the function is created again', async () => {
  const changes = textOf(LEAST).replace(
    'least_after_payment()',
    'least_after_payment(p int default 0)',
  )
  const routines = nextRelease(LEAST, changes)
  await siteRuns()
  await expect(migrate(test.url, { routines })).rejects.toThrow(
    /^function booking\.least_after_payment changes what the running site uses/,
  )
  const tolerated = nextRelease(
    LEAST,
    `-- tolerated: booking.least_after_payment has a default\n${changes}`,
  )
  const changed = await changedBy(async () =>
    expect(await migrate(test.url, { routines: tolerated })).toEqual([FILE]),
  )
  expect(changed).toEqual(['booking.hold_end', 'booking.least_after_payment'])
  expect(await migrate(test.url, { routines: tolerated })).toEqual([])
})

it('OPS-02 a routine that is in no file any more is dropped, with its trigger; a trigger of another tool stays', async () => {
  const routines = ROUTINES.filter(
    ({ statement }) => !/app\.count_profile_version\b/.test(statement),
  )
  expect(routines).toHaveLength(ROUTINES.length - 2)
  await siteRuns()
  await expect(migrate(test.url, { routines })).rejects.toThrow(
    /changes what the running site uses/,
  )
  await siteStops()
  await client.query(
    'create trigger of_another_tool before truncate on app.events execute function app.refuse_change()',
  )
  const changed = await changedBy(async () =>
    expect(await migrate(test.url, { routines })).toEqual(['supabase/routines']),
  )
  expect(changed).toEqual(['app.count_profile_version', 'profiles_versionapp.profiles'])
  expect(await migrate(test.url, { routines })).toEqual([])
})

it('OPS-16 a routine that says so is not replaced beside the running site', async () => {
  await siteRuns()
  const changes = `${NEEDS_STOP}\n${textOf('view app.tests').replace(/;$/, ' ;')}`
  const routines = nextRelease('view app.tests', changes)
  await expect(migrate(test.url, { routines })).rejects.toThrow(/^view app\.tests changes what/)
  await siteStops()
  expect(await migrate(test.url, { routines })).toEqual(['supabase/routines/samples.sql'])
})

it('OPS-02 nothing is replaced when one routine fails', async () => {
  const routines = [
    ...nextRelease(LEAST, textOf(LEAST).replace('5 minutes', '6 minutes')),
    ...routinesIn(
      FILE,
      'create function app.failing() returns int language sql as $$ select x $$;',
    ),
  ]
  const changed = await changedBy(() =>
    expect(migrate(test.url, { routines })).rejects.toThrow(/^function app\.failing: column "x"/),
  )
  expect(changed).toEqual([])
})

it('OPS-02 a function that a column needs is not taken from it', async () => {
  const made = 'create function app.one() returns int language sql return 1;\n'
  const user = 'create function app.two() returns int language sql return app.one() + 1;'
  await migrate(test.url, { routines: [...ROUTINES, ...routinesIn(FILE, made + user)] })
  await client.query('alter table app.events add column two int default app.two()')
  await expect(
    migrate(test.url, { routines: [...ROUTINES, ...routinesIn(FILE, user)] }),
  ).rejects.toThrow(/A table needs one of these routines, so none was dropped: function app\.one/)
})

it('OPS-16 a release does not start on older routines; an older release starts on newer ones and keeps them', async () => {
  expect(await pendingMigrations(test.database)).toEqual([])
  const record = "update supabase_migrations.routines set statement = 'another'"
  await client.query(`${record} where id = '${LEAST}'`)
  expect(await pendingMigrations(test.database)).toEqual([FILE])
  await client.query(`update supabase_migrations.routines set version = '0.10.0'`)
  expect(await pendingMigrations(test.database)).toEqual([])
  expect(await changedBy(async () => expect(await migrate(test.url)).toEqual([]))).toEqual([])
  await client.query(`update supabase_migrations.routines set version = '0.3.9'`)
  expect(await pendingMigrations(test.database)).toEqual([FILE])
})

it('every routine with a text as its body has an empty search_path, and no other role may call a function', async () => {
  const unset = ROUTINES.filter(({ statement }) => statement.includes('$$')).filter(
    ({ statement }) => !statement.includes("set search_path = ''"),
  )
  expect(unset.map(({ id }) => id)).toEqual([])
  const { rows } = await client.query(
    `select oid::regproc from pg_proc
      where pronamespace::regnamespace::text in ('app', 'booking', 'lab') and has_function_privilege('public', oid, 'execute')`,
  )
  expect(rows).toEqual([])
})
