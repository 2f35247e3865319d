import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tidyTasks } from '#server/jobs/tidy.ts'
import { buildEvent, buildProfile } from '#tests/fixtures/builders.ts'
import { type TestDatabase, testDatabase } from '#tests/fixtures/database.ts'

/** Tables that no job tidies, and why their rows stay. */
const KEPT: Record<string, string> = {
  key_checks: 'one row per key',
  products: 'a few rows, made by operators',
  bank_holidays: 'a few rows per year',
  refunds: 'with their payments',
  disputes: 'with their payments',
  events: 'the charity’s record of its events; no personal data',
  profiles: 'until the erasure or the end of retention (OPS-05, OPS-07)',
  consents: 'append-only; until the erasure or the end of retention',
  labs: 'one row per laboratory',
  access_codes: 'a few rows per event, made by operators',
  spent_labels: 'a label is never used again',
  lab_files: 'one row per file: its hash refuses a second import',
  samples: 'until the erasure or the end of retention',
  results: 'until the erasure or the end of retention',
  gradings: 'until the erasure or the end of retention',
  released_results: 'a view',
  result_acknowledgements: 'append-only; with their results',
  appointment_events: 'append-only; with their appointments',
  sms_choices: 'a few rows per patient; until the erasure or the closing of the account',
}

/**
 * An insert of one row per table and the longest time that a row is kept. `$1` is when it was last of use, `$2` a number that differs
 * by row; `:profile` and `:event` are replaced.
 */
