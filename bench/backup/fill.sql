-- 250,000 appointments of 50,000 patients in 2,500 events of 100 places: 500 events ahead, 2,000 past. Every patient has five, at most one
-- of them upcoming. NHS numbers, answers and the audit log have the sizes of real ones.
insert into app.products (product_name, price_pence) values ('Total PSA Test', 0);
with noted as (insert into app.audit_log (at, action, subject) values (now(), 'filled', 'events:'))
insert into app.events (event_name, product_id, event_on, start_time, end_time, session_minutes, audience, total_spaces, address_line_1, city)
  select 'Screening ' || n, 1, (current_date + case when n <= 500 then 2 + n else 100 - n end), '09:00', '17:20', 5, 'community', 100,
    n || ' High Street', 'Colchester' from generate_series(1, 2500) n;
insert into app.profiles (user_id, email, first_name, last_name, gender, birth_date, phone, home_address, nhs_number_sealed, nhs_number_hash)
  select gen_random_uuid(), 'patient-' || n || '@example.org', 'Arthur', 'Pendle ' || n, 'Male', '1961-02-03', '01206 555 0100',
    n || ' High Street, Colchester, CO1 1AA, England', sha256(n::text::bytea), sha256(n::text::bytea) from generate_series(1, 50000) n;
insert into app.appointments (event_id, profile_id, slot_start, slot_end, place_no, status, idempotency_key, booked_at, closed_at)
  select e.event_id, 100001 + (round * 50000 + slot_index + (event_index % 500) * 100) % 50000,
    e.starts_at + slot_index * interval '5 minutes', e.starts_at + (slot_index + 1) * interval '5 minutes', 1,
    case when round = 0 then 'booked' else 'attended' end, 'key-' || event_index || '-' || slot_index, e.starts_at - interval '30 days', null
    from (select *, (event_id - 1001)::int as event_index, ((event_id - 1001) / 500)::int as round from app.events) e,
      generate_series(0, 99) slot_index;
insert into app.appointment_events (appointment_id, profile_id, at, action, to_slot, changed_by)
  select appointment_id, profile_id, booked_at, 'booked', slot_start, 'patient' from app.appointments;
with noted as (insert into app.audit_log (at, action, subject) values (now(), 'filled', 'consents:'))
insert into app.consents (consent_id, profile_id, test_on, text_version, text_hash, answers_sealed, agreed_at)
  select gen_random_uuid(), profile_id, (slot_start at time zone 'Europe/London')::date, '1.0', encode(sha256('x'), 'hex'),
    sha256(appointment_id::text::bytea) || sha256('a') || sha256('b') || sha256('c') || sha256('d') || sha256('e') || sha256('f'), booked_at
    from app.appointments;
insert into app.audit_log (at, actor_profile_id, action, subject)
  select booked_at, profile_id, 'booked', 'appointment:' || appointment_id from app.appointments;
insert into app.jobs (kind, dedupe_key, payload, run_at, done_at)
  select 'mail', 'booked:' || appointment_id || ':0',
    jsonb_build_object('template', 'booked', 'appointment_id', appointment_id, 'sequence', 0), booked_at, booked_at
    from app.appointments where status = 'booked';
