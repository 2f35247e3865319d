-- The steps of samples and results, one function each; every function answers a reason, or null on success. The caller of attend has
-- locked the patients and then the events.

-- Marks a booked appointment as attended and binds the tube to its patient. p_appointment is null for a patient without an appointment.
-- Repeating it changes nothing. Reasons: not-booked, label-used, sample-taken, not-event-day, in-future.
create function lab.attend(p_sample uuid, p_appointment uuid, p_profile bigint, p_event bigint, p_lab bigint, p_label text,
  p_taken_at timestamptz, p_surname_key text, p_forename_key text, p_birth_date date, p_patient_name bytea, p_by text,
  out r_reason text, out r_known boolean)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  s app.samples;
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
  select * into s from app.samples where label = p_label;
  if found then
    r_known := s.profile_id = p_profile and s.event_id = p_event and s.appointment_id is not distinct from p_appointment
      and s.taken_at = p_taken_at and s.state <> 'void';
    if not r_known then r_reason := 'label-used'; end if;
    return;
  end if;
  if exists (select from app.spent_labels where label = p_label) then r_reason := 'label-used'; return; end if;
  if exists (select from app.samples where event_id = p_event and profile_id = p_profile and state <> 'void') then
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

-- Marks a booked appointment whose time is over as missed. Repeating it changes nothing. Reasons: not-booked, not-over.
create function lab.miss(p_appointment uuid, p_by text, out r_reason text, out r_known boolean)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  v_now timestamptz := app.clock_now();
begin
  select * into a from app.appointments where appointment_id = p_appointment for update;
  r_known := coalesce(a.status = 'no_show', false);
  if r_known then return; end if;
  if a.status is distinct from 'booked' then r_reason := 'not-booked'; return; end if;
  if a.slot_end > v_now then r_reason := 'not-over'; return; end if;
  update app.appointments set status = 'no_show' where appointment_id = p_appointment;
  insert into app.audit_log (at, action, subject, operator) values (v_now, 'appointment-missed', 'appointment:' || p_appointment, p_by);
end $$;

