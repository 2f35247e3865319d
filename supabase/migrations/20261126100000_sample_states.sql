-- Two more ways in which a binding ends (decision 026). 'mistaken': the label was bound to the wrong patient; it may be bound once more.
-- 'spoiled': the tube could not be tested. Neither gets a result, as a void sample.
alter table app.samples drop constraint samples_state_check;
alter table app.samples add constraint samples_state_check check (state in ('taken', 'resulted', 'void', 'mistaken', 'spoiled'));

-- Whether a sample in this state may get a result. The one home of this condition.
create function lab.is_live(p_state text) returns boolean language sql immutable set search_path = '' as $$
  select p_state in ('taken', 'resulted')
$$;

-- L4: one live binding of a label.
alter table app.samples drop constraint samples_label_key;
create unique index samples_one_live_binding on app.samples (label) where lab.is_live(state);
create index samples_by_label on app.samples (label);
create index lab_rows_by_label on app.lab_rows (label);
-- L3 as before.
drop index app.samples_one_live;
drop index app.samples_one_per_event;
create unique index samples_one_live on app.samples (appointment_id) where lab.is_live(state);
create unique index samples_one_per_event on app.samples (event_id, profile_id) where lab.is_live(state);

-- The sample that a row with this label is about: the live one, otherwise the last that had the label.
create function lab.sample_of_label(p_label text) returns uuid language sql stable set search_path = '' as $$
  select s.sample_id from app.samples s where s.label = p_label order by lab.is_live(s.state) desc, s.recorded_at desc limit 1
$$;

alter table app.spent_labels add column bound_again_at timestamptz;
drop trigger spent_labels_append_only on app.spent_labels;
create function app.guard_spent_label() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.bound_again_at is null and (new.label, new.spent_at) = (old.label, old.spent_at) then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger spent_labels_append_only before update or delete on app.spent_labels
  for each row execute function app.guard_spent_label();
create trigger spent_labels_not_truncated before truncate on app.spent_labels
  for each statement execute function app.refuse_change();

-- Whether a label was never bound, or was bound by mistake only, may be bound once more, and no laboratory has named it.
create function lab.is_label_free(p_label text) returns boolean language sql stable set search_path = '' as $$
  select not exists (select from app.spent_labels where label = p_label)
    or (exists (select from app.spent_labels where label = p_label and bound_again_at is null)
      and exists (select from app.samples where label = p_label)
      and not exists (select from app.samples where label = p_label and state <> 'mistaken')
      and not exists (select from app.lab_rows where label = p_label))
$$;

-- L4: runs before the insert, so that only earlier bindings count.
create or replace function app.spend_label() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not lab.is_label_free(new.label) then
    raise exception 'L4 a label is bound once' using errcode = 'unique_violation';
  end if;
  insert into app.spent_labels (label, spent_at) values (new.label, app.clock_now())
    on conflict (label) do update set bound_again_at = excluded.spent_at;
  return new;
end $$;
drop trigger samples_spend_label on app.samples;
create trigger samples_spend_label before insert on app.samples
  for each row execute function app.spend_label();

create or replace function app.guard_sample() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if lab.is_erasing(old.profile_id) then return old; end if;
    raise exception 'samples are not deleted' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    if new.appointment_id is not null and not exists (
      select from app.appointments a where a.appointment_id = new.appointment_id
         and a.profile_id = new.profile_id and a.event_id = new.event_id and a.status = 'attended') then
      raise exception 'L1 a sample is of the patient and the event of its attended appointment' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if lab.is_reseal(pg_catalog.to_jsonb(old), pg_catalog.to_jsonb(new)) then return new; end if;
  if pg_catalog.to_jsonb(new) - '{state,changed_by,change_reason}'::text[]
     <> pg_catalog.to_jsonb(old) - '{state,changed_by,change_reason}'::text[] then
    raise exception 'L6 a sample keeps its label, its patient and its identifiers' using errcode = 'check_violation';
  end if;
  if new.state <> old.state and not (
    (old.state = 'taken' and new.state in ('resulted', 'void', 'spoiled', 'mistaken'))
    or (old.state = 'resulted' and new.state in ('void', 'spoiled'))) then
    raise exception 'a sample cannot change from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if not lab.is_live(new.state) and exists (
    select from app.results r where r.sample_id = new.sample_id and r.state not in ('withdrawn', 'superseded')) then
    raise exception 'a sample with a result that counts cannot become %', new.state using errcode = 'check_violation';
  end if;
  if new.state = 'mistaken' and old.state <> 'mistaken' and exists (select from app.lab_rows w where w.label = new.label) then
    raise exception 'a binding that a laboratory has named is not mistaken' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- Ends the live sample with this label as void or spoiled. Reasons: label-unknown, not-live, has-result.
