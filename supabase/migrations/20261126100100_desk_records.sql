-- What happens at the desk of an evening (decision 041), consents on paper, and corrections of what was recorded.

-- A consent on paper: the number of the form, and who recorded it. Its answers may stay on paper.
alter table app.consents
  add column channel text not null default 'online' check (channel in ('online', 'paper')),
  add column paper_ref text,
  add column recorded_by text check (recorded_by ~ '^[^,]+, [^,]+$'),
  add constraint consents_paper check ((channel = 'paper') = (paper_ref is not null) and (channel = 'paper') = (recorded_by is not null));
create unique index consents_one_per_form on app.consents (paper_ref) where paper_ref is not null;

-- Append-only. The id is made by the client, so that a repeat changes nothing. A record ends by another of kind 'undone'.
create table app.desk_records (
  desk_record_id uuid primary key,
  profile_id bigint not null references app.profiles on delete cascade,
  event_id bigint not null references app.events,
  -- Null for a patient who came without an appointment.
  appointment_id uuid references app.appointments on delete cascade,
  kind text not null check (kind in
    ('arrived', 'identity-confirmed', 'identity-failed', 'answers', 'not-tested', 'absent', 'left', 'undone')),
  undoes uuid unique references app.desk_records on delete cascade,
  details_sealed bytea,
  source text not null check (source in ('online', 'paper')),
  recorded_by text not null check (recorded_by ~ '^[^,]+, [^,]+$'),
  recorded_at timestamptz not null,
  constraint desk_records_undone check ((kind = 'undone') = (undoes is not null))
);
create index desk_records_by_place on app.desk_records (event_id, profile_id);
create index desk_records_by_patient on app.desk_records (profile_id);
create index desk_records_by_appointment on app.desk_records (appointment_id);
alter table app.desk_records enable row level security;

create function app.guard_desk_record() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if new.appointment_id is not null and not exists (
      select from app.appointments a where a.appointment_id = new.appointment_id and a.profile_id = new.profile_id and a.event_id = new.event_id) then
      raise exception 'L1 a desk record is of the patient and the event of its appointment' using errcode = 'check_violation';
    end if;
    return new;
  elsif tg_op = 'DELETE' then
    if lab.is_erasing(old.profile_id) then return old; end if;
  elsif pg_catalog.current_setting('app.append_only', true) = 'reseal'
    and pg_catalog.to_jsonb(new) - 'details_sealed' = pg_catalog.to_jsonb(old) - 'details_sealed' then return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger desk_records_append_only before insert or update or delete on app.desk_records
  for each row execute function app.guard_desk_record();
create trigger desk_records_not_truncated before truncate on app.desk_records
  for each statement execute function app.refuse_change();

-- The records that have not been undone.
create view app.desk_in_force with (security_invoker = true) as
  select d.* from app.desk_records d
   where d.kind <> 'undone' and not exists (select from app.desk_records u where u.undoes = d.desk_record_id);

-- Adds a record, once.
create function lab.record_at_desk(p_id uuid, p_profile bigint, p_event bigint, p_appointment uuid, p_kind text, p_details bytea,
  p_source text, p_by text) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz := app.clock_now();
begin
  insert into app.desk_records (desk_record_id, profile_id, event_id, appointment_id, kind, details_sealed, source, recorded_by, recorded_at)
  values (p_id, p_profile, p_event, p_appointment, p_kind, p_details, p_source, p_by, v_now) on conflict (desk_record_id) do nothing;
  if found then
    insert into app.audit_log (at, action, subject, operator)
    values (v_now, 'desk-' || p_kind, coalesce('appointment:' || p_appointment, 'profile:' || p_profile), p_by);
  end if;
end $$;

-- Whether the patient's identity was compared at this event; a later comparison that failed counts more.
create function lab.is_identified(p_profile bigint, p_event bigint) returns boolean language sql stable set search_path = '' as $$
  select exists (
    select from app.desk_in_force c where c.profile_id = p_profile and c.event_id = p_event and c.kind = 'identity-confirmed'
       and not exists (
         select from app.desk_in_force f where f.profile_id = p_profile and f.event_id = p_event and f.kind = 'identity-failed'
            and f.recorded_at > c.recorded_at))
$$;