-- Makes a sample void (spoiled, mislabelled, lost); its label is never used again. Reasons: label-unknown, already-void, has-result.
create function lab.void_sample(p_label text, p_by text, p_reason text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  s app.samples;
begin
  select * into s from app.samples where label = p_label for update;
  if not found then r_reason := 'label-unknown'; return; end if;
  if s.state = 'void' then r_reason := 'already-void'; return; end if;
  if exists (select from app.results r where r.sample_id = s.sample_id and r.state not in ('withdrawn', 'superseded')) then
    r_reason := 'has-result';
    return;
  end if;
  update app.samples set state = 'void', changed_by = p_by, change_reason = p_reason where sample_id = s.sample_id;
end $$;

-- Locks the samples with these labels, in the order of every step, so that an import waits once and then never in the middle. The
-- appointments come first (decision 003): the foreign keys of new results lock them.
create function lab.lock_samples(p_labels text[]) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from app.appointments a join app.samples s using (appointment_id)
    where s.label = any(p_labels) order by s.profile_id, s.sample_id for key share of a;
  perform from app.samples s where s.label = any(p_labels) order by s.profile_id, s.sample_id for update;
end $$;

-- Takes over rows of a laboratory file as the application decided, and checks again, under the locks of the samples, every condition
-- under which a row reaches a patient. One that no longer holds waits in quarantine. Answers the number of rows by decision, and the
-- lines that were sent back to quarantine here.
-- p_rows: an array of objects; row_sealed and finding_sealed are base64. With p_confirmed, why a person confirmed the value, the rows
-- are in quarantine already: one that holds, and that no later file has overtaken, becomes a result; any other stays as it is and counts
-- as quarantined.
create function lab.take_over(p_file uuid, p_by text, p_by_key text, p_rows json, p_confirmed text default null,
  out r_decisions jsonb, out r_sent_back int[])
language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz;
begin
  perform lab.lock_samples(array(select g.label from pg_catalog.json_to_recordset(p_rows) as g (label text)));
  v_now := app.clock_now();

  with given as (
    select * from pg_catalog.json_to_recordset(p_rows) as g (row_id uuid, line int, label text, decision text, reasons text[],
      corrected boolean, surname_key text, forename_key text, birth_date date, lab_key text, collected_on date, nhs_hash text, previous_id uuid,
      row_sealed text, result_id uuid, finding_sealed text)),
  found as (
    select g.*, s.sample_id, s.appointment_id, s.profile_id, last.result_id as last_id, last.version as last_version, last.held as last_held,
      g.decision in ('accepted', 'amended') and coalesce(
        s.state <> 'void' and s.surname_key = g.surname_key and (g.forename_key is null or s.forename_key = g.forename_key)
        and s.birth_date = g.birth_date and l.lab_key = g.lab_key
        and g.collected_on between (s.taken_at at time zone 'Europe/London')::date - 1
                               and (s.taken_at at time zone 'Europe/London')::date + 1
        and (g.nhs_hash is null or p.nhs_number_hash is null or p.nhs_number_hash = pg_catalog.decode(g.nhs_hash, 'base64'))
        and last.result_id is not distinct from g.previous_id and last.state is distinct from 'withdrawn'
        -- What the laboratory took back comes again by a correction only, also when there was no result of it yet.
        and (g.corrected or case when last.result_id is null
          then not exists (select from app.lab_rows w where w.sample_id = s.sample_id and w.decision = 'withdrawn')
          else last.refused_by_lab_at is null end)
        and (p_confirmed is null or not exists (
          select from app.lab_rows later join app.lab_files f on f.file_id = later.file_id
           where later.sample_id = s.sample_id and (later.decision in ('accepted', 'amended', 'withdrawn') or later.resolution = 'confirmed')
             and f.imported_at > (select own.imported_at from app.lab_files own where own.file_id = p_file))), false) as holds
      from given g
      left join app.samples s on s.label = g.label
      left join app.labs l on l.lab_id = s.lab_id
      left join app.profiles p on p.profile_id = s.profile_id
      left join lateral (
        select r.result_id, r.version, r.state, r.held, r.refused_by_lab_at from app.results r where r.sample_id = s.sample_id order by r.version desc limit 1) last on true),
  decided as (
    select f.*,
      case when f.decision in ('accepted', 'amended') and not f.holds then 'quarantined' else f.decision end as final,
      case when f.decision in ('accepted', 'amended') and not f.holds then f.reasons || array['changed-since-check'] else f.reasons end as why
      from found f),
  stored as (
    insert into app.lab_rows (row_id, file_id, line, label, sample_id, decision, reasons, row_sealed)
    select row_id, p_file, line, label, sample_id, final, why, pg_catalog.decode(row_sealed, 'base64') from decided where p_confirmed is null
    returning 1),
  confirmed as (
    update app.lab_rows w set resolution = 'confirmed', resolved_by = p_by, resolved_at = v_now, resolution_reason = p_confirmed
      from decided d where p_confirmed is not null and w.row_id = d.row_id and d.final in ('accepted', 'amended') returning 1),
  made as (
    insert into app.results (result_id, sample_id, appointment_id, profile_id, row_id, version, finding_sealed, matched_by, matched_by_key,
      matched_at, changed_by, changed_at, held)
    select d.result_id, d.sample_id, d.appointment_id, d.profile_id, d.row_id, coalesce(d.last_version, 0) + 1,
      pg_catalog.decode(d.finding_sealed, 'base64'), p_by, p_by_key, v_now, p_by, v_now, coalesce(d.last_held, false)
      from decided d where d.final in ('accepted', 'amended')
    returning sample_id),
  resulted as (
    update app.samples s set state = 'resulted', changed_by = p_by from made
     where s.sample_id = made.sample_id and s.state = 'taken' returning 1)
  select pg_catalog.jsonb_object_agg(c.decision, c.n),
      (select pg_catalog.array_agg(line order by line) from decided where final <> decision)
    into r_decisions, r_sent_back
    from (select final as decision, pg_catalog.count(*) as n from decided group by 1) c;

  -- A value that the laboratory has replaced is not shown while the new one waits for its judgement.
  update app.results e
     set state = case e.state when 'released' then 'on_hold' when 'on_hold' then 'on_hold' else 'deferred' end,
         changed_by = p_by, changed_at = v_now, change_reason = 'the laboratory sent a corrected value'
    from app.results n
   where n.row_id in (select g.row_id from pg_catalog.json_to_recordset(p_rows) as g (row_id uuid))
     and e.sample_id = n.sample_id and e.version < n.version and e.state not in ('superseded', 'withdrawn');
  -- Status W: whatever else the row says, the value of this label is not shown any more.
  update app.results e
     set state = case e.state when 'released' then 'on_hold' when 'on_hold' then 'on_hold' else 'deferred' end,
         refused_by_lab_at = coalesce(e.refused_by_lab_at, v_now),
         changed_by = p_by, changed_at = v_now, change_reason = 'the laboratory took the value back'
    from pg_catalog.json_to_recordset(p_rows) as g (label text, decision text), app.samples s
   where g.decision = 'withdrawn' and s.label = g.label and e.sample_id = s.sample_id and e.state not in ('superseded', 'withdrawn');
end $$;

-- Stores a judgement. The caller encrypts and hashes; p_completes says that this judgement and, where a second is needed, the first one of
-- the round agree, and then the sealed values for the result itself are given. p_revision: the result as it was in the sheet. Reasons: not-found, not-open, changed-meanwhile.
create function lab.judge(p_result uuid, p_grading uuid, p_round int, p_reader int, p_by text, p_light bytea, p_risk_group bytea,
  p_comments bytea, p_retest_on date, p_mac bytea, p_second_needed boolean, p_completes boolean, p_result_light bytea,
  p_result_risk_group bytea, p_result_comments bytea, p_by_key text, p_revision int, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  r app.results;
  v_now timestamptz;
begin
  perform from app.samples s where s.sample_id = (select o.sample_id from app.results o where o.result_id = p_result) for update;
  select * into r from app.results where result_id = p_result for update;
  if not found then r_reason := 'not-found'; return; end if;
  v_now := app.clock_now();
  if r.state not in ('matched', 'graded', 'deferred', 'on_hold') or r.refused_by_lab_at is not null
     or exists (select from app.results later where later.sample_id = r.sample_id and later.version > r.version) then
    r_reason := 'not-open';
    return;
  end if;
  if r.revision <> p_revision
     or exists (select from app.gradings g where g.result_id = p_result and (g.round, g.reader) >= (p_round, p_reader)) then
    r_reason := 'changed-meanwhile';
    return;
  end if;
  -- A new judgement of a result that waits for its release takes the old colour back until it is complete.
  if r.state = 'graded' and not p_completes then
    update app.results set state = 'matched', light_sealed = null, risk_group_sealed = null, comments_sealed = null, retest_on = null,
      round = null, judgement_mac = null, changed_by = p_by, changed_at = v_now, change_reason = 'another judgement' where result_id = p_result;
  end if;
  insert into app.gradings (grading_id, result_id, round, reader, given_by, given_by_key, given_at, light_sealed, risk_group_sealed, comments_sealed,
    retest_on, judgement_mac, second_needed)
  values (p_grading, p_result, p_round, p_reader, p_by, p_by_key, v_now, p_light, p_risk_group, p_comments, p_retest_on, p_mac, p_second_needed);
  if p_completes then
    update app.results set state = case when state = 'on_hold' then 'on_hold' else 'graded' end, light_sealed = p_result_light,
      risk_group_sealed = p_result_risk_group, comments_sealed = p_result_comments, retest_on = p_retest_on, round = p_round,
      judgement_mac = p_mac, corrected = corrected or (state = 'on_hold' and judgement_mac <> p_mac),
      changed_by = p_by, changed_at = v_now, change_reason = null where result_id = p_result;
  end if;
end $$;

-- Shows a judged result and queues the mail. An earlier version is superseded. p_ends_hold: why a person ends the hold of a held result;
-- null for any other. Reasons: not-found, released (it is shown already), refused-by-laboratory, newer-version, not-judged, held, not-held,
-- not-open.
create function lab.show(p_result uuid, p_by text, p_ends_hold text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  r app.results;
  v_now timestamptz;
  v_replaces boolean;
begin
  perform from app.samples s where s.sample_id = (select o.sample_id from app.results o where o.result_id = p_result) for update;
  select * into r from app.results where result_id = p_result for update;
  if not found then r_reason := 'not-found'; return; end if;
  v_now := app.clock_now();
  if r.state = 'released' then r_reason := 'released'; return; end if;
  if r.refused_by_lab_at is not null then r_reason := 'refused-by-laboratory'; return; end if;
  if exists (select from app.results later where later.sample_id = r.sample_id and later.version > r.version) then
    r_reason := 'newer-version';
    return;
  end if;
  if r.state in ('matched', 'deferred') or exists (select from app.gradings g where g.result_id = p_result and g.round > r.round) then
    r_reason := 'not-judged';
    return;
  end if;
  if r.state not in ('graded', 'on_hold') then r_reason := 'not-open'; return; end if;
  if (r.held or r.state = 'on_hold') <> (p_ends_hold is not null) then
    r_reason := case when p_ends_hold is null then 'held' else 'not-held' end;
    return;
  end if;
  v_replaces := exists (select from app.results e where e.sample_id = r.sample_id and e.version < r.version and e.released_at is not null);
  update app.results set state = 'superseded', changed_by = p_by, changed_at = v_now, change_reason = null
   where sample_id = r.sample_id and version < r.version and state not in ('superseded', 'withdrawn');
  update app.results set state = 'released', released_at = coalesce(released_at, v_now), corrected = corrected or v_replaces, held = false,
    changed_by = p_by, changed_at = v_now, change_reason = p_ends_hold where result_id = p_result;
  perform app.queue_mail('result-ready:' || p_result || ':' || extract(epoch from v_now),
    pg_catalog.jsonb_build_object('template', 'result-ready', 'result_id', p_result, 'profile_id', r.profile_id),
    'profile:' || r.profile_id, v_now);
end $$;

-- Shows a judged result that nobody holds: the step of a release of many.
create function lab.release(p_result uuid, p_by text) returns text language sql security definer set search_path = '' as $$
  select lab.show(p_result, p_by, null)
$$;
-- Ends the hold of one result and shows it; the reason is kept.
create function lab.release_held(p_result uuid, p_by text, p_reason text) returns text language sql security definer set search_path = '' as $$
  select lab.show(p_result, p_by, coalesce(p_reason, ''))
$$;

-- Hides a shown result at once, without a mail; one that is not shown yet waits for a new judgement. Only lab.release_held ends it. Each
-- hold has its entry in the audit log, also one of a result that is held. Reasons: not-found, not-open.
create function lab.hold(p_result uuid, p_by text, p_reason text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  r app.results;
begin
  perform from app.samples s where s.sample_id = (select o.sample_id from app.results o where o.result_id = p_result) for update;
  select * into r from app.results where result_id = p_result for update;
  if not found then r_reason := 'not-found'; return; end if;
  if r.state in ('withdrawn', 'superseded') then r_reason := 'not-open'; return; end if;
  update app.results set state = case when r.state in ('released', 'on_hold') then 'on_hold' else 'deferred' end, held = true,
    changed_by = p_by, changed_at = app.clock_now(), change_reason = p_reason where result_id = p_result;
end $$;

-- Takes a result back for ever; a patient who was shown it is told in neutral words by mail. Reasons: not-found, not-open.
create function lab.withdraw(p_result uuid, p_by text, p_reason text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  r app.results;
  v_now timestamptz;
begin
  perform from app.samples s where s.sample_id = (select o.sample_id from app.results o where o.result_id = p_result) for update;
  select * into r from app.results where result_id = p_result for update;
  if not found then r_reason := 'not-found'; return; end if;
  if r.state = 'withdrawn' then return; end if;
  if r.state = 'superseded' then r_reason := 'not-open'; return; end if;
  v_now := app.clock_now();
  update app.results set state = 'withdrawn', changed_by = p_by, changed_at = v_now, change_reason = p_reason where result_id = p_result;
  if r.released_at is not null then
    perform app.queue_mail('result-withdrawn:' || p_result,
      pg_catalog.jsonb_build_object('template', 'result-withdrawn', 'result_id', p_result, 'profile_id', r.profile_id),
      'profile:' || r.profile_id, v_now);
  end if;
end $$;

revoke all on all functions in schema lab from public;