create function lab.end_sample(p_label text, p_state text, p_by text, p_reason text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  s app.samples;
begin
  -- The profile before the sample: a free repeat refers to it.
  perform from app.profiles
   where profile_id = (select profile_id from app.samples where sample_id = lab.sample_of_label(p_label)) for key share;
  select * into s from app.samples where sample_id = lab.sample_of_label(p_label) for update;
  if not found then r_reason := 'label-unknown'; return; end if;
  if not lab.is_live(s.state) then r_reason := 'not-live'; return; end if;
  if exists (select from app.results r where r.sample_id = s.sample_id and r.state not in ('withdrawn', 'superseded')) then
    r_reason := 'has-result';
    return;
  end if;
  update app.samples set state = p_state, changed_by = p_by, change_reason = p_reason where sample_id = s.sample_id;
end $$;

-- Makes a sample void (mislabelled); its label is never used again. Reasons: as of lab.end_sample.
create or replace function lab.void_sample(p_label text, p_by text, p_reason text, out r_reason text)
language sql security definer set search_path = '' as $$
  select lab.end_sample(p_label, 'void', p_by, p_reason)
$$;

-- Says that a tube could not be tested, or was lost; its label is never used again. Reasons: as of lab.end_sample.
create function lab.spoil_sample(p_label text, p_by text, p_reason text, out r_reason text)
language sql security definer set search_path = '' as $$
  select lab.end_sample(p_label, 'spoiled', p_by, p_reason)
$$;

-- As before, with lab.is_live and lab.is_label_free.
create or replace function lab.attend(p_sample uuid, p_appointment uuid, p_profile bigint, p_event bigint, p_lab bigint, p_label text,
  p_taken_at timestamptz, p_surname_key text, p_forename_key text, p_birth_date date, p_patient_name bytea, p_by text,
  out r_reason text, out r_known boolean)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  v_now timestamptz := app.clock_now();
begin
  r_known := false;
  if p_taken_at > v_now then r_reason := 'in-future'; return; end if;
  if not exists (select from app.events e where e.event_id = p_event
       and e.event_on = (p_taken_at at time zone 'Europe/London')::date) then r_reason := 'not-event-day'; return; end if;
  if p_appointment is not null then
    select * into a from app.appointments
     where appointment_id = p_appointment and profile_id = p_profile and event_id = p_event for update;
    if not found or a.status not in ('booked', 'attended') then r_reason := 'not-booked'; return; end if;
  end if;
  r_known := exists (select from app.samples s where s.label = p_label and s.profile_id = p_profile and s.event_id = p_event
    and s.appointment_id is not distinct from p_appointment and s.taken_at = p_taken_at and lab.is_live(s.state));
  if r_known then return; end if;
  if not lab.is_label_free(p_label) then r_reason := 'label-used'; return; end if;
  if exists (select from app.samples where event_id = p_event and profile_id = p_profile and lab.is_live(state)) then
    r_reason := 'sample-taken';
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

-- As before, with lab.is_live.
create or replace function app.closing_refusal(p_profile bigint, p_now timestamptz) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_today date := (p_now at time zone 'Europe/London')::date;
begin
  if exists (
    select from app.samples s where s.profile_id = p_profile and lab.is_live(s.state) and (
      not exists (select from app.results r where r.sample_id = s.sample_id and r.state in ('released', 'withdrawn'))
      or exists (select from app.results r where r.sample_id = s.sample_id and r.state in ('matched', 'graded', 'deferred', 'on_hold'))))
  then return 'result-pending'; end if;
  if exists (
    select from app.appointments a join app.events e on e.event_id = a.event_id
     where a.profile_id = p_profile and e.starts_at <= p_now
       and ((a.status in ('booked', 'attended') and e.event_on = v_today)
         or (a.status = 'booked' and e.event_on between v_today - 14 and v_today)))
  then return 'appointment-begun'; end if;
  if exists (select from app.payments where profile_id = p_profile and state in ('capturing', 'pending')) then return 'payment-in-progress'; end if;
  return null;
end $$;

-- A mistaken binding does not count as a test of its patient.
create or replace view app.tests with (security_invoker = true) as
  select profile_id, appointment_id, (slot_start at time zone 'Europe/London')::date as day
    from app.appointments where status = 'attended' or (status = 'booked' and slot_start <= app.clock_now())
  union all
  select profile_id, null, (taken_at at time zone 'Europe/London')::date from app.samples where state <> 'mistaken';

revoke all on all functions in schema lab from public;
revoke all on function app.guard_spent_label() from public;