-- As before; a tube is also refused without a consent for the day, without an identity that was compared, at a cancelled event, and for a
-- patient who was not tested. More reasons: event-cancelled, no-consent, no-identity, not-tested.
create or replace function lab.attend(p_sample uuid, p_appointment uuid, p_profile bigint, p_event bigint, p_lab bigint, p_label text,
  p_taken_at timestamptz, p_surname_key text, p_forename_key text, p_birth_date date, p_patient_name bytea, p_by text,
  out r_reason text, out r_known boolean)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  e app.events;
  v_now timestamptz := app.clock_now();
begin
  r_known := exists (select from app.samples s where s.label = p_label and s.profile_id = p_profile and s.event_id = p_event
    and s.appointment_id is not distinct from p_appointment and s.taken_at = p_taken_at and lab.is_live(s.state));
  if r_known then return; end if;
  if p_taken_at > v_now then r_reason := 'in-future'; return; end if;
  select * into e from app.events where event_id = p_event;
  if e.event_on is distinct from (p_taken_at at time zone 'Europe/London')::date then r_reason := 'not-event-day'; return; end if;
  if e.cancelled_at is not null then r_reason := 'event-cancelled'; return; end if;
  if p_appointment is not null then
    select * into a from app.appointments
     where appointment_id = p_appointment and profile_id = p_profile and event_id = p_event for update;
    if not found or a.status not in ('booked', 'attended') then r_reason := 'not-booked'; return; end if;
  end if;
  if not lab.is_label_free(p_label) then r_reason := 'label-used'; return; end if;
  if exists (select from app.samples where event_id = p_event and profile_id = p_profile and lab.is_live(state)) then
    r_reason := 'sample-taken';
    return;
  end if;
  if not exists (select from app.consents c where c.profile_id = p_profile and c.test_on = e.event_on) then r_reason := 'no-consent'; return; end if;
  if not lab.is_identified(p_profile, p_event) then r_reason := 'no-identity'; return; end if;
  if exists (select from app.desk_in_force d where d.profile_id = p_profile and d.event_id = p_event and d.kind = 'not-tested') then
    r_reason := 'not-tested';
    return;
  end if;
  if a.status = 'booked' then
    update app.appointments set status = 'attended' where appointment_id = p_appointment;
    insert into app.audit_log (at, action, subject, operator) values (v_now, 'appointment-attended', 'appointment:' || p_appointment, p_by);
  end if;
  insert into app.samples (sample_id, label, appointment_id, profile_id, event_id, lab_id, surname_key, forename_key, birth_date,
    patient_name_sealed, taken_at, recorded_by, recorded_at, changed_by)
  values (p_sample, p_label, p_appointment, p_profile, p_event, p_lab, p_surname_key, p_forename_key, p_birth_date,
    p_patient_name, p_taken_at, p_by, v_now, p_by);
end $$;

-- Records that a patient came and was not tested; why is sealed. The appointment is attended, without a tube. Repeating it changes
-- nothing. Reasons: not-event-day, not-booked, sample-taken.
create function lab.not_tested(p_record uuid, p_appointment uuid, p_profile bigint, p_event bigint, p_details bytea, p_source text, p_by text,
  out r_reason text, out r_known boolean)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  v_now timestamptz := app.clock_now();
begin
  r_known := exists (select from app.desk_in_force d where d.profile_id = p_profile and d.event_id = p_event and d.kind = 'not-tested');
  if r_known then return; end if;
  if not exists (select from app.events e where e.event_id = p_event and e.event_on <= (v_now at time zone 'Europe/London')::date) then
    r_reason := 'not-event-day';
    return;
  end if;
  if p_appointment is not null then
    select * into a from app.appointments
     where appointment_id = p_appointment and profile_id = p_profile and event_id = p_event for update;
    if not found or a.status not in ('booked', 'attended') then r_reason := 'not-booked'; return; end if;
  end if;
  if exists (select from app.samples where event_id = p_event and profile_id = p_profile and lab.is_live(state)) then
    r_reason := 'sample-taken';
    return;
  end if;
  if a.status = 'booked' then
    update app.appointments set status = 'attended' where appointment_id = p_appointment;
    insert into app.audit_log (at, action, subject, operator) values (v_now, 'appointment-attended', 'appointment:' || p_appointment, p_by);
  end if;
  perform lab.record_at_desk(p_record, p_profile, p_event, p_appointment, 'not-tested', p_details, p_source, p_by);
end $$;

