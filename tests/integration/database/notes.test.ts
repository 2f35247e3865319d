import { describe, expect, it } from 'vitest'
import { CHARACTER_LIMITS, NOTE_LIMITS } from '#core/rules/character-limits.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'

const test = perFile(() => testDatabase({ poolMax: 1 }))

/** The notes that the database can read, with the rule of the pages that each has. */
const READABLE = {
  'audit_log.reason': Math.max(NOTE_LIMITS.reason, NOTE_LIMITS.deskReason),
  'lab_rows.proposed_paper': NOTE_LIMITS.paper,
  'lab_rows.proposed_reason': NOTE_LIMITS.reason,
  'lab_rows.resolution_reason': NOTE_LIMITS.reason,
  'lab_rows.resolved_paper': NOTE_LIMITS.paper,
  'results.change_reason': NOTE_LIMITS.reason,
  'samples.change_reason': NOTE_LIMITS.reason,
  'staff.registration': NOTE_LIMITS.registration,
  'staff.staff_name': CHARACTER_LIMITS.name,
}

/** Of commands, of the provider or of a list of words, not of a page of staff. */
const OTHERS = ['disputes.note', 'refunds.note', 'refunds.reason']

describe('notes of staff', () => {
  it('STF-09 the database has the limits of the pages, for each note that it can read', async () => {
    const { rows } = await test.database.query<{ name: string; most: number }>(
      `select c.relname || '.' || found[1] as name, found[2]::int as most
         from pg_constraint k join pg_class c on c.oid = k.conrelid,
              regexp_match(pg_get_constraintdef(k.oid), 'length\\((\\w+)\\) <= (\\d+)') as found
        where k.contype = 'c' and k.connamespace = 'app'::regnamespace and found is not null and found[1] not like '%\\_id'`,
    )
    expect(Object.fromEntries(rows.map(({ name, most }) => [name, most]))).toEqual(READABLE)
  })

  it('STF-09 no note of staff is without a limit or encrypted', async () => {
    const { rows } = await test.database.query<{ name: string }>(
      `select table_name || '.' || column_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = 'app' and table_type = 'BASE TABLE' and data_type = 'text' and column_name ~ '(^|_)(reason|note|paper|comments?)$' order by 1`,
    )
    const known = [...Object.keys(READABLE), ...OTHERS]
    expect(rows.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([])
    expect(rows.length).toBeGreaterThan(OTHERS.length)
  })

  it('STF-09 a longer entry of the audit log is refused, but not the note of a payment; without the limit it is stored', async () => {
    const most = READABLE['audit_log.reason']
    const add = (subject: string, length: number) =>
      `insert into app.audit_log (at, action, subject, reason) values (app.clock_now(), 'test', '${subject}', repeat('x', ${length}))`
    const tried = async (...statements: string[]) => {
      const text = ['begin', ...statements, 'rollback'].join('; ')
      return await test.database.query(text).then(
        () => 'stored',
        async (error: Error) => {
          await test.database.query('rollback')
          return error.message
        },
      )
    }
    expect(await tried(add('event:1', most))).toBe('stored')
    expect(await tried(add('payment:1', most + 1))).toBe('stored')
    expect(await tried(add('event:1', most + 1))).toMatch(/audit_log_reason_check/)
    const off = 'alter table app.audit_log drop constraint audit_log_reason_check'
    expect(await tried(off, add('event:1', most + 1))).toBe('stored')
  })
})
