-- The desk of an evening and its tubes (decisions 026 and 041). The central safety goal is that no patient ever receives another patient's result:
-- each link from the booked patient to the released result is a row that the database refuses to change, whatever the application does.
-- app.append_only names the change that an erasure or a new encryption makes. An erasure deletes the patient's rows by the foreign keys; every other
-- deletion is refused by the guards. Lock order: profile, event, appointment, sample, result; lists in order of profile_id.
-- Every function returns a reason, or null on success.

-- Whether the running function erases this patient.
create function lab.is_erasing(p_profile bigint) returns boolean language sql stable set search_path = '' as $$
  select coalesce(pg_catalog.current_setting('app.append_only', true), '') = 'erase:' || p_profile
$$;

-- Whether two rows differ only in encrypted columns, which a new encryption replaces.
create function lab.is_reseal(p_old jsonb, p_new jsonb) returns boolean language sql stable set search_path = '' as $$
  select coalesce(pg_catalog.current_setting('app.append_only', true), '') = 'reseal'
    and (select pg_catalog.jsonb_object_agg(key, value) from pg_catalog.jsonb_each(p_old) where key not like '%\_sealed')
      = (select pg_catalog.jsonb_object_agg(key, value) from pg_catalog.jsonb_each(p_new) where key not like '%\_sealed')
$$;

-- L1 and L6 for samples: a sample has the patient and the event of its appointment, and only its state changes.
create function app.guard_sample() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    if lab.is_erasing(old.profile_id) then return old; end if;
    raise exception 'samples are not deleted' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    if exists (select from app.events e where e.event_id = new.event_id and e.closed_at is not null) then
      raise exception 'CLI-05 no tube is recorded at an event that is closed' using errcode = 'check_violation';
    end if;
    if new.appointment_id is not null and not exists (
      select from app.appointments a where a.appointment_id = new.appointment_id
         and a.profile_id = new.profile_id and a.event_id = new.event_id and a.status = 'attended') then
      raise exception 'L1 a sample is of the patient and the event of its attended appointment' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if pg_catalog.to_jsonb(new) - '{state,changed_by,change_reason}'::text[]
     <> pg_catalog.to_jsonb(old) - '{state,changed_by,change_reason}'::text[] then
    if lab.is_reseal(pg_catalog.to_jsonb(old), pg_catalog.to_jsonb(new)) then return new; end if;
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
create trigger samples_guard before insert or update or delete on app.samples
  for each row execute function app.guard_sample();

-- L4: a label is spent by being bound, also when the sample is erased later. Runs before the insert, so that only earlier bindings count.
create function app.spend_label() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if not lab.is_label_free(new.label) then
    raise exception 'L4 a label is bound once' using errcode = 'unique_violation';
  end if;
  insert into app.spent_labels (label, spent_at) values (new.label, app.clock_now())
    on conflict (label) do update set bound_again_at = excluded.spent_at;
  return new;
end $$;
create trigger samples_spend_label before insert on app.samples
  for each row execute function app.spend_label();

create function app.guard_spent_label() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and old.bound_again_at is null and (new.label, new.spent_at) = (old.label, old.spent_at) then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger spent_labels_append_only before update or delete on app.spent_labels
  for each row execute function app.guard_spent_label();
create trigger samples_not_truncated before truncate on app.samples
  for each statement execute function app.refuse_change();

-- Every new state has its entry in the audit log, made by the database itself.
create function app.audit_samples() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into app.audit_log (at, action, subject, operator, reason, staff_id, subjects)
    select app.clock_now(), 'sample-taken', 'sample:' || n.sample_id, n.changed_by, n.change_reason, app.staff_of(n.changed_by), array[n.profile_id] from fresh n;
  else
    insert into app.audit_log (at, action, subject, operator, reason, staff_id, subjects)
    select app.clock_now(), 'sample-' || n.state, 'sample:' || n.sample_id, n.changed_by, n.change_reason, app.staff_of(n.changed_by), array[n.profile_id]
      from fresh n join stale o using (sample_id) where n.state <> o.state;
  end if;
  return null;
end $$;
create trigger samples_audit_insert after insert on app.samples referencing new table as fresh
  for each statement execute function app.audit_samples();
create trigger samples_audit_update after update on app.samples referencing new table as fresh old table as stale
  for each statement execute function app.audit_samples();

