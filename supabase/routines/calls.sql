-- Calls to patients about a result that needs one.

create function app.guard_follow_up() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- The result may be gone already: the foreign key deletes its rows after it.
    if pg_catalog.current_setting('app.append_only', true) like 'erase:%' then return old; end if;
  elsif tg_table_name = 'follow_up_notes' then
    if lab.is_reseal(pg_catalog.to_jsonb(old), pg_catalog.to_jsonb(new)) then return new; end if;
  elsif old.other_sample_id is distinct from new.other_sample_id
    and pg_catalog.to_jsonb(new) - 'other_sample_id' = pg_catalog.to_jsonb(old) - 'other_sample_id'
    -- Null when the other patient is erased; another one until the other patient was told.
    and ((new.other_sample_id is null and not exists (select from app.samples s where s.sample_id = old.other_sample_id))
      or (new.other_sample_id is not null and old.outcome is null and not exists (
        select from app.follow_up_notes n where n.follow_up_id = old.follow_up_id and n.pass = old.pass and n.kind in ('told-other', 'no-other'))))
  then return new;
  elsif old.kind = 'wrong-patient' and new.pass = old.pass + 1 and new.outcome is null and new.closed_at is null and new.closed_by is null
    and pg_catalog.to_jsonb(new) - '{outcome,closed_at,closed_by,pass}'::text[] = pg_catalog.to_jsonb(old) - '{outcome,closed_at,closed_by,pass}'::text[]
  then return new;
  elsif old.outcome is null and new.outcome is not null
    and pg_catalog.to_jsonb(new) - '{outcome,closed_at,closed_by}'::text[] = pg_catalog.to_jsonb(old) - '{outcome,closed_at,closed_by}'::text[]
  then return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger follow_ups_append_only before update or delete on app.follow_ups
  for each row execute function app.guard_follow_up();
create trigger follow_up_notes_append_only before update or delete on app.follow_up_notes
  for each row execute function app.guard_follow_up();
create trigger follow_ups_not_truncated before truncate on app.follow_ups
  for each statement execute function app.refuse_change();
create trigger follow_up_notes_not_truncated before truncate on app.follow_up_notes
  for each statement execute function app.refuse_change();

-- When one attempt is enough: three business days of England after the last judgement, at the same London time.
create function lab.call_due(p_result uuid, p_round int) returns timestamptz language sql stable set search_path = '' as $$
  select (booking.add_business_days(j.at::date, 3) + j.at::time) at time zone 'Europe/London'
    from (select pg_catalog.max(g.given_at) at time zone 'Europe/London' as at
            from app.gradings g where g.result_id = p_result and g.round = p_round) j
$$;

-- What permits a judgement that needs a call to be shown: 'spoken-to'; 'tried' after two attempts, or after one when it is due; else null.
create function lab.call_state(p_result uuid, p_round int) returns text language sql stable set search_path = '' as $$
  select case
      when pg_catalog.bool_or(n.kind = 'spoken-to') then 'spoken-to'
      when pg_catalog.count(*) filter (where n.kind = 'attempt') >= 2 then 'tried'
      when pg_catalog.count(*) filter (where n.kind = 'attempt') = 1 and app.clock_now() >= lab.call_due(p_result, p_round) then 'tried'
    end
    from app.follow_ups f join app.follow_up_notes n using (follow_up_id)
   where f.result_id = p_result and f.round = p_round and f.kind = 'call-first'
$$;

-- Whatever the application does: no result is released beside a waiting row, and none that needs a call before it; and a result needs
-- the call when one of its judgements does.
create function app.guard_call() returns trigger language plpgsql set search_path = '' as $$
declare
  v_call text;
