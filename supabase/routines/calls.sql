-- Calls to patients about a result that needs one.

create function app.guard_follow_up() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- The result may be gone already: the foreign key deletes its rows after it.
    if pg_catalog.current_setting('app.append_only', true) like 'erase:%' then return old; end if;
  elsif tg_table_name = 'follow_up_notes' then
    if lab.is_reseal(pg_catalog.to_jsonb(old), pg_catalog.to_jsonb(new)) then return new; end if;
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

-- What permits a judgement that needs a call to be shown: 'spoken-to'; 'tried' after two attempts, or after one and three business days of England since
-- the last judgement, at the same London time; else null.
create function lab.call_state(p_result uuid, p_round int) returns text language sql stable set search_path = '' as $$
  select case
      when pg_catalog.bool_or(n.kind = 'spoken-to') then 'spoken-to'
      when pg_catalog.count(*) filter (where n.kind = 'attempt') >= 2 then 'tried'
      when pg_catalog.count(*) filter (where n.kind = 'attempt') = 1 and app.clock_now() >= (
        select (booking.add_business_days(j.at::date, 3) + j.at::time) at time zone 'Europe/London'
          from (select pg_catalog.max(g.given_at) at time zone 'Europe/London' as at
                  from app.gradings g where g.result_id = p_result and g.round = p_round) j) then 'tried'
    end
    from app.follow_ups f join app.follow_up_notes n using (follow_up_id)
   where f.result_id = p_result and f.round = p_round
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
   where f.result_id = new.result_id and f.outcome is null
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
create function lab.read_contact(p_result uuid, p_by text, out r_reason text, out r_profile_id bigint, out r_first_name text,
  out r_last_name text, out r_birth_date date, out r_phone text, out r_label text, out r_finding bytea, out r_round int, out r_held boolean,
  out r_call text)
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
  insert into app.audit_log (at, action, subject, operator, reason)
  values (app.clock_now(), 'contact-read', 'profile:' || r.profile_id, p_by, 'result:' || p_result);
  r_finding := r.finding_sealed;
  r_round := r.round;
  r_held := r.held or r.state = 'on_hold';
  r_call := lab.call_state(p_result, r.round);
  select p.profile_id, p.first_name, p.last_name, p.birth_date, p.phone into r_profile_id, r_first_name, r_last_name, r_birth_date, r_phone
    from app.profiles p where p.profile_id = r.profile_id;
  select s.label into r_label from app.samples s where s.sample_id = r.sample_id;
end $$;

-- Records a call, or ends a case in which the patient was not reached. Attempts within an hour are one. Reasons: as lab.read_contact, closed
-- (the case ended already), too-soon, not-shown (a case ends without a call only when the patient can read the result).
create function lab.note_call(p_note uuid, p_result uuid, p_kind text, p_details bytea, p_by text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  r app.results;
  f app.follow_ups;
  v_now timestamptz;
begin
  if not lab.is_clinician(p_by) then
    raise exception 'a clinician telephones about a result' using errcode = 'check_violation';
  end if;
  perform from app.samples s where s.sample_id = (select o.sample_id from app.results o where o.result_id = p_result) for update;
  select * into r from app.results where result_id = p_result for update;
  if not found then r_reason := 'not-found'; return; end if;
  v_now := app.clock_now();
  r_reason := lab.unready(r);
  if r_reason is not null then return; end if;
  if r.state <> 'released' and not coalesce(r.call_needed, true) then r_reason := 'not-to-be-called'; return; end if;
  if p_kind = 'not-reached' and r.state <> 'released' then r_reason := 'not-shown'; return; end if;
  insert into app.follow_ups (result_id, round, opened_at, opened_by) values (p_result, r.round, v_now, p_by)
    on conflict (result_id, round) do nothing;
  select * into f from app.follow_ups where result_id = p_result and round = r.round for update;
  if f.outcome is not null then r_reason := 'closed'; return; end if;
  if p_kind = 'attempt' and exists (
    select from app.follow_up_notes n where n.follow_up_id = f.follow_up_id and n.kind = 'attempt' and n.made_at > v_now - interval '1 hour') then
    r_reason := 'too-soon';
    return;
  end if;
  insert into app.follow_up_notes (note_id, follow_up_id, kind, made_at, made_by, details_sealed)
  values (p_note, f.follow_up_id, p_kind, v_now, p_by, p_details);
  if p_kind <> 'attempt' then
    update app.follow_ups set outcome = p_kind, closed_at = v_now, closed_by = p_by where follow_up_id = f.follow_up_id;
  end if;
  insert into app.audit_log (at, action, subject, operator) values (v_now, 'call-' || p_kind, 'result:' || p_result, p_by);
end $$;