-- The member of staff of a stored 'Name, role'; null of a person without an account.
create function app.staff_of(p_by text) returns bigint language sql stable security definer set search_path = '' as $$
  select staff_id from app.staff where staff_name = pg_catalog.split_part(p_by, ', ', 1)
$$;

-- The audit row of a step at the desk: who, what, and which patient.
create function lab.audit_desk(p_action text, p_profile bigint, p_appointment uuid, p_by text, p_reason text default null) returns void
language sql set search_path = '' as $$
  insert into app.audit_log (at, action, subject, operator, reason, staff_id, subjects)
  values (app.clock_now(), p_action, coalesce('appointment:' || p_appointment, 'profile:' || p_profile), p_by, p_reason, app.staff_of(p_by), array[p_profile])
$$;

-- Whether a patient may be screened on this day (40 to 80 years old, as src/core/rules/age.ts has it).
create function lab.is_of_age(p_profile bigint, p_day date) returns boolean language sql stable set search_path = '' as $$
  select exists (select from app.profiles p where p.profile_id = p_profile
    and pg_catalog.date_part('year', pg_catalog.age(p_day, p.birth_date)) between 40 and 80)
$$;

-- Why nothing is recorded at the desk of this event, or null. The caller has locked the event, so that it is not closed in the meantime.
create function lab.desk_refusal(p_event bigint) returns text language sql stable set search_path = '' as $$
  select case when e.cancelled_at is not null then 'event-cancelled' when e.closed_at is not null then 'event-closed' end
    from app.events e where e.event_id = p_event
$$;

-- Whether the patient has consented to a test on this day.
create function lab.has_consent(p_profile bigint, p_day date) returns boolean language sql stable set search_path = '' as $$
  select exists (select from app.consents c where c.profile_id = p_profile and c.test_on = p_day and c.taken_back_at is null)
$$;

-- Takes back a consent on paper that was recorded for the wrong patient (CLI-06): it does not count any more, and its form can be recorded again. The
-- caller has locked the patient and then the event. Repeating it changes nothing. Reasons: changed (there is no such consent for the day), event-closed,
-- coordinator-needed, reason-needed, sample-taken (on that day).
create function lab.take_back_consent(p_consent uuid, p_profile bigint, p_event bigint, p_by text, p_reason text, out r_reason text, out r_known boolean)
language plpgsql security definer set search_path = '' as $$
declare
  v_day date := (select event_on from app.events where event_id = p_event);
  c app.consents;
begin
  select * into c from app.consents
   where consent_id = p_consent and profile_id = p_profile and test_on = v_day and channel = 'paper' for update;
  r_known := c.taken_back_at is not null;
  if r_known then return; end if;
  r_reason := case when c.consent_id is null then 'changed'
    when exists (select from app.events where event_id = p_event and closed_at is not null) then 'event-closed'
    when p_by not like '%, coordinator' then 'coordinator-needed'
    when coalesce(pg_catalog.btrim(p_reason), '') = '' then 'reason-needed'
    when exists (select from app.samples s join app.events e using (event_id)
      where s.profile_id = p_profile and e.event_on = v_day and (lab.is_live(s.state) or s.state = 'spoiled')) then 'sample-taken' end;
  if r_reason is not null then return; end if;
  update app.consents set taken_back_at = app.clock_now(), taken_back_by = p_by where consent_id = p_consent;
  insert into app.audit_log (at, action, subject, operator, reason, staff_id, subjects)
  values (app.clock_now(), 'consent-taken-back', 'consent:' || p_consent, p_by, p_reason, app.staff_of(p_by), array[p_profile]);
end $$;

-- Marks a booked appointment as attended and binds the tube to its patient. The caller has locked the patients and then the events. p_appointment is
-- null for a patient without an appointment. Repeating it, with the same id or the same time, changes nothing. Reasons: not-booked, label-used,
-- sample-taken, not-event-day, in-future, event-cancelled, event-closed, wrong-age (of a patient without an appointment), not-arrived, no-consent (for the
-- day), no-identity (none was compared, or a later comparison failed), not-tested (the patient was not tested), no-answers (to the questions before the test).
create function lab.attend(p_sample uuid, p_appointment uuid, p_profile bigint, p_event bigint, p_lab bigint, p_label text,
  p_taken_at timestamptz, p_surname_key text, p_forename_key text, p_birth_date date, p_patient_name bytea, p_by text,
  out r_reason text, out r_known boolean)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  e app.events;
  v_now timestamptz := app.clock_now();
