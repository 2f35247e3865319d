import { BY_HAND } from '#tests/fixtures/by-hand.ts'

/** The appointment that a row belongs to: attended, one for all tables. */
const PLACE = `with made as (
        insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, idempotency_key, booked_at, closed_at)
        select :event, :profile, $1::timestamptz, $1::timestamptz + interval '10 minutes', 1, 'attended', 'tidy-' || $2, $1, $1
         where not exists (select from app.appointments where idempotency_key = 'tidy-' || $2) returning appointment_id, profile_id),
      place as (select appointment_id, profile_id from made
        union all select appointment_id, profile_id from app.appointments where idempotency_key = 'tidy-' || $2)`

/**
 * An insert of one row per table and the longest time that a row is kept. `$1` is when it was last of use, `$2` a number that differs
 * by row; `:profile` and `:event` are replaced.
 */
export const TIDIED: Record<string, { keptDays: number; insert: string }> = {
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
    insert: `${PLACE}
      insert into app.reminders (appointment_id, kind, slot_start, queued_at)
      select appointment_id, 'week', $1, $1 from place`,
  },
  sms_messages: {
    keptDays: 90,
    insert: `${PLACE}
      insert into app.sms_messages (profile_id, appointment_id, kind, slot_start, queued_at)
      select profile_id, appointment_id, 'reminder', $1, $1 from place`,
  },
  audit_log: {
    keptDays: 8 * 365 + 2,
    insert: `insert into app.audit_log (at, action, subject) values ($1, 'x', 'x' || $2)`,
  },
  lab_uploads: {
    keptDays: 2,
    insert: `${BY_HAND}, lab as (
        insert into app.labs (lab_name, lab_key) values ('Tidy ' || $2, 'tidy' || $2) on conflict (lab_key) do update set lab_name = excluded.lab_name returning lab_id),
      person as (
        insert into app.staff (email, staff_name, name_key, roles, created_at, changed_at)
        values ('tidy-' || $2 || '@example.org', 'Tidy ' || $2, 'tidy' || $2, '{coordinator}', $1, $1)
        on conflict (email) do update set staff_name = excluded.staff_name returning staff_id)
      insert into app.lab_uploads (upload_id, lab_id, state, sent_by, staff_id, sent_at, request_id)
      select gen_random_uuid(), lab_id, 'checked', 'Mo Finch, coordinator', staff_id, $1, gen_random_uuid() from lab, person`,
  },
  booking_networks: {
    keptDays: 30,
    insert: `${PLACE}
      insert into app.booking_networks select appointment_id, 'x', $1 from place`,
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
  payment_transmissions: {
    keptDays: 5,
    insert: `insert into app.payment_transmissions (transmission_id, body_hash, received_at) values ('transmission-' || $2, 'x', $1)`,
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
  // Rows of no patient; the content of the others is deleted earlier.
  lab_rows: {
    keptDays: 366,
    insert: `with file as (
        insert into app.lab_files (file_id, sha256, imported_by, imported_by_key, imported_at, row_count)
        values (gen_random_uuid(), sha256(('f' || $2)::bytea), 'Mo Finch, coordinator', 'mofinch', $1, 1) returning file_id)
      insert into app.lab_rows (row_id, file_id, line, decision, reasons)
      select gen_random_uuid(), file_id, 2, 'quarantined', '{label-unknown}' from file`,
  },
  // As long as rows of no patient.
  lab_checks: {
    keptDays: 366,
    insert: `insert into app.lab_checks (label, identity_hash, checked_at) values ('H' || $2, ('c' || $2)::bytea, $1)`,
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
  // The event begins when the row is of no use any more.
  event_notices: {
    keptDays: 1,
    insert: `${BY_HAND}, begun as (
        insert into app.events (product_id, event_on, start_time, audience, total_spaces)
        select product_id, ($1::timestamptz at time zone 'Europe/London')::date, ($1::timestamptz at time zone 'Europe/London')::time, 'community', $2::int
          from app.events where event_id = :event returning event_id)
      insert into app.event_notices select min(subscription_id), min(event_id), 0 from app.subscriptions, begun`,
  },
  waiting_entries: {
    keptDays: 30,
    insert: `insert into app.waiting_entries (event_id, profile_id, mornings, afternoons, evenings, joined_at, ended_at, ended_because)
      select :event, :profile, true, true, true, $1, $1, 'left' where $2::text <> ''`,
  },
}
