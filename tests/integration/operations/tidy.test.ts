import { describe, expect, it } from 'vitest'
import { tidyTasks } from '#app/jobs/tidy.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { testDatabase } from '#tests/fixtures/database.ts'
import { perFile } from '#tests/fixtures/per-file.ts'
import { TIDIED } from './tidy-rows.ts'

/** Tables that no job tidies, and why their rows stay. */
const KEPT: Record<string, string> = {
  key_checks: 'one row per key',
  products: 'a few rows, made by operators',
  bank_holidays: 'a few rows per year',
  choice_texts: 'one row per published version that a consent names',
  refunds: 'with their payments',
  disputes: 'with their payments',
  refund_holds: 'with their payments',
  events: 'the charity’s record of its events; no personal data',
  profiles: 'until the erasure or the end of retention (OPS-05, OPS-07)',
  consents: 'append-only; until the erasure or the end of retention',
  labs: 'one row per laboratory',
  lab_mappings: 'append-only; a few rows per laboratory, which say how a file was read',
  lab_upload_pieces: 'with their uploads',
  access_codes: 'a few rows per event, made by operators',
  spent_labels: 'a label is never used again',
  thresholds: 'append-only; a few rows, which say what was in force on a day',
  lab_files: 'one row per file: its hash refuses a second import',
  desk_records: 'append-only; until the erasure or the end of retention',
  desk_in_force: 'a view',
  samples: 'until the erasure or the end of retention',
  free_repeats: 'with their samples',
  results: 'until the erasure or the end of retention',
  gradings: 'until the erasure or the end of retention',
  deferrals: 'append-only; with their results',
  released_results: 'a view',
  tests: 'a view',
  last_tests: 'a view',
  unread_results: 'a view',
  result_acknowledgements: 'append-only; with their results',
  follow_ups: 'with their results',
  follow_up_notes: 'append-only; with their results',
  appointment_events: 'append-only; with their appointments',
  accounts: 'with their profiles and staff',
  staff: 'a few rows: records name them for eight years',
  staff_factors: 'with their staff',
  staff_invitations: 'a few rows, with their staff',
  attendance: 'a view',
  sms_choices: 'a few rows per patient; until the erasure or the closing of the account',
}

const ROWS = 6

const test = perFile(testDatabase)

async function insertRows(daysAgo: number, from: number): Promise<void> {
  const event = await buildEvent(test.database, { total_spaces: 100 })
  const profile = await buildProfile(test.database)
  const at = new Date(Date.now() - daysAgo * 86_400_000)
  for (const { insert } of Object.values(TIDIED)) {
    const sql = insert.replace(':event', String(event)).replace(':profile', String(profile))
    for (let n = from; n < from + ROWS; n += 1) await test.database.query(sql, [at, n])
  }
}

async function countRows(): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of Object.keys(TIDIED)) {
    // Without the entries of the fixtures (AUD-03).
    const own = table === 'audit_log' ? `where subject not like '%:'` : ''
    const { rows } = await test.database.query<{ n: number }>(
      `select count(*) as n from app.${table} ${own}`,
    )
    counts[table] = rows[0]?.n ?? 0
  }
  return counts
}

const everyTable = (rows: number) =>
  Object.fromEntries(Object.keys(TIDIED).map((table) => [table, rows]))

async function tidy(): Promise<void> {
  for (const task of tidyTasks(test.database)) await task()
}

describe('tables that grow', () => {
  it('OPS-08 every table is tidied by a job, or a reason says why its rows stay', async () => {
    const { rows } = await test.database.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'app'`,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(
      [...Object.keys(KEPT), ...Object.keys(TIDIED)].sort(),
    )
  })

  it('OPS-08 rows that are needed no longer go, recent ones stay', async () => {
    await insertRows(0, 1)
    await insertRows(20 * 366, 100)
    expect(await countRows()).toEqual(everyTable(2 * ROWS))
    await tidy()
    expect(await countRows()).toEqual(everyTable(ROWS))
  })

  it('OPS-08 each table keeps its rows for as long as it says', async () => {
    for (const [n, [table, { keptDays, insert }]] of Object.entries(TIDIED).entries()) {
      const event = await buildEvent(test.database)
      const profile = await buildProfile(test.database)
      const sql = insert.replace(':event', String(event)).replace(':profile', String(profile))
      const before = (await countRows())[table] ?? 0
      const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
      // Even numbers: the variant of the table that is kept longest.
      await test.database.query(sql, [daysAgo(keptDays + 1), 1000 + 4 * n])
      await test.database.query(sql, [daysAgo(keptDays - 2), 1002 + 4 * n])
      await tidy()
      expect((await countRows())[table], table).toBe(before + 1)
    }
  })

  it('OPS-08 an appointment that was booked stays, whatever became of it', async () => {
    const event = await buildEvent(test.database)
    const profile = await buildProfile(test.database)
    await test.database.query(
      `insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, idempotency_key, booked_at,
         cancelled_at, cancelled_by, updated_at)
       select $1, $2, at, at + interval '10 minutes', 1, status, 'kept-' || status, at,
         case when status = 'cancelled' then at end, case when status = 'cancelled' then 'patient' end, at
         from (values ('cancelled', '2016-01-01'::timestamptz), ('attended', '2016-01-02'), ('no_show', '2016-01-03')) v (status, at)`,
      [event, profile],
    )
    await tidy()
    const { rows } = await test.database.query(
      'select status from app.appointments where profile_id = $1 order by 1',
      [profile],
    )
    expect(rows).toEqual([{ status: 'attended' }, { status: 'cancelled' }, { status: 'no_show' }])
  })
})
