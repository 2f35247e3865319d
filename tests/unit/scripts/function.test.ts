import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readMigrations } from '#server/database/migrations.ts'
import { nearNames, newestDefinitions } from '../../../scripts/function/definitions.ts'

const FIRST = `create table app.rows (id int);

-- Counts.
-- In two lines.
create function app.count_rows(p_least int) returns bigint language sql stable set search_path = '' as $$
  select count(*) from app.rows; -- a semicolon inside
$$;
create function app.gone() returns void language sql as $$ select $$;
create function app.gone_for_good(p int) returns void language sql as $$ select $$;
`
const SECOND = `drop function app.gone();
drop function app.gone_for_good(int);
-- Another comment.

create or replace function app.count_rows(p_least int) returns bigint
language sql stable
  return 2;
create function app.gone(p int) returns trigger language plpgsql as $$ begin return new; end $$ ;
`
const BOTH = newestDefinitions([
  { file: 'a.sql', text: FIRST },
  { file: 'b.sql', text: SECOND },
])

it('a function is shown as the last migration that defines it has it', () => {
  expect([...BOTH.values()]).toEqual([
    {
      name: 'app.count_rows',
      file: 'b.sql',
      line: 5,
      text: `create or replace function app.count_rows(p_least int) returns bigint
language sql stable
  return 2;`,
    },
    {
      name: 'app.gone',
      file: 'b.sql',
      line: 8,
      text: 'create function app.gone(p int) returns trigger language plpgsql as $$ begin return new; end $$ ;',
    },
  ])
})

it('a function is shown with the comment before it and its whole body', () => {
  const [definition] = newestDefinitions([{ file: 'a.sql', text: FIRST }]).values()
  expect(definition).toEqual({
    name: 'app.count_rows',
    file: 'a.sql',
    line: 5,
    text: FIRST.split('\n').slice(2, 7).join('\n'),
  })
})

it('every function of the migrations is at the shown line', async () => {
  const definitions = [...newestDefinitions(await readMigrations()).values()]
  expect(definitions.length).toBeGreaterThan(100)
  for (const { name, file, line, text } of definitions) {
    const shown = readFileSync(file, 'utf8').split('\n')[line - 1] ?? ''
    expect(shown).toMatch(/^create (or replace )?function /)
    expect(shown).toContain(`${name}(`)
    expect(text).toContain(shown)
  }
})

it('an unknown name gets the names with the same words', () => {
  const names = ['booking.hold_slot', 'booking.pin_hold', 'booking.free_place', 'lab.hold']
  expect(nearNames(names, 'hold_slot')).toEqual([
    'booking.hold_slot',
    'booking.pin_hold',
    'lab.hold',
  ])
  expect(nearNames(names, 'booking.take_place')).toEqual(['booking.free_place'])
  expect(nearNames(names, 'booking.nothing')).toEqual([])
})