begin
  r_known := exists (select from app.samples s where s.label = p_label and s.profile_id = p_profile and s.event_id = p_event
    and s.appointment_id is not distinct from p_appointment and (s.taken_at = p_taken_at or s.sample_id = p_sample) and lab.is_live(s.state));
  if r_known then return; end if;
  if p_taken_at > v_now then r_reason := 'in-future'; return; end if;
  select * into e from app.events where event_id = p_event;
  if e.event_on is distinct from (p_taken_at at time zone 'Europe/London')::date then r_reason := 'not-event-day'; return; end if;
  r_reason := lab.desk_refusal(p_event);
  if r_reason is not null then return; end if;
  if p_appointment is not null then
    select * into a from app.appointments
     where appointment_id = p_appointment and profile_id = p_profile and event_id = p_event for update;
    if not found or a.status not in ('booked', 'attended') then r_reason := 'not-booked'; return; end if;
  elsif not lab.is_of_age(p_profile, e.event_on) then r_reason := 'wrong-age'; return;
  end if;
  if not lab.is_label_free(p_label) then r_reason := 'label-used'; return; end if;
  if exists (select from app.samples where event_id = p_event and profile_id = p_profile and lab.is_live(state)) then
    r_reason := 'sample-taken';
    return;
  end if;
  if not lab.has_consent(p_profile, e.event_on) then r_reason := 'no-consent'; return; end if;
  if lab.has_record(p_profile, p_event, 'not-tested') then r_reason := 'not-tested'; return; end if;
  if not lab.has_record(p_profile, p_event, 'arrived') then r_reason := 'not-arrived'; return; end if;
  if not lab.is_identified(p_profile, p_event) then r_reason := 'no-identity'; return; end if;
  if not lab.has_record(p_profile, p_event, 'answers') then r_reason := 'no-answers'; return; end if;
  -- A refusal takes back the whole block, so that no appointment is attended without its tube.
  begin
    if a.status = 'booked' then
      update app.appointments set status = 'attended' where appointment_id = p_appointment;
      perform lab.audit_desk('appointment-attended', p_profile, p_appointment, p_by);
    end if;
    insert into app.samples (sample_id, label, appointment_id, profile_id, event_id, lab_id, surname_key, forename_key, birth_date,
      patient_name_sealed, taken_at, recorded_by, recorded_at, changed_by)
    values (p_sample, p_label, p_appointment, p_profile, p_event, p_lab, p_surname_key, p_forename_key, p_birth_date,
      p_patient_name, p_taken_at, p_by, v_now, p_by);
  exception when unique_violation then
    -- Another event bound the label at the same moment.
    r_reason := 'label-used';
  end;
end $$;

-- Marks a booked appointment whose time has passed as missed, and records that the patient was absent. Repeating it changes nothing. The caller has
-- locked the event. Reasons: not-booked, not-over, event-cancelled, event-closed, arrived (the patient came).
-- tolerated: lab.miss is called by a command only
create function lab.miss(p_appointment uuid, p_by text, p_source text default 'paper', out r_reason text, out r_known boolean)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  v_now timestamptz := app.clock_now();
begin
  select * into a from app.appointments where appointment_id = p_appointment for update;
  r_known := coalesce(a.status = 'no_show', false);
  if r_known then return; end if;
  if a.status is distinct from 'booked' then r_reason := 'not-booked'; return; end if;
  r_reason := lab.desk_refusal(a.event_id);
  if r_reason is not null then return; end if;
  if a.slot_end > v_now then r_reason := 'not-over'; return; end if;
  if lab.has_record(a.profile_id, a.event_id, 'arrived') then r_reason := 'arrived'; return; end if;
  update app.appointments set status = 'no_show' where appointment_id = p_appointment;
  perform lab.record_at_desk(pg_catalog.gen_random_uuid(), a.profile_id, a.event_id, p_appointment, 'absent', null, p_source, p_by);
  perform lab.audit_desk('appointment-missed', a.profile_id, p_appointment, p_by);
end $$;

