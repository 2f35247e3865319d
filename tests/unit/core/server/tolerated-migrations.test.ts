import { expect, it } from 'vitest'
import { readMigrations } from '#core/server/database/migrations.ts'
import { NEEDS_STOP } from '#core/server/database/replace-routines.ts'

/** A comment above a statement that looks dangerous, with the reason why the release before tolerates it. */
const TOLERATED = /^--\s*tolerated: \S/m
const DOLLAR_BODY = /\$(\w*)\$[\s\S]*?\$\1\$/g
const STRING = /'(?:[^']|'')*'/g
const COMMENT = /--.*$/gm
/** A comma between two actions, not one inside brackets. */
const NEXT_ACTION = /,(?![^(]*\))/

const NEW_TABLE = /\bcreate table (?:if not exists )?([\w.]+)/g
const CHANGED_TABLE = /^alter table (?:if exists )?(?:only )?([\w.]+) ([\s\S]*)$/
const UNIQUE_INDEX = /^create unique index [\s\S]*?\bon (?:only )?([\w.]+)/

/** Statements that take away what the release before uses, and blocks that run what this check cannot read. */
const REMOVES =
  /^(do |drop (?!(?:index|policy) )|truncate |alter (?!table )\S+ [\s\S]*\b(rename|set schema|drop)\b)/
/** The same of one action of `alter table`. */
const REMOVING_ACTION =
  /^(drop|rename|set schema|alter (column )?\S+ (set not null|(set data )?type)|add (constraint|check|unique|primary key|foreign key|exclude))\b/

function isRefused(action: string): boolean {
  const text = action.trim()
  const mustHaveValue =
    /^add (?!constraint)/.test(text) && /\bnot null\b/.test(text) && !/\bdefault\b/.test(text)
  return REMOVING_ACTION.test(text) || (mustHaveValue && !/\bgenerated\b/.test(text))
}

/** The statements of a migration that a running process of the release before may not tolerate. */
function intolerable(migration: string): string[] {
  if (migration.startsWith(NEEDS_STOP)) return []
  const bare = migration.replace(DOLLAR_BODY, "''").replace(STRING, "''")
  const created = new Set([...bare.toLowerCase().matchAll(NEW_TABLE)].map(([, table]) => table))
  return bare
    .split(';')
    .filter((part) => !TOLERATED.test(part))
    .map((part) => part.replace(COMMENT, '').toLowerCase().replace(/\s+/g, ' ').trim())
    .filter((statement) => {
      const [, table, actions = ''] = CHANGED_TABLE.exec(statement) ?? []
      if (table !== undefined)
        return !created.has(table) && actions.split(NEXT_ACTION).some(isRefused)
      const [, indexed] = UNIQUE_INDEX.exec(statement) ?? []
      return (indexed !== undefined && !created.has(indexed)) || REMOVES.test(statement)
    })
}

it('OPS-16 the release before tolerates every migration, or the migration says that it does not', async () => {
  const files = await readMigrations()
  // The first one makes the tables of an empty database.
  const found = files
    .slice(1)
    .flatMap(({ file, text }) => intolerable(text).map((statement) => `${file}: ${statement}`))
  expect(found).toEqual([])
})

it.each([
  'drop function booking.hold_slot(integer)',
  'drop table app.events',
  'alter table app.events drop column name',
  'alter table app.events add column a integer, rename column name to title',
  'alter table app.events add column a integer not null',
  'alter table app.events alter column name set not null',
  'alter table app.events alter column name type text',
  'alter table app.events add constraint a check (spaces > 0)',
  'alter function booking.hold_slot(integer) rename to hold',
  'create unique index on app.events (name)',
  'alter table app.events add exclude using gist (range with &&)',
  'do $$ begin drop table app.events; end $$',
  '-- a comment\ncreate table app.a (b integer); DROP VIEW app.c',
])('OPS-16 the check finds: %s', (text) => {
  expect(intolerable(`${text};`)).toHaveLength(1)
  expect(intolerable(`${NEEDS_STOP}\n${text};`)).toEqual([])
})

it.each([
  'alter table app.events add column a integer, add column b text not null default $$a, b$$',
  'create table app.a (b integer not null); alter table app.a add constraint c check (b in (1, 2))',
  'create or replace function booking.a() returns void language sql as $$ drop table app.events $$',
  "comment on table app.events is 'drop table; rename'",
  '-- tolerated: every row that the release before writes has a name\nalter table app.events alter column name set not null',
  'create index on app.events (name)',
  'drop index app.events_name',
])('OPS-16 the check lets pass: %s', (text) => {
  expect(intolerable(`${text};`)).toEqual([])
})