begin
  if (new.judgement_mac, new.round, new.call_needed) is distinct from (old.judgement_mac, old.round, old.call_needed)
     and new.call_needed is distinct from (
       select pg_catalog.bool_or(g.call_needed) from app.gradings g
        where new.judgement_mac is not null and g.result_id = new.result_id and g.round = new.round) then
    raise exception 'L15 a result needs a call as it was judged' using errcode = 'check_violation';
  end if;
  if new.state = 'released' and old.state <> 'released' then
    if exists (select from app.samples s where s.sample_id = new.sample_id and lab.row_waits(s.label)) then
      raise exception 'L14 a result is not released while a row of its tube waits' using errcode = 'check_violation';
    end if;
    if coalesce(new.call_needed, true) then
      v_call := lab.call_state(new.result_id, new.round);
      if v_call is null or (v_call = 'tried' and coalesce(pg_catalog.btrim(new.change_reason), '') = '') then
        raise exception 'L15 a result that needs a call is released after it, or with a reason after the attempts' using errcode = 'check_violation';
      end if;
    end if;
  end if;
  return new;
end $$;
create trigger results_guard_call before update on app.results
  for each row execute function app.guard_call();

-- Opens the case of a complete judgement that needs a call, and ends the cases of judgements that do not count any more.
create function app.follow_up_result() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update app.follow_ups f set outcome = 'replaced', closed_at = app.clock_now(), closed_by = new.changed_by
   where f.result_id = new.result_id and f.outcome is null and f.kind <> 'wrong-patient'
     and (new.state in ('superseded', 'withdrawn') or f.round is distinct from new.round);
  if new.call_needed and new.round is distinct from old.round then
    insert into app.follow_ups (result_id, round, opened_at, opened_by)
    values (new.result_id, new.round, app.clock_now(), new.changed_by);
  end if;
  return null;
end $$;
create trigger results_follow_up after update of state, round on app.results
  for each row when ((new.state, new.round) is distinct from (old.state, old.round)) execute function app.follow_up_result();

-- Whom to telephone about a result that needs a call or is shown, and the audit entry that names the patient: nothing is returned without the entry.
-- Reasons: not-found, not-to-be-called (it neither needs a call nor is shown), and the reasons of lab.unready.
create function lab.read_contact(p_result uuid, p_by text, p_staff bigint default null, out r_reason text, out r_profile_id bigint, out r_first_name text,
  out r_last_name text, out r_birth_date date, out r_phone text, out r_label text, out r_finding bytea, out r_light bytea, out r_round int,
  out r_held boolean, out r_call text)
language plpgsql security definer set search_path = '' as $$
declare
  r app.results;
begin
  select * into r from app.results where result_id = p_result for share;
  if not found then r_reason := 'not-found'; return; end if;
  if not lab.is_clinician(p_by) then
    raise exception 'a clinician telephones about a result' using errcode = 'check_violation';
  end if;
  r_reason := lab.unready(r);
  if r_reason is not null then return; end if;
  if r.state <> 'released' and not coalesce(r.call_needed, true) then r_reason := 'not-to-be-called'; return; end if;
  insert into app.audit_log (at, action, subject, operator, reason, staff_id, subjects)
  values (app.clock_now(), 'contact-read', 'profile:' || r.profile_id, p_by, 'result:' || p_result, p_staff, array[r.profile_id]);
  r_finding := r.finding_sealed;
  r_light := r.light_sealed;
  r_round := r.round;
  r_held := r.held or r.state = 'on_hold';
  r_call := lab.call_state(p_result, r.round);
  select p.profile_id, p.first_name, p.last_name, p.birth_date, p.phone into r_profile_id, r_first_name, r_last_name, r_birth_date, r_phone
    from app.profiles p where p.profile_id = r.profile_id;
  select s.label into r_label from app.samples s where s.sample_id = r.sample_id;
end $$;