-- Takes back what was recorded of a patient at an event, so that the right outcome can be recorded in the same transaction: a live tube ends
-- as mistaken, desk records are undone, and the appointment is booked again, or stays attended (p_stays_attended) when the right outcome is that
-- too. Reasons: not-booked, named-by-laboratory, other-booking.
create function lab.take_back(p_appointment uuid, p_profile bigint, p_event bigint, p_stays_attended boolean, p_by text, p_reason text,
  out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  s app.samples;
  v_now timestamptz := app.clock_now();
begin
  if p_appointment is not null then
    select * into a from app.appointments
     where appointment_id = p_appointment and profile_id = p_profile and event_id = p_event for update;
    if not found or a.status not in ('booked', 'attended', 'no_show') then r_reason := 'not-booked'; return; end if;
  end if;
  select * into s from app.samples where event_id = p_event and profile_id = p_profile and lab.is_live(state) for update;
  if exists (select from app.lab_rows w where w.label = s.label) then r_reason := 'named-by-laboratory'; return; end if;
  if a.status in ('attended', 'no_show') and not (p_stays_attended and a.status = 'attended') then
    if a.slot_end > v_now and exists (
      select from app.appointments o where o.profile_id = p_profile and o.status = 'booked' and o.closed_at is null) then
      r_reason := 'other-booking';
      return;
    end if;
  end if;
  update app.samples set state = 'mistaken', changed_by = p_by, change_reason = p_reason where sample_id = s.sample_id;
  insert into app.desk_records (desk_record_id, profile_id, event_id, appointment_id, kind, undoes, source, recorded_by, recorded_at)
  select pg_catalog.gen_random_uuid(), p_profile, p_event, p_appointment, 'undone', d.desk_record_id, 'online', p_by, v_now
    from app.desk_in_force d where d.profile_id = p_profile and d.event_id = p_event and d.kind <> 'arrived';
  if a.status in ('attended', 'no_show') and not (p_stays_attended and a.status = 'attended') then
    update app.appointments set status = 'booked', closed_at = coalesce(closed_at, case when slot_end <= v_now then v_now end)
     where appointment_id = p_appointment;
  end if;
  insert into app.audit_log (at, action, subject, operator, reason)
  values (v_now, 'outcome-corrected', coalesce('appointment:' || p_appointment, 'profile:' || p_profile), p_by, p_reason);
end $$;

-- As before, with corrections: an outcome may be taken back while the appointment has no live tube.
create or replace function app.guard_appointment() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.appointment_id <> old.appointment_id or new.profile_id <> old.profile_id or new.event_id <> old.event_id then
    raise exception 'an appointment keeps its patient and its event' using errcode = 'check_violation';
  end if;
  if new.status <> old.status and not (
    (old.status = 'held' and new.status in ('booked', 'cancelled', 'expired'))
    or (old.status = 'booked' and new.status in ('cancelled', 'attended', 'no_show'))
    or (old.status in ('attended', 'no_show') and new.status = 'booked'
      and not exists (select from app.samples s where s.appointment_id = old.appointment_id and lab.is_live(s.state)))
  ) then
    raise exception 'an appointment cannot change from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.slot_start <> old.slot_start or new.place_no <> old.place_no) and old.status <> 'booked' then
    raise exception 'only a booked appointment moves' using errcode = 'check_violation';
  end if;
  -- An expired hold may end: a capture that waits for the provider again may come after it, and pins nothing.
  if old.status = 'held' and old.hold_expires_at > app.clock_now() and (new.status in ('cancelled', 'expired') or (new.status = 'held' and new.hold_expires_at < old.hold_expires_at))
     and app.is_being_paid(old.appointment_id)
     and not exists (select from app.events where event_id = old.event_id and cancelled_at is not null) then
    raise exception 'a hold that is being paid for does not end' using errcode = 'check_violation', constraint = 'appointments_being_paid';
  end if;
  if new.status <> 'held' and old.unpinned_end is not null then
    if new.hold_expires_at is not null then new.hold_expires_at := old.unpinned_end; end if;
    new.unpinned_end := null;
  end if;
  new.updated_at := app.clock_now();
  return new;
end $$;

-- A patient who came and was not tested had no test.
create or replace view app.tests with (security_invoker = true) as
  select profile_id, appointment_id, (slot_start at time zone 'Europe/London')::date as day
    from app.appointments a
   where (status = 'attended' and not exists (
       select from app.desk_in_force d where d.appointment_id = a.appointment_id and d.kind = 'not-tested'))
      or (status = 'booked' and slot_start <= app.clock_now())
  union all
  select profile_id, null, (taken_at at time zone 'Europe/London')::date from app.samples where state <> 'mistaken';

-- As before, with the desk records of days without a test.
create or replace function app.reduce_patient(p app.profiles, p_appointments uuid[], p_consents uuid[], p_enquiries uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.set_config('app.append_only', 'erase:' || p.profile_id, true);
  delete from app.jobs
   where payload ->> 'profile_id' = p.profile_id::text
      or recipient in ('profile:' || p.profile_id, 'account:' || p.user_id)
      or payload ->> 'appointment_id' in (select appointment_id::text from app.appointments where profile_id = p.profile_id)
      or payload ->> 'subscription_id' in (select subscription_id::text from app.subscriptions where email = p.email)
      or payload ->> 'enquiry_id' = any (p_enquiries::text[]);
  delete from app.enquiries where enquiry_id = any (p_enquiries);
  delete from app.subscriptions where email = p.email;
  delete from app.sessions where user_id = p.user_id or pg_catalog.lower(email) = p.email;
  delete from app.error_log where profile_id = p.profile_id;
  delete from app.email_verifications where profile_id = p.profile_id;
  perform app.forget_addresses(p.user_id, p.email);
  delete from app.booking_networks n using app.appointments a
   where a.appointment_id = n.appointment_id and a.profile_id = p.profile_id;
  delete from app.desk_records d using app.events e
   where d.profile_id = p.profile_id and e.event_id = d.event_id
     and not exists (select from app.tests t where t.profile_id = p.profile_id and t.day = e.event_on);
  delete from app.consents where profile_id = p.profile_id and consent_id <> all (p_consents);
  delete from app.appointments where profile_id = p.profile_id and appointment_id <> all (p_appointments);
  perform pg_catalog.set_config('app.append_only', '', true);
  -- An address that no mail can reach (RFC 2606), so that the patient's own is free again.
  update app.profiles
     set email = 'closed-' || profile_id || '@account.invalid', gender = null, ethnicity = null, occupation = null, phone = null,
         home_address = null, billing_address = null, ni_number = null, nhs_gp_email = null, nhs_gp_phone_number = null,
         is_verified = false, is_active = false, updated_at = app.clock_now()
   where profile_id = p.profile_id;
end $$;

-- As before, with the desk records.
create or replace function app.reseal(p_table text, p_rows text[], p_old bytea[], p_new bytea[], p_key text, p_operator text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
  v_id text := case pg_catalog.split_part(p_table, '.', 1) when 'profiles' then 'user_id' when 'enquiries' then 'enquiry_id'
    when 'consents' then 'consent_id' when 'lab_rows' then 'row_id' when 'samples' then 'sample_id'
    when 'results' then 'result_id' when 'gradings' then 'grading_id' when 'access_codes' then 'code_id'
    when 'desk_records' then 'desk_record_id' end;
  v_column text := case p_table when 'profiles' then 'nhs_number_sealed' when 'enquiries' then 'content_sealed'
    when 'consents' then 'answers_sealed' when 'lab_rows' then 'row_sealed' when 'samples' then 'patient_name_sealed'
    when 'access_codes' then 'code_sealed' when 'desk_records' then 'details_sealed' else pg_catalog.split_part(p_table, '.', 2) end;
begin
  if coalesce(pg_catalog.btrim(p_operator), '') = '' then
    raise exception 'a new encryption names its operator' using errcode = 'check_violation';
  end if;
  if v_id is null or v_column not like '%\_sealed' then
    raise exception '% has no encrypted values', p_table using errcode = 'check_violation';
  end if;
  perform pg_catalog.set_config('app.append_only', 'reseal', true);
  execute pg_catalog.format('update app.%1$I t set %2$I = v.new
      from unnest($1, $2, $3) as v (id, old, new)
     where t.%3$I = v.id::uuid and t.%2$I = v.old', pg_catalog.split_part(p_table, '.', 1), v_column, v_id)
    using p_rows, p_old, p_new;
  get diagnostics v_count = row_count;
  perform pg_catalog.set_config('app.append_only', '', true);
  insert into app.audit_log (at, action, subject, operator)
  values (app.clock_now(), 'resealed', p_table || ':' || v_count || ' values, key ' || p_key, p_operator);
  return v_count;
end $$;

revoke all on all functions in schema lab from public;
revoke all on function app.guard_desk_record() from public;