-- Ends the live sample with this label as void or spoiled. At a closed event only as spoiled: a void tube leaves its patient without an outcome
-- (CLI-05). Not as spoiled while a row of it waits that may have a value: one person would discard the value (LAB-14).
-- Reasons: label-unknown, not-live, has-result, event-closed, row-waits.
create function lab.end_sample(p_label text, p_state text, p_by text, p_reason text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  s app.samples;
begin
  -- The profile before the sample: a free repeat refers to it.
  perform from app.profiles
   where profile_id = (select profile_id from app.samples where sample_id = lab.sample_of_label(p_label)) for key share;
  -- The event before the sample, so that it is not closed in the meantime.
  perform from app.events
   where event_id = (select event_id from app.samples where sample_id = lab.sample_of_label(p_label)) for share;
  select * into s from app.samples where sample_id = lab.sample_of_label(p_label) for update;
  if not found then r_reason := 'label-unknown'; return; end if;
  if not lab.is_live(s.state) then r_reason := 'not-live'; return; end if;
  if exists (select from app.results r where r.sample_id = s.sample_id and r.state not in ('withdrawn', 'superseded')) then
    r_reason := 'has-result';
    return;
  end if;
  if p_state = 'void' and exists (select from app.events where event_id = s.event_id and closed_at is not null) then
    r_reason := 'event-closed';
    return;
  end if;
  if p_state = 'spoiled' and lab.value_waits(p_label) then
    r_reason := 'row-waits';
    return;
  end if;
  update app.samples set state = p_state, changed_by = p_by, change_reason = p_reason where sample_id = s.sample_id;
end $$;

-- Makes a sample void (mislabelled); its label is never used again. Reasons: as of lab.end_sample.
create function lab.void_sample(p_label text, p_by text, p_reason text, out r_reason text)
language sql security definer set search_path = '' as $$
  select lab.end_sample(p_label, 'void', p_by, p_reason)
$$;

-- Locks the samples with these labels, in the order of every step, so that an import waits only at its beginning. The
-- appointments come first (decision 003): the foreign keys of new results lock them.
create function lab.lock_samples(p_labels text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from app.appointments a join app.samples s using (appointment_id)
    where s.label = any(p_labels) order by s.profile_id, s.sample_id for key share of a;
  perform from app.samples s where s.label = any(p_labels) order by s.profile_id, s.sample_id for update;
end $$;

-- The records that have not been undone.
create view app.desk_in_force with (security_invoker = true) as
  select d.* from app.desk_records d
   where d.kind <> 'undone' and not exists (select from app.desk_records u where u.undoes = d.desk_record_id);

-- The patients who are expected at an event or came to it, with the state of each (CLI-01), without holds and cancelled appointments. Those who came
-- without an appointment have neither time nor status. A void tube leaves its patient here, without an outcome; a spoiled one was taken. A comparison that
-- failed stays when the arrival is undone, and alone says nothing about who was there.
create view app.attendance with (security_invoker = true) as
  select p.*, s.label, s.taken_at,
         case when s.label is not null or exists (
                select from app.samples o where o.event_id = p.event_id and o.profile_id = p.profile_id and o.state = 'spoiled') then 'done'
              when d.is_not_tested then 'not-tested'
              when p.status = 'no_show' then 'absent'
              when p.status = 'attended' or d.is_here then 'here'
              else 'remaining' end as state
    from (
      select event_id, profile_id, appointment_id, slot_start, place_no, status
        from app.appointments where status in ('booked', 'attended', 'no_show')
      union all
      select event_id, profile_id, null, null, null, null from (
        select event_id, profile_id from app.samples where appointment_id is null and lab.is_live(state)
        union
        select event_id, profile_id from app.desk_in_force where appointment_id is null and kind <> 'identity-failed') w) p
    left join app.samples s on s.event_id = p.event_id and s.profile_id = p.profile_id and lab.is_live(s.state)
    cross join lateral (
      select coalesce(pg_catalog.bool_or(kind = 'not-tested'), false) as is_not_tested,
             coalesce(pg_catalog.bool_or(kind <> 'identity-failed'), false) as is_here
        from app.desk_in_force where event_id = p.event_id and profile_id = p.profile_id) d;

-- The London days on which patients were tested, for the retention (OPS-07) and for what a closed account keeps (PORT-05, decision 025). They are days
-- of attended appointments, of appointments that have begun and are not marked, and of samples, whose day may differ from that of the
-- appointment. A mistaken binding is not a test of its patient; a patient who came and was not tested had no test.
create view app.tests with (security_invoker = true) as
  select profile_id, appointment_id, (slot_start at time zone 'Europe/London')::date as day
    from app.appointments a
   where (status = 'attended' and not exists (
       select from app.desk_in_force d where d.appointment_id = a.appointment_id and d.kind = 'not-tested'))
      or (status = 'booked' and slot_start <= app.clock_now())
  union all
  select profile_id, null, (taken_at at time zone 'Europe/London')::date from app.samples where state <> 'mistaken';

-- The day from which the eight years count, of every patient who was tested. A consent for a day with a test counts too, because it may be later.
create view app.last_tests with (security_invoker = true) as
  select d.profile_id, pg_catalog.max(d.day) as last_test_on
    from (
      select profile_id, day from app.tests
      union all
      select c.profile_id, (c.agreed_at at time zone 'Europe/London')::date from app.consents c
       where exists (select from app.tests t where t.profile_id = c.profile_id and t.day = c.test_on)) d
   group by d.profile_id;

-- The sample that a row with this label is about: the live one, otherwise the last that had the label.
create function lab.sample_of_label(p_label text) returns uuid language sql stable set search_path = '' as $$
  select s.sample_id from app.samples s where s.label = p_label order by lab.is_live(s.state) desc, s.recorded_at desc limit 1
$$;
create trigger spent_labels_not_truncated before truncate on app.spent_labels
  for each statement execute function app.refuse_change();

-- Whether a label may be bound: it never was, or only by mistake and not again since, and no laboratory has named it.
create function lab.is_label_free(p_label text) returns boolean language sql stable set search_path = '' as $$
  select not exists (select from app.spent_labels where label = p_label)
    or (exists (select from app.spent_labels where label = p_label and bound_again_at is null)
      and exists (select from app.samples where label = p_label)
      and not exists (select from app.samples where label = p_label and state <> 'mistaken')
      and not exists (select from app.lab_rows where label = p_label))
$$;

-- Records that a tube could not be tested, or was lost; its label is never used again. Reasons: as of lab.end_sample.
create function lab.spoil_sample(p_label text, p_by text, p_reason text, out r_reason text)
language sql security definer set search_path = '' as $$
  select lab.end_sample(p_label, 'spoiled', p_by, p_reason)
$$;

create function app.guard_desk_record() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    if exists (select from app.events e where e.event_id = new.event_id and e.closed_at is not null) then
      raise exception 'CLI-05 nothing is recorded at an event that is closed' using errcode = 'check_violation';
    end if;
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

-- Adds a record, once.
create function lab.record_at_desk(p_id uuid, p_profile bigint, p_event bigint, p_appointment uuid, p_kind text, p_details bytea,
  p_source text, p_by text, p_reason text default null) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz := app.clock_now();
begin
  insert into app.desk_records (desk_record_id, profile_id, event_id, appointment_id, kind, details_sealed, source, recorded_by, recorded_at)
  values (p_id, p_profile, p_event, p_appointment, p_kind, p_details, p_source, p_by, v_now) on conflict (desk_record_id) do nothing;
  if found then perform lab.audit_desk('desk-' || p_kind, p_profile, p_appointment, p_by, p_reason);
  elsif not lab.is_stored(p_id, p_profile, p_event, p_kind) then
    raise exception 'another record has this id' using errcode = 'unique_violation';
  end if;
end $$;

-- Whether this step was stored before with this id: the same patient, event and kind.
create function lab.is_stored(p_id uuid, p_profile bigint, p_event bigint, p_kind text) returns boolean language sql stable set search_path = '' as $$
  select exists (select from app.desk_records d
    where d.desk_record_id = p_id and d.profile_id = p_profile and d.event_id = p_event and d.kind = p_kind)
$$;

-- Whether such a record of the patient is in force at this event.
create function lab.has_record(p_profile bigint, p_event bigint, p_kind text) returns boolean language sql stable set search_path = '' as $$
  select exists (select from app.desk_in_force d where d.profile_id = p_profile and d.event_id = p_event and d.kind = p_kind)
$$;

-- Whether the patient's identity was confirmed at this event, and no later comparison failed.
create function lab.is_identified(p_profile bigint, p_event bigint) returns boolean language sql stable set search_path = '' as $$
  select exists (
    select from app.desk_in_force c where c.profile_id = p_profile and c.event_id = p_event and c.kind = 'identity-confirmed'
       and not exists (
         select from app.desk_in_force f where f.profile_id = p_profile and f.event_id = p_event and f.kind = 'identity-failed'
            and f.recorded_at > c.recorded_at))
$$;

-- Whether name or birth date did not agree, and no coordinator has confirmed the patient since (CLI-02).
create function lab.is_unconfirmed(p_profile bigint, p_event bigint) returns boolean language sql stable set search_path = '' as $$
  select exists (
    select from app.desk_in_force f where f.profile_id = p_profile and f.event_id = p_event and f.kind = 'identity-failed'
       and not exists (
         select from app.desk_in_force c where c.profile_id = p_profile and c.event_id = p_event and c.kind = 'identity-confirmed'
            and c.recorded_at >= f.recorded_at))
$$;

-- Records that a patient came and was not tested; why is sealed. The appointment is attended, without a tube. Repeating it changes
-- nothing. Reasons: not-event-day, event-cancelled, event-closed, not-booked, sample-taken.
create function lab.not_tested(p_record uuid, p_appointment uuid, p_profile bigint, p_event bigint, p_details bytea, p_source text, p_by text,
  out r_reason text, out r_known boolean)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  v_now timestamptz := app.clock_now();
begin
  r_known := lab.has_record(p_profile, p_event, 'not-tested');
  if r_known then return; end if;
  r_reason := lab.desk_refusal(p_event);
  if r_reason is not null then return; end if;
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
    perform lab.audit_desk('appointment-attended', p_profile, p_appointment, p_by);
  end if;
  perform lab.record_at_desk(p_record, p_profile, p_event, p_appointment, 'not-tested', p_details, p_source, p_by);
end $$;

-- Whether the patient has an outcome at this event: tested, not tested, or absent.
create function lab.has_outcome(p_profile bigint, p_event bigint) returns boolean language sql stable set search_path = '' as $$
  select exists (select from app.attendance a
    where a.event_id = p_event and a.profile_id = p_profile and a.state in ('done', 'not-tested', 'absent'))
$$;

-- Records that a patient arrived, said name and birth date, and whether both agree (CLI-02). After a comparison that failed only a coordinator
-- confirms the identity; on the page after the day of the event with a reason (p_reason), and nothing else is recorded there then. Repeating the same
-- answer with the id changes nothing. The caller has locked the patient and then the event. Reasons: event-cancelled, event-closed, not-event-day,
-- not-booked, has-outcome, identity-failed, reason-needed.
create function lab.check_in(p_record uuid, p_appointment uuid, p_profile bigint, p_event bigint, p_agrees boolean, p_source text, p_by text,
  p_reason text default null, out r_reason text, out r_known boolean)
language plpgsql security definer set search_path = '' as $$
declare
  v_today date := (app.clock_now() at time zone 'Europe/London')::date;
  v_day date := (select event_on from app.events where event_id = p_event);
  v_late boolean := v_day < v_today and p_source = 'online';
  v_why text := nullif(pg_catalog.btrim(p_reason), '');
begin
  r_known := lab.is_stored(p_record, p_profile, p_event, case when p_agrees then 'identity-confirmed' else 'identity-failed' end);
  if r_known then return; end if;
  r_reason := coalesce(lab.desk_refusal(p_event), case
    when v_day is null or v_day > v_today or (v_late and not (p_agrees and lab.is_unconfirmed(p_profile, p_event))) then 'not-event-day'
    when lab.has_outcome(p_profile, p_event) then 'has-outcome'
    when (case when p_appointment is null then not lab.has_record(p_profile, p_event, 'arrived') and p_source = 'online'
            else not exists (select from app.appointments a where a.appointment_id = p_appointment and a.profile_id = p_profile
              and a.event_id = p_event and a.status in ('booked', 'attended')) end) then 'not-booked'
    when p_agrees and lab.has_record(p_profile, p_event, 'identity-failed') and p_by not like '%, coordinator' then 'identity-failed'
    when v_late and v_why is null then 'reason-needed' end);
  if r_reason is not null then return; end if;
  if not lab.has_record(p_profile, p_event, 'arrived') then
    perform lab.record_at_desk(pg_catalog.gen_random_uuid(), p_profile, p_event, p_appointment, 'arrived', null, p_source, p_by);
  end if;
  perform lab.record_at_desk(p_record, p_profile, p_event, p_appointment,
    case when p_agrees then 'identity-confirmed' else 'identity-failed' end, null, p_source, p_by, v_why);
end $$;

-- Records that the questions before the test were asked and that no answer was 'yes' (CLI-07). The caller has locked the patient and then the event.
-- Repeating the id changes nothing. Reasons: event-cancelled, event-closed, has-outcome, no-identity, no-consent.
create function lab.record_answers(p_record uuid, p_appointment uuid, p_profile bigint, p_event bigint, p_details bytea, p_source text, p_by text,
  out r_reason text, out r_known boolean)
language plpgsql security definer set search_path = '' as $$
begin
  r_known := lab.is_stored(p_record, p_profile, p_event, 'answers');
  if r_known then return; end if;
  r_reason := coalesce(lab.desk_refusal(p_event), case
    when lab.has_outcome(p_profile, p_event) then 'has-outcome'
    when not lab.is_identified(p_profile, p_event) then 'no-identity'
    when not lab.has_consent(p_profile, (select event_on from app.events where event_id = p_event)) then 'no-consent' end);
  if r_reason is not null then return; end if;
  perform lab.record_at_desk(p_record, p_profile, p_event, p_appointment, 'answers', p_details, p_source, p_by);
end $$;

-- Gives a patient without an appointment a walk-in place (CLI-06). From paper the tube was taken already, so the number of places does not count. The caller has locked the patient and then the event. Repeating it changes nothing;
-- r_record: the record that names the patient's case. Reasons: event-cancelled, event-closed, not-event-day, has-appointment, wrong-age (or no birth date), no-walk-in-place.
create function lab.walk_in(p_record uuid, p_profile bigint, p_event bigint, p_source text, p_by text, out r_reason text, out r_known boolean, out r_record uuid)
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  v_today date := (app.clock_now() at time zone 'Europe/London')::date;
begin
  select d.desk_record_id into r_record from app.desk_in_force d
   where d.profile_id = p_profile and d.event_id = p_event and d.appointment_id is null and d.kind = 'arrived';
  r_known := found;
  if r_known then return; end if;
  select * into e from app.events where event_id = p_event;
  r_reason := coalesce(lab.desk_refusal(p_event), case
    when e.event_on > v_today or (e.event_on < v_today and p_source <> 'paper') then 'not-event-day'
    when exists (select from app.appointments a where a.profile_id = p_profile and a.event_id = p_event and a.status in ('booked', 'attended', 'no_show'))
      then 'has-appointment'
    when not lab.is_of_age(p_profile, e.event_on) then 'wrong-age'
    when p_source <> 'paper' and e.walk_in_places <= (
      select pg_catalog.count(*) from app.attendance w where w.event_id = p_event and w.appointment_id is null and w.profile_id <> p_profile)
      then 'no-walk-in-place' end);
  if r_reason is not null then return; end if;
  r_record := p_record;
  perform lab.record_at_desk(p_record, p_profile, p_event, null, 'arrived', null, p_source, p_by);
end $$;

-- Undoes the records of a patient at an event, so that the right outcome can be recorded in the same transaction: a live tube ends
-- as mistaken, desk records are undone, and the appointment is booked again, or stays attended (p_stays_attended) when the right outcome is that
-- too. The arrival is undone as well: the patient may never have been there. A comparison that failed stays: only a coordinator confirms the identity
-- after it (CLI-02); p_with_failed: it was the mistake of a wrong patient. Reasons: not-booked, named-by-laboratory, other-booking, event-closed.
create function lab.take_back(p_appointment uuid, p_profile bigint, p_event bigint, p_stays_attended boolean, p_by text, p_reason text,
  p_with_failed boolean default false, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  s app.samples;
  v_now timestamptz := app.clock_now();
begin
  if exists (select from app.events where event_id = p_event and closed_at is not null) then r_reason := 'event-closed'; return; end if;
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
    from app.desk_in_force d where d.profile_id = p_profile and d.event_id = p_event and (p_with_failed or d.kind <> 'identity-failed');
  if a.status in ('attended', 'no_show') and not (p_stays_attended and a.status = 'attended') then
    update app.appointments set status = 'booked', closed_at = coalesce(closed_at, case when slot_end <= v_now then v_now end)
     where appointment_id = p_appointment;
  end if;
  perform lab.audit_desk('outcome-corrected', p_profile, p_appointment, p_by, p_reason);
end $$;

-- What can be undone of a patient at an event: the outcome (a tube, or the record that the patient was not tested or absent), or the arrival while
-- nothing follows it but the comparison of name and birth date: neither answers nor a consent on paper.
create function lab.undoable(p_profile bigint, p_event bigint, out r_id uuid, out r_label text, out r_by text, out r_at timestamptz, out r_arrival boolean)
language sql stable set search_path = '' as $$
  select * from (
    select s.sample_id, s.label, s.recorded_by, s.recorded_at, false as is_arrival from app.samples s
     where s.profile_id = p_profile and s.event_id = p_event and lab.is_live(s.state)
    union all
    select d.desk_record_id, null, d.recorded_by, d.recorded_at, d.kind = 'arrived' from app.desk_in_force d
     where d.profile_id = p_profile and d.event_id = p_event and (d.kind in ('not-tested', 'absent')
       or (d.kind = 'arrived' and not lab.has_record(p_profile, p_event, 'answers') and not exists (
         select from app.consents c join app.events e on e.event_on = c.test_on
          where c.profile_id = p_profile and e.event_id = p_event and c.channel = 'paper' and c.taken_back_at is null)))) undoable
   order by is_arrival, recorded_at desc limit 1
$$;

-- Undoes the outcome or arrival p_outcome of a patient (CLI-04): within two minutes by the person who recorded it, later by a coordinator with a reason and
-- the label read again. A coordinator who undoes an arrival takes back a comparison that failed too: it was of another patient. The caller has locked the
-- patient and then the event. Reasons: changed (it cannot be undone any more), coordinator-needed, reason-needed, label-differs, and those of
-- lab.take_back.
create function lab.undo(p_outcome uuid, p_appointment uuid, p_profile bigint, p_event bigint, p_label text, p_by text, p_reason text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  o record;
  v_own boolean;
begin
  select * into o from lab.undoable(p_profile, p_event);
  if o.r_id is distinct from p_outcome then r_reason := 'changed'; return; end if;
  v_own := o.r_by = p_by and o.r_at > app.clock_now() - interval '2 minutes';
  if not v_own then
    r_reason := case when p_by not like '%, coordinator' then 'coordinator-needed'
      when coalesce(pg_catalog.btrim(p_reason), '') = '' then 'reason-needed'
      when o.r_label is distinct from p_label then 'label-differs' end;
    if r_reason is not null then return; end if;
  end if;
  r_reason := lab.take_back(p_appointment, p_profile, p_event, false, p_by,
    coalesce(nullif(pg_catalog.btrim(p_reason), ''), 'undone within two minutes'), o.r_arrival and p_by like '%, coordinator');
  -- A patient without an appointment is on the list by this record alone.
  if r_reason is null and p_appointment is null and not o.r_arrival then
    perform lab.record_at_desk(pg_catalog.gen_random_uuid(), p_profile, p_event, null, 'arrived', null, 'online', p_by);
  end if;
end $$;

-- The patients of an event without an outcome.
create function lab.remaining(p_event bigint) returns setof bigint language sql stable set search_path = '' as $$
  select a.profile_id from app.attendance a where a.event_id = p_event and a.state in ('remaining', 'here')
$$;

-- Closes an event (CLI-05, CLI-10): nothing is recorded or corrected after it. p_tubes: the number of tubes that were handed to the courier.
-- Repeating it changes nothing. Reasons: event-cancelled, not-begun, remaining (patients without an outcome), booking-underway (a place is being booked),
-- tubes-differ (from the recorded tubes, and p_explanation does not say why).
create function lab.close_event(p_event bigint, p_tubes int, p_explanation text, p_by text, out r_reason text, out r_known boolean, out r_remaining int, out r_tubes int)
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  v_now timestamptz;
begin
  select * into e from app.events where event_id = p_event for no key update;
  v_now := app.clock_now();
  r_known := e.closed_at is not null;
  r_remaining := (select pg_catalog.count(*) from lab.remaining(p_event));
  r_tubes := (select pg_catalog.count(*) from app.samples s where s.event_id = p_event and lab.is_live(s.state));
  if r_known then return; end if;
  r_reason := case
    when e.cancelled_at is not null then 'event-cancelled'
    when e.starts_at > v_now then 'not-begun'
    when r_remaining > 0 then 'remaining'
    when exists (select from app.appointments a where a.event_id = p_event and a.status = 'held' and a.hold_expires_at > v_now) then 'booking-underway'
    when p_tubes <> r_tubes and coalesce(pg_catalog.btrim(p_explanation), '') = '' then 'tubes-differ' end;
  if r_reason is not null then return; end if;
  update app.events set closed_at = v_now, tubes_handed_over = p_tubes where event_id = p_event;
  insert into app.audit_log (at, action, subject, operator, reason, staff_id)
  values (v_now, 'event-closed', 'event:' || p_event, p_by, nullif(pg_catalog.btrim(p_explanation), ''), app.staff_of(p_by));
end $$;