const TIDIED: Record<string, { keptDays: number; insert: string }> = {
  access_grants: {
    keptDays: 7,
    insert: `with code as (
        insert into app.access_codes (code_id, event_id, label, code_sealed, code_lookup, created_at)
        values (gen_random_uuid(), :event, 'x', 'x', ('c' || $2)::bytea, $1) returning code_id, event_id)
      insert into app.access_grants (event_id, code_id, token_hash, granted_at, expires_at)
      select event_id, code_id, ('g' || $2)::bytea, $1, $1::timestamptz + interval '7 days' from code`,
  },
  account_changes: {
    keptDays: 90,
    insert: `insert into app.account_changes (change_id, kind, user_id, email, state, asked_at, ended_at)
      values (('00000000-0000-4000-8000-' || lpad($2::text, 12, '0'))::uuid, 'password', gen_random_uuid(), 'x@example.org',
        'done', $1, $1)`,
  },
  appointments: {
    keptDays: 30,
    insert: `insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, hold_expires_at,
        idempotency_key, cancelled_at, cancelled_by, updated_at)
      select :event, :profile, $1::timestamptz, $1::timestamptz + interval '10 minutes', 1,
        case when $2::int % 2 = 0 then 'expired' else 'cancelled' end, $1, 'tidy-' || $2,
        case when $2::int % 2 = 1 then $1::timestamptz end, case when $2::int % 2 = 1 then 'patient' end, $1`,
  },
  account_closings: {
    keptDays: 30,
    insert: `insert into app.account_closings (user_id, email, closed_at) values (gen_random_uuid(), 'tidy-' || $2 || '@example.org', $1)`,
  },
  reminders: {
    keptDays: 90,
    insert: `with made as (
        insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, idempotency_key, booked_at, closed_at)
        select :event, :profile, $1::timestamptz, $1::timestamptz + interval '10 minutes', 1, 'attended', 'tidy-' || $2, $1, $1
         where not exists (select from app.appointments where idempotency_key = 'tidy-' || $2) returning appointment_id, profile_id),
      place as (select appointment_id, profile_id from made
        union all select appointment_id, profile_id from app.appointments where idempotency_key = 'tidy-' || $2)
      insert into app.reminders (appointment_id, kind, slot_start, queued_at)
      select appointment_id, 'week', $1, $1 from place`,
  },
  sms_messages: {
    keptDays: 90,
    insert: `with made as (
        insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, idempotency_key, booked_at, closed_at)
        select :event, :profile, $1::timestamptz, $1::timestamptz + interval '10 minutes', 1, 'attended', 'tidy-' || $2, $1, $1
         where not exists (select from app.appointments where idempotency_key = 'tidy-' || $2) returning appointment_id, profile_id),
      place as (select appointment_id, profile_id from made
        union all select appointment_id, profile_id from app.appointments where idempotency_key = 'tidy-' || $2)
      insert into app.sms_messages (profile_id, appointment_id, kind, slot_start, queued_at)
      select profile_id, appointment_id, 'reminder', $1, $1 from place`,
  },
  audit_log: {
    keptDays: 8 * 365 + 2,
    insert: `insert into app.audit_log (at, action, subject) values ($1, 'x', 'x' || $2)`,
  },
  booking_networks: {
    keptDays: 30,
    insert: `with made as (
        insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, idempotency_key, booked_at, closed_at)
        select :event, :profile, $1::timestamptz, $1::timestamptz + interval '10 minutes', 1, 'attended', 'tidy-' || $2, $1, $1
         where not exists (select from app.appointments where idempotency_key = 'tidy-' || $2) returning appointment_id)
      insert into app.booking_networks
      select appointment_id, 'x', $1 from (select appointment_id from made
        union all select appointment_id from app.appointments where idempotency_key = 'tidy-' || $2) as place`,
  },
  email_verifications: {
    keptDays: 90,
    insert: `insert into app.email_verifications (token_hash, profile_id, expires_at) values (('t' || $2)::bytea, :profile, $1)`,
  },
  enquiries: {
    keptDays: 366,
    insert: `insert into app.enquiries (enquiry_id, content_sealed, received_at)
      values (('00000000-0000-4000-8000-' || lpad($2::text, 12, '0'))::uuid, 'x', $1)`,
  },
  error_log: {
    keptDays: 90,
    insert: `insert into app.error_log (at, description, message) values ($1, 'x', 'x' || $2)`,
  },
  jobs: {
    keptDays: 90,
    insert: `insert into app.jobs (kind, dedupe_key, payload, run_at, done_at, failed_at)
      select 'mail', 'tidy-' || $2, '{}', $1, case when $2::int % 2 = 0 then $1::timestamptz end,
        case when $2::int % 2 = 1 then $1::timestamptz end`,
  },
  // Attempts without a capture go after a year.
  payments: {
    keptDays: 6 * 365 + 2,
    insert: `insert into app.payments (payment_id, event_id, amount_pence, state, order_id, capture_id, captured_pence, captured_at,
        created_at, updated_at, concluded_at)
      values (('00000000-0000-4000-8000-' || lpad($2::text, 12, '0'))::uuid, :event, 2500, 'refunded', 'order-' || $2, 'capture-' || $2,
        2500, $1, $1, $1, $1)`,
  },
  payment_events: {
    keptDays: 90,
    insert: `insert into app.payment_events (provider_event_id, event_type, received_at) values ('event-' || $2, 'x', $1)`,
  },
  payment_certificates: {
    keptDays: 1,
    insert: `insert into app.payment_certificates (certificate_url, pem, valid_until) values ('certificate-' || $2, 'x', $1)`,
  },
  // Of an order without a payment; the others go with their payment.
  transactions: {
    keptDays: 365,
    insert: `insert into app.transactions (payment_reference, amount_pence, status, is_settled, recorded_at)
      values ('order-' || $2, 2500, 'COMPLETED', true, $1)`,
  },
  password_resets: {
    keptDays: 1,
    insert: `insert into app.password_resets (token_hash, email, asked_at, expires_at) values (('r' || $2)::bytea, 'x@example.org', $1, $1)`,
  },
  // Rows of no patient; the content of the others is forgotten earlier.
  lab_rows: {
    keptDays: 366,
    insert: `with file as (
        insert into app.lab_files (file_id, sha256, imported_by, imported_by_key, imported_at, row_count)
        values (gen_random_uuid(), sha256(('f' || $2)::bytea), 'Mo Finch, results clerk', 'mofinch', $1, 1) returning file_id)
      insert into app.lab_rows (row_id, file_id, line, decision, reasons)
      select gen_random_uuid(), file_id, 2, 'quarantined', '{label-unknown}' from file`,
  },
  // The longest window of a limit.
  rate_limits: {
    keptDays: 7,
    insert: `insert into app.rate_limits (limit_name, subject_hash, window_start, used) values ('x', ('s' || $2)::bytea, $1, 1)`,
  },
  sessions: {
    keptDays: 30,
    insert: `insert into app.sessions (secret_hash, user_id, email, device, created_at, last_used_at, absolute_end_at)
      values (('h' || $2)::bytea, gen_random_uuid(), 'x@example.org', 'x', $1, $1, $1)`,
  },
  subscriptions: {
    keptDays: 366,
    insert: `insert into app.subscriptions (email, name, hear_about_event, asked_at, confirmed_at, ended_at)
      select 'tidy-' || $2 || '@example.org', 'x', true, $1::timestamptz,
        case when $2::int % 2 = 0 then $1::timestamptz end, case when $2::int % 2 = 0 then $1::timestamptz end`,
  },
  // Of a subscription that stays.
  subscription_links: {
    keptDays: 366,
    insert: `insert into app.subscription_links
      select ('l' || $2)::bytea, min(subscription_id), $1 from app.subscriptions`,
  },
  waiting_entries: {
    keptDays: 30,
    insert: `insert into app.waiting_entries (event_id, profile_id, mornings, afternoons, evenings, joined_at, ended_at, ended_because)
      select :event, :profile, true, true, true, $1, $1, 'left' where $2::text <> ''`,
  },
}

const ROWS = 6

let test: TestDatabase

beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

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
    const { rows } = await test.database.query<{ n: number }>(
      `select count(*) as n from app.${table}`,
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