-- Stores a call of a case whose result the caller has locked, or that the result was shown without one, and changes nothing else. Attempts within an hour are one. Reason: too-soon.
create function lab.add_call(p_note uuid, p_case uuid, p_kind text, p_details bytea, p_by text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz := app.clock_now();
begin
  if not lab.is_clinician(p_by) then
    raise exception 'a clinician telephones about a result' using errcode = 'check_violation';
  end if;
  if p_kind not in ('attempt', 'spoken-to', 'not-reached', 'shown') then
    raise exception 'this is not a call: %', p_kind using errcode = 'check_violation';
  end if;
  if p_kind = 'attempt' and exists (
    select from app.follow_up_notes n where n.follow_up_id = p_case and n.kind = 'attempt' and n.made_at > v_now - interval '1 hour') then
    r_reason := 'too-soon';
    return;
  end if;
  insert into app.follow_up_notes (note_id, follow_up_id, kind, made_at, made_by, details_sealed)
  values (p_note, p_case, p_kind, v_now, p_by, p_details);
  insert into app.audit_log (at, action, subject, operator)
  select v_now, 'call-' || p_kind, 'result:' || f.result_id, p_by from app.follow_ups f where f.follow_up_id = p_case;
end $$;

-- Records a call, or ends a case in which the patient was not reached. Reasons: as lab.read_contact and lab.add_call, closed
-- (the case ended already), not-shown (a case ends without a call only when the patient can read the result).
create function lab.note_call(p_note uuid, p_result uuid, p_kind text, p_details bytea, p_by text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  r app.results;
  f app.follow_ups;
  v_now timestamptz;
  v_kind text;
begin
  if not lab.is_clinician(p_by) then
    raise exception 'a clinician telephones about a result' using errcode = 'check_violation';
  end if;
  select * into r from lab.lock_result(p_result);
  if not found then r_reason := 'not-found'; return; end if;
  v_now := app.clock_now();
  r_reason := lab.unready(r);
  if r_reason is not null then return; end if;
  if r.state <> 'released' and not coalesce(r.call_needed, true) then r_reason := 'not-to-be-called'; return; end if;
  if p_kind = 'not-reached' and r.state <> 'released' then r_reason := 'not-shown'; return; end if;
  -- A shown result has the case of the call before it only while that has not ended.
  v_kind := case when r.state = 'released' and not exists (
    select from app.follow_ups o where o.result_id = p_result and o.round = r.round and o.kind = 'call-first' and o.outcome is null) then 'unread' else 'call-first' end;
  if v_kind = 'unread' and exists (
    select from app.follow_ups o where o.result_id = p_result and o.round = r.round and o.outcome = 'spoken-to') then
    r_reason := 'closed';
    return;
  end if;
  insert into app.follow_ups (result_id, round, kind, opened_at, listed_at, opened_by) values (p_result, r.round, v_kind, v_now, v_now, p_by)
    on conflict (result_id, round, kind) do nothing;
  select * into f from app.follow_ups where result_id = p_result and round = r.round and kind = v_kind for update;
  if f.outcome is not null then r_reason := 'closed'; return; end if;
  r_reason := lab.add_call(p_note, f.follow_up_id, p_kind, p_details, p_by);
  if r_reason is null and p_kind <> 'attempt' then
    update app.follow_ups set outcome = p_kind, closed_at = v_now, closed_by = p_by where follow_up_id = f.follow_up_id;
  end if;
end $$;

-- Locks the result of a case as every step about it does. A step from a page names the case, the number of its notes as the page showed them, and
-- its own id. Reasons: not-found, done (this very step was stored before), closed (not for a case that another judgement or version ended: the call
-- about it may have taken place), changed-meanwhile.
create function lab.lock_case(p_case uuid, p_notes int, p_note uuid, out r_result uuid, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  f app.follow_ups;
begin
  select result_id into r_result from app.follow_ups where follow_up_id = p_case;
  perform lab.lock_result(r_result);
  select * into f from app.follow_ups where follow_up_id = p_case for update;
  r_reason := case
    when f.follow_up_id is null then 'not-found'
    when exists (select from app.follow_up_notes n where n.note_id = p_note and n.follow_up_id = p_case) then 'done'
    when f.outcome <> 'replaced' then 'closed'
    when (select pg_catalog.count(*) from app.follow_up_notes n where n.follow_up_id = p_case) <> p_notes then 'changed-meanwhile'
  end;
end $$;

-- Shown results that their patient has not opened since, and was not told by telephone (FUP-03). A waiting row hid one until it was dealt with.
create view app.unread_results as
  select v.* from (
    select r.result_id, r.round, r.profile_id, r.event_id, s.label, p.is_verified,
      greatest(o.changed_at, (select pg_catalog.max(w.resolved_at) from app.lab_rows w where w.label = s.label)) as since
      from app.released_results r
      join app.results o on o.result_id = r.result_id
      join app.samples s on s.sample_id = r.sample_id
      join app.profiles p on p.profile_id = r.profile_id
     where r.state = 'released' and p.is_active
       and not exists (select from app.follow_ups f where f.result_id = r.result_id and f.round = r.round
                        and (f.outcome = 'spoken-to' or (f.kind = 'unread' and f.outcome is not null)))) v
   where not exists (
     select from app.audit_log a
      where a.subject like 'result:%' and a.subject = 'result:' || v.result_id and a.actor_profile_id = v.profile_id and a.at >= v.since
        and a.action in ('result-read', 'result-letter-read', 'result-exported', 'result-acknowledged'));

-- Opens the case of each unread result once for each judgement: after seven days, with a second mail, and on the list of calls after fourteen; where the address
-- is not confirmed on the list immediately, without a mail, because the patient cannot read it. Older ones are left alone: entries of readings are
-- deleted in the end. Returns how many.
create function app.open_unread() returns int language plpgsql security definer set search_path = '' as $$
declare
  u record;
  v_now timestamptz := app.clock_now();
  v_count int := 0;
begin
  for u in
    select * from app.unread_results v
     where (v.since <= v_now - interval '7 days' or not v.is_verified) and v.since > v_now - interval '90 days'
       and not exists (select from app.follow_ups f where f.result_id = v.result_id and f.round = v.round
                        and (f.kind = 'unread' or (f.kind = 'call-first' and f.outcome is null)))
     order by v.profile_id, v.result_id limit 500
  loop
    perform from app.results r where r.result_id = u.result_id and r.state = 'released' and r.round = u.round for share;
    continue when not found;
    insert into app.follow_ups (result_id, round, kind, opened_at, listed_at, opened_by)
    values (u.result_id, u.round, 'unread', v_now, case when u.is_verified then u.since + interval '14 days' else v_now end, 'The site, job')
    on conflict (result_id, round, kind) do nothing;
    continue when not found;
    v_count := v_count + 1;
    if u.is_verified then
      perform app.queue_mail('result-unread:' || u.result_id || ':' || u.round,
        pg_catalog.jsonb_build_object('template', 'result-unread', 'result_id', u.result_id, 'profile_id', u.profile_id),
        'profile:' || u.profile_id, v_now);
    end if;
  end loop;
  return v_count;
end $$;

-- Withdraws a result whose value is another patient's, with every other version of its tube, and opens the case with the checklist, also when the versions were
-- withdrawn or replaced before. p_other: the label of the tube that the value may be of, when it is known. Reasons: not-found, case-exists, no-tube.
create function lab.withdraw_wrong_patient(p_result uuid, p_case uuid, p_other text, p_by text, p_reason text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  v_sample uuid := (select r.sample_id from app.results r where r.result_id = p_result);
  v_open boolean;
  v_now timestamptz;
begin
  if not lab.is_clinician(p_by) then
    raise exception 'a clinician withdraws a result' using errcode = 'check_violation';
  end if;
  if v_sample is null then r_reason := 'not-found'; return; end if;
  perform from app.samples s where s.sample_id = v_sample or s.label = p_other order by s.profile_id, s.sample_id for update;
  -- The same form again.
  if exists (select from app.follow_ups f where f.follow_up_id = p_case) then return; end if;
  v_open := (select r.state not in ('withdrawn', 'superseded') from app.results r where r.result_id = p_result);
  if exists (
    select from app.follow_ups f join app.results r using (result_id)
     where f.kind = 'wrong-patient' and r.sample_id = v_sample and (f.result_id = p_result or (f.outcome is null and not v_open))) then
    r_reason := 'case-exists';
    return;
  end if;
  if p_other is not null and not exists (
    select from app.samples s where s.label = p_other and s.state <> 'mistaken' and s.sample_id <> v_sample) then
    r_reason := 'no-tube';
    return;
  end if;
  perform lab.withdraw(r.result_id, p_by, p_reason) from app.results r
   where r.sample_id = v_sample and r.state not in ('superseded', 'withdrawn');
  v_now := app.clock_now();
  insert into app.follow_ups (follow_up_id, result_id, round, kind, opened_at, listed_at, opened_by)
  select p_case, p_result, coalesce(r.round, 0), 'wrong-patient', v_now, v_now, p_by from app.results r where r.result_id = p_result;
  insert into app.audit_log (at, action, subject, operator, reason) values (v_now, 'wrong-patient-opened', 'result:' || p_result, p_by,
    case when not v_open then p_reason end);
  if p_other is not null then perform lab.name_other_tube(p_case, p_other, null, 0, p_by); end if;
end $$;

-- Names the tube that the value of a withdrawn result may be of, and holds its newest result; until the other patient was told, another tube can be named
-- instead. p_was: the label that the page showed, null when none. Reasons: those of lab.lock_case, no-tube (no tube of a patient has this label, or it is
-- the case's own), settled (the other patient was told, or no other patient is affected).
create function lab.name_other_tube(p_case uuid, p_label text, p_was text, p_notes int, p_by text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  s app.samples;
  was app.samples;
  f app.follow_ups;
  v_own uuid := (select r.sample_id from app.follow_ups o join app.results r using (result_id) where o.follow_up_id = p_case);
  v_result uuid;
begin
  if not lab.is_clinician(p_by) then
    raise exception 'a clinician looks for the other patient' using errcode = 'check_violation';
  end if;
  perform from app.samples o where o.sample_id = v_own or o.label = p_label order by o.profile_id, o.sample_id for update;
  r_reason := (lab.lock_case(p_case, p_notes, null)).r_reason;
  if r_reason is not null then return; end if;
  select * into s from app.samples where label = p_label and state <> 'mistaken';
  if not found or s.sample_id = v_own then r_reason := 'no-tube'; return; end if;
  select * into f from app.follow_ups where follow_up_id = p_case and kind = 'wrong-patient';
  if not found then r_reason := 'not-found'; return; end if;
  -- The same form again.
  if f.other_sample_id = s.sample_id then return; end if;
  if exists (select from app.follow_up_notes n where n.follow_up_id = p_case and n.pass = f.pass and n.kind in ('told-other', 'no-other')) then
    r_reason := 'settled';
    return;
  end if;
  select * into was from app.samples where sample_id = f.other_sample_id;
  if was.label is distinct from p_was then r_reason := 'changed-meanwhile'; return; end if;
  update app.follow_ups set other_sample_id = s.sample_id where follow_up_id = p_case;
  select r.result_id into v_result from app.results r
   where r.sample_id = s.sample_id and r.state not in ('withdrawn', 'superseded') order by r.version desc limit 1 for update;
  if v_result is not null then perform lab.hold(v_result, p_by, 'its tube may have been exchanged'); end if;
  insert into app.audit_log (at, action, subject, operator, subjects)
  values (app.clock_now(), case when was.sample_id is null then 'other-tube-named' else 'other-tube-changed' end, 'result:' || f.result_id, p_by,
    pg_catalog.array_remove(array[was.profile_id, s.profile_id], null));
end $$;

-- The open steps of a wrong-patient checklist. A call from before the checklist began again counts when its patient is erased or has closed the
-- account: the patient cannot be called again.
create function lab.open_steps(p_case uuid) returns text[] language sql stable set search_path = '' as $$
  select coalesce(pg_catalog.array_agg(case when s.step = 'told-other' and f.other_sample_id is null then 'no-other' else s.step end order by s.place), '{}')
    from app.follow_ups f
    join app.results r using (result_id)
    left join app.samples o on o.sample_id = f.other_sample_id
   cross join lateral (values (1, 'told-patient', r.profile_id), (2, 'told-other', o.profile_id), (3, 'told-laboratory', null), (4, 'incident', null)) s (place, step, profile_id)
    left join app.profiles p on p.profile_id = s.profile_id
   where f.follow_up_id = p_case and not exists (
     select from app.follow_up_notes n
      where n.follow_up_id = p_case and n.kind in (s.step, case s.step when 'told-other' then 'no-other' end)
        and (n.pass = f.pass or (n.kind = 'told-patient' and not p.is_active)
          -- The call was about the tube that is named now.
          or (n.kind = 'told-other' and (o.sample_id is null or (not p.is_active and n.made_at > (
            select pg_catalog.max(a.at) from app.audit_log a where a.subject = 'result:' || f.result_id and a.action in ('other-tube-named', 'other-tube-changed')))))))
$$;

-- Records a step of the checklist of a result of another patient; with the last one the case ends. Reasons: those of lab.lock_case, other-tube (the step
-- needs another patient, or that there is none).
create function lab.tick(p_note uuid, p_case uuid, p_notes int, p_step text, p_details bytea, p_by text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  f app.follow_ups;
  v_now timestamptz;
begin
  if not lab.is_clinician(p_by) then
    raise exception 'a clinician works through the checklist' using errcode = 'check_violation';
  end if;
  r_reason := (lab.lock_case(p_case, p_notes, p_note)).r_reason;
  if r_reason is not null then return; end if;
  select * into f from app.follow_ups where follow_up_id = p_case;
  if f.kind <> 'wrong-patient' or p_step not in ('told-patient', 'told-other', 'no-other', 'told-laboratory', 'incident') then
    raise exception 'this is not a step of the checklist: %', p_step using errcode = 'check_violation';
  end if;
  if (p_step = 'told-other') <> (f.other_sample_id is not null) and p_step in ('told-other', 'no-other') then r_reason := 'other-tube'; return; end if;
  if exists (select from app.follow_up_notes n where n.follow_up_id = p_case and n.pass = f.pass and n.kind = p_step) then r_reason := 'changed-meanwhile'; return; end if;
  v_now := app.clock_now();
  insert into app.follow_up_notes (note_id, follow_up_id, kind, pass, made_at, made_by, details_sealed)
  values (p_note, p_case, p_step, f.pass, v_now, p_by, p_details);
  insert into app.audit_log (at, action, subject, operator) values (v_now, 'wrong-patient-' || p_step, 'result:' || f.result_id, p_by);
  if lab.open_steps(p_case) = '{}' then
    update app.follow_ups set outcome = 'done', closed_at = v_now, closed_by = p_by where follow_up_id = p_case;
  end if;
end $$;

-- Begins a wrong-patient checklist again, also after its end: a step was recorded by mistake. The earlier steps stay, and only some calls still count
-- (lab.open_steps). The withdrawal stays final. Reasons: the reasons of lab.lock_case except closed, nothing-recorded (no step counts), reason-needed.
create function lab.reopen_checklist(p_note uuid, p_case uuid, p_notes int, p_details bytea, p_by text, p_reason text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  f app.follow_ups;
  v_now timestamptz;
begin
  if not lab.is_clinician(p_by) then
    raise exception 'a clinician works through the checklist' using errcode = 'check_violation';
  end if;
  r_reason := (lab.lock_case(p_case, p_notes, p_note)).r_reason;
  if r_reason <> 'closed' then return; end if;
  select * into f from app.follow_ups where follow_up_id = p_case;
  if f.kind <> 'wrong-patient' then
    raise exception 'this case has no checklist' using errcode = 'check_violation';
  end if;
  r_reason := case
    -- lab.lock_case does not compare the notes of an ended case.
    when (select pg_catalog.count(*) from app.follow_up_notes n where n.follow_up_id = p_case) <> p_notes then 'changed-meanwhile'
    when not exists (select from app.follow_up_notes n where n.follow_up_id = p_case and n.pass = f.pass and n.kind <> 'reopened') then 'nothing-recorded'
    when coalesce(pg_catalog.btrim(p_reason), '') = '' then 'reason-needed' end;
  if r_reason is not null then return; end if;
  v_now := app.clock_now();
  update app.follow_ups set outcome = null, closed_at = null, closed_by = null, pass = f.pass + 1 where follow_up_id = p_case;
  insert into app.follow_up_notes (note_id, follow_up_id, kind, pass, made_at, made_by, details_sealed)
  values (p_note, p_case, 'reopened', f.pass + 1, v_now, p_by, p_details);
  insert into app.audit_log (at, action, subject, operator, reason) values (v_now, 'wrong-patient-reopened', 'result:' || f.result_id, p_by, p_reason);
end $$;
