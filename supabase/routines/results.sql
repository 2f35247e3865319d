-- Results: judged, shown, held, withdrawn, and read by their patient (decision 026).

-- What the portal reads, and nothing else: the judgement that is shown, with the number that says whether the patient has read it, and whom the sample
-- was taken from, with name and birth date as they were then. A result that was shown and is held or withdrawn says so, and nothing of its content.
-- What a waiting row contradicts is withheld from the moment that the row is stored until it is dealt with.
create view app.released_results as
  select r.result_id, r.profile_id, r.appointment_id, s.event_id, l.lab_name, s.taken_at, r.version, r.corrected,
    case when w.is_shown then 'released' else 'withheld' end as state,
    case when w.is_shown then r.finding_sealed end as finding_sealed,
    case when w.is_shown then r.light_sealed end as light_sealed,
    case when w.is_shown then r.risk_group_sealed end as risk_group_sealed,
    case when w.is_shown then r.comments_sealed end as comments_sealed,
    case when w.is_shown then r.retest_on_sealed end as retest_on_sealed,
    r.released_at, r.round, s.sample_id,
    case when w.is_shown then s.patient_name_sealed end as patient_name_sealed,
    case when w.is_shown then s.birth_date end as birth_date
    from app.results r
    join app.samples s on s.sample_id = r.sample_id
    join app.labs l on l.lab_id = s.lab_id
    cross join lateral (select r.state = 'released' and not lab.row_waits(s.label) as is_shown) w
   where r.released_at is not null and r.state in ('released', 'on_hold', 'withdrawn');

-- L7: a colour is given by a clinician who did not import the row; the second judgement of a round is by another person. A round needs two when it
-- has a second judgement or follows another round.
create function app.guard_grading() returns trigger language plpgsql set search_path = '' as $$
declare
  r app.results;
begin
  if tg_op = 'DELETE' then
    -- The result may be gone already.
    if pg_catalog.current_setting('app.append_only', true) like 'erase:%' then return old; end if;
  elsif tg_op = 'UPDATE' then
    if lab.is_reseal(pg_catalog.to_jsonb(old), pg_catalog.to_jsonb(new)) then return new; end if;
  else
    select * into r from app.results where result_id = new.result_id;
    if not lab.is_clinician(new.given_by) then
      raise exception 'L7 a colour is given by a clinician' using errcode = 'check_violation';
    end if;
    if new.given_by_key = r.matched_by_key or exists (
      select from app.lab_rows w join app.lab_files f using (file_id) where w.row_id = r.row_id and f.imported_by_key = new.given_by_key) then
      raise exception 'L7 the person who imported a result does not judge it' using errcode = 'check_violation';
    end if;
    if not new.second_needed and (new.reader = 2 or new.round > 1) then
      raise exception 'L9 this judgement needs a second person' using errcode = 'check_violation';
    end if;
    if new.reader = 2 and not exists (
      select from app.gradings g where g.result_id = new.result_id and g.round = new.round and g.reader = 1
         and g.given_by_key <> new.given_by_key) then
      raise exception 'L9 a second judgement follows the first, by another person' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger gradings_append_only before insert or update or delete on app.gradings
  for each row execute function app.guard_grading();
create trigger gradings_not_truncated before truncate on app.gradings
  for each statement execute function app.refuse_change();

-- Whether the judgement of a result may be shown (L7 to L9): by a clinician, and where a second is needed, by another one who agrees.
create function lab.is_judged(r app.results) returns boolean language sql stable set search_path = '' as $$
  select exists (
    select from app.gradings one
     where one.result_id = r.result_id and one.round = r.round and one.reader = 1 and one.judgement_mac = r.judgement_mac
       and lab.is_clinician(one.given_by)
       and (not one.second_needed or exists (
         select from app.gradings two
          where two.result_id = r.result_id and two.round = r.round and two.reader = 2 and two.judgement_mac = r.judgement_mac
            and lab.is_clinician(two.given_by) and two.given_by_key <> one.given_by_key)))
$$;

create function app.guard_result() returns trigger language plpgsql set search_path = '' as $$
declare
  s app.samples;
begin
  if tg_op = 'DELETE' then
    if lab.is_erasing(old.profile_id) then return old; end if;
    raise exception 'results are not deleted' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    select * into s from app.samples where sample_id = new.sample_id;
    if (new.profile_id, new.appointment_id) is distinct from (s.profile_id, s.appointment_id) then
      raise exception 'L1 a result is of the patient and the appointment of its sample' using errcode = 'check_violation';
    end if;
    if not lab.is_live(s.state) then
      raise exception 'a sample that is % has no result', s.state using errcode = 'check_violation';
    end if;
    if new.state <> 'matched' or new.judgement_mac is not null or new.released_at is not null then
      raise exception 'a result begins without a colour' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  if lab.is_reseal(pg_catalog.to_jsonb(old), pg_catalog.to_jsonb(new)) then return new; end if;
  new.revision := old.revision + 1;
  if (new.result_id, new.sample_id, new.appointment_id, new.profile_id, new.row_id, new.version, new.finding_sealed, new.matched_by,
      new.matched_by_key, new.matched_at) is distinct from
     (old.result_id, old.sample_id, old.appointment_id, old.profile_id, old.row_id, old.version, old.finding_sealed, old.matched_by,
      old.matched_by_key, old.matched_at)
     or new.released_at < old.released_at or (old.released_at is not null and new.released_at is null)
     or (old.refused_by_lab_at is not null and new.refused_by_lab_at is null) then
    raise exception 'L1 a result keeps its sample, its patient and its value' using errcode = 'check_violation';
  end if;
  if new.state <> old.state and not (
    (old.state = 'matched' and new.state in ('graded', 'deferred', 'superseded', 'withdrawn'))
    or (old.state = 'graded' and new.state in ('matched', 'released', 'deferred', 'superseded', 'withdrawn'))
    or (old.state = 'deferred' and new.state in ('graded', 'superseded', 'withdrawn'))
    or (old.state = 'released' and new.state in ('on_hold', 'superseded', 'withdrawn'))
    or (old.state = 'on_hold' and new.state in ('released', 'superseded', 'withdrawn'))) then
    raise exception 'a result cannot change from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state = 'withdrawn' and old.state <> 'withdrawn' and not lab.is_clinician(new.changed_by) then
    raise exception 'LAB-08 a result is withdrawn by a clinician' using errcode = 'check_violation';
  end if;
  if old.held and not new.held and new.state <> 'released' then
    raise exception 'a hold ends by a release' using errcode = 'check_violation';
  end if;
  if (old.held <> new.held or (new.state = 'withdrawn' and old.state <> 'withdrawn')) and coalesce(pg_catalog.btrim(new.change_reason), '') = '' then
    raise exception 'LAB-08 a hold, its end and a withdrawal need a reason' using errcode = 'check_violation';
  end if;
  if (new.judgement_mac, new.round, new.retest_on_sealed, new.light_sealed, new.risk_group_sealed, new.comments_sealed) is distinct from
     (old.judgement_mac, old.round, old.retest_on_sealed, old.light_sealed, old.risk_group_sealed, old.comments_sealed)
     and not (new.state = 'matched' and new.judgement_mac is null)
     and not (new.state in ('graded', 'on_hold') and lab.is_judged(new)) then
    raise exception 'L8 a colour comes from its judgements' using errcode = 'check_violation';
  end if;
  if new.state = 'released' and old.state <> 'released' then
    if not lab.is_clinician(new.changed_by) then
      raise exception 'L8 a result is released by a clinician' using errcode = 'check_violation';
    end if;
    if not lab.is_judged(new) then
      raise exception 'L9 a result is released as it was judged' using errcode = 'check_violation';
    end if;
    if new.refused_by_lab_at is not null then
      raise exception 'a value that the laboratory took back is not released' using errcode = 'check_violation';
    end if;
  end if;
  return new;
end $$;
create trigger results_guard before insert or update or delete on app.results
  for each row execute function app.guard_result();
create trigger results_not_truncated before truncate on app.results
  for each statement execute function app.refuse_change();

create function app.audit_results() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into app.audit_log (at, action, subject, operator, reason)
    select app.clock_now(), 'result-matched', 'result:' || n.result_id, n.changed_by, n.change_reason from fresh n;
  else
    insert into app.audit_log (at, action, subject, operator, reason)
    select app.clock_now(), 'result-' || n.state, 'result:' || n.result_id, n.changed_by, n.change_reason
      from fresh n join stale o using (result_id)
     where (n.state, n.judgement_mac, n.refused_by_lab_at, n.held, n.changed_by, n.changed_at)
       is distinct from (o.state, o.judgement_mac, o.refused_by_lab_at, o.held, o.changed_by, o.changed_at);
  end if;
  return null;
end $$;
create trigger results_audit_insert after insert on app.results referencing new table as fresh
  for each statement execute function app.audit_results();
create trigger results_audit_update after update on app.results referencing new table as fresh old table as stale
  for each statement execute function app.audit_results();

create function app.audit_gradings() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into app.audit_log (at, action, subject, operator)
  select app.clock_now(), 'result-judged', 'result:' || n.result_id, n.given_by from fresh n;
  return null;
end $$;
create trigger gradings_audit_insert after insert on app.gradings referencing new table as fresh
  for each statement execute function app.audit_gradings();

-- Locks a result after its sample, as every step about it does; no row when there is none.
create function lab.lock_result(p_result uuid) returns setof app.results language plpgsql set search_path = '' as $$
begin
  perform from app.samples s where s.sample_id = (select o.sample_id from app.results o where o.result_id = p_result) for update;
  return query select * from app.results where result_id = p_result for update;
end $$;

-- Whether a result can be judged: its newest version, not shown, and not taken back by the laboratory.
create function lab.is_judgeable(r app.results) returns boolean language sql stable set search_path = '' as $$
  select (r).state in ('matched', 'graded', 'deferred', 'on_hold') and (r).refused_by_lab_at is null
    and not exists (select from app.results later where later.sample_id = (r).sample_id and later.version > (r).version)
$$;

-- Whether a clinician has put the case off since its last judgement.
create function lab.is_deferred(p_result uuid) returns boolean language sql stable set search_path = '' as $$
  select exists (select from app.deferrals d where d.result_id = p_result
    and not exists (select from app.gradings g where g.result_id = p_result and g.given_at > d.deferred_at))
$$;

-- Puts a case off, with a reason that the caller encrypts. p_revision and p_judgements: the case as its page showed it. Sent again it changes nothing.
-- Reasons: not-found, not-open, changed-meanwhile.
create function lab.defer(p_deferral uuid, p_result uuid, p_by text, p_details bytea, p_revision int, p_judgements int, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  r app.results;
  v_now timestamptz;
begin
  select * into r from lab.lock_result(p_result);
  if not found then r_reason := 'not-found'; return; end if;
  if exists (select from app.deferrals d where d.deferral_id = p_deferral and d.result_id = p_result and d.deferred_by = p_by) then return; end if;
  if not lab.is_judgeable(r) or r.state = 'graded' then r_reason := 'not-open'; return; end if;
  if (r.revision, p_judgements) is distinct from (p_revision, (select pg_catalog.count(*)::int from app.gradings g where g.result_id = p_result)) then
    r_reason := 'changed-meanwhile';
    return;
  end if;
  v_now := app.clock_now();
  insert into app.deferrals (deferral_id, result_id, deferred_by, deferred_at, details_sealed) values (p_deferral, p_result, p_by, v_now, p_details);
  insert into app.audit_log (at, action, subject, operator) values (v_now, 'result-put-off', 'result:' || p_result, p_by);
end $$;

-- Stores a judgement. The caller encrypts and hashes; p_completes says that this judgement and, where a second is needed, the first one of
-- the round agree; the sealed values for the result are given then. p_revision: the result as it was in the sheet. p_call_needed: whether
-- the colour needs a call. p_retest_reason: why the next test is on another day than the text says. The reason of a hold stays, because the hold does. Reasons: not-found, not-open, changed-meanwhile.
create function lab.judge(p_result uuid, p_grading uuid, p_round int, p_reader int, p_by text, p_light bytea, p_risk_group bytea,
  p_comments bytea, p_retest_on bytea, p_mac bytea, p_second_needed boolean, p_completes boolean, p_result_light bytea,
  p_result_risk_group bytea, p_result_comments bytea, p_result_retest_on bytea, p_by_key text, p_revision int, p_call_needed boolean,
  p_retest_reason bytea default null, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  r app.results;
  v_now timestamptz;
begin
  select * into r from lab.lock_result(p_result);
  if not found then r_reason := 'not-found'; return; end if;
  v_now := app.clock_now();
  if not lab.is_judgeable(r) then r_reason := 'not-open'; return; end if;
  if r.revision <> p_revision
     or exists (select from app.gradings g where g.result_id = p_result and (g.round, g.reader) >= (p_round, p_reader)) then
    r_reason := 'changed-meanwhile';
    return;
  end if;
  -- A new judgement of a result that waits for its release takes the old colour back until it is complete.
  if r.state = 'graded' and not p_completes then
    update app.results set state = 'matched', light_sealed = null, risk_group_sealed = null, comments_sealed = null,
      retest_on_sealed = null, round = null, judgement_mac = null, call_needed = null,
      changed_by = p_by, changed_at = v_now, change_reason = case when held then change_reason else 'another judgement' end where result_id = p_result;
  end if;
  insert into app.gradings (grading_id, result_id, round, reader, given_by, given_by_key, given_at, light_sealed, risk_group_sealed, comments_sealed,
    retest_on_sealed, judgement_mac, second_needed, call_needed, retest_reason_sealed)
  values (p_grading, p_result, p_round, p_reader, p_by, p_by_key, v_now, p_light, p_risk_group, p_comments, p_retest_on, p_mac, p_second_needed,
    p_call_needed, p_retest_reason);
  if p_completes then
    update app.results set state = case when state = 'on_hold' then 'on_hold' else 'graded' end, light_sealed = p_result_light,
      risk_group_sealed = p_result_risk_group, comments_sealed = p_result_comments, retest_on_sealed = p_result_retest_on, round = p_round,
      judgement_mac = p_mac, call_needed = p_call_needed, corrected = corrected or (state = 'on_hold' and judgement_mac <> p_mac),
      changed_by = p_by, changed_at = v_now, change_reason = case when held then change_reason end where result_id = p_result;
  end if;
end $$;

-- Shows a judged result and queues the mail. An earlier version is superseded. p_ends_hold: why a person ends the hold of a held result;
-- null for any other. p_alone: a person named this result alone, as one that needs a call requires; p_reason: why that one is shown although
-- the patient was not reached. Reasons: not-found, released (it is shown already), refused-by-laboratory, newer-version, row-waits, not-judged, not-open, held,
-- not-held, second-person, not-alone, not-called, reason-needed, unconfirmed (one of many, whose patient could not read it: the address is not
-- confirmed), changed (p_revision is another one: a page showed it before a change). p_by_key: who ends the hold.
create function lab.show(p_result uuid, p_by text, p_ends_hold text, p_alone boolean, p_reason text, p_by_key text, out r_reason text,
  p_revision int default null)
language plpgsql security definer set search_path = '' as $$
declare
  r app.results;
  v_now timestamptz;
  v_replaces boolean;
  v_call text;
begin
  select * into r from lab.lock_result(p_result);
  if not found then r_reason := 'not-found'; return; end if;
  v_now := app.clock_now();
  r_reason := lab.unready(r);
  if r_reason is not null then return; end if;
  if r.state = 'released' then r_reason := 'released'; return; end if;
  if (r.held or r.state = 'on_hold') <> (p_ends_hold is not null) then
    r_reason := case when p_ends_hold is null then 'held' else 'not-held' end;
    return;
  end if;
  if p_ends_hold is not null and (p_by_key is null or lab.is_alone(r, p_by_key)) then r_reason := 'second-person'; return; end if;
  if coalesce(r.call_needed, true) then
    if not p_alone then r_reason := 'not-alone'; return; end if;
    v_call := lab.call_state(p_result, r.round);
    if v_call is null then r_reason := 'not-called'; return; end if;
    if v_call = 'tried' and coalesce(pg_catalog.btrim(p_reason), '') = '' then r_reason := 'reason-needed'; return; end if;
  end if;
  if not p_alone and exists (select from app.profiles p where p.profile_id = r.profile_id and not p.is_verified) then
    r_reason := 'unconfirmed';
    return;
  end if;
  if r.revision <> p_revision then r_reason := 'changed'; return; end if;
  v_replaces := exists (select from app.results e where e.sample_id = r.sample_id and e.version < r.version and e.released_at is not null);
  update app.results set state = 'superseded', changed_by = p_by, changed_at = v_now, change_reason = null
   where sample_id = r.sample_id and version < r.version and state not in ('superseded', 'withdrawn');
  update app.results set state = 'released', released_at = coalesce(released_at, v_now), corrected = corrected or v_replaces, held = false,
    changed_by = p_by, changed_at = v_now, change_reason = p_reason where result_id = p_result;
  perform app.queue_mail('result-ready:' || p_result || ':' || extract(epoch from v_now),
    pg_catalog.jsonb_build_object('template', 'result-ready', 'result_id', p_result, 'profile_id', r.profile_id),
    'profile:' || r.profile_id, v_now);
end $$;

-- Shows a judged result that is not held: the step of a release of several. Leaves out one that needs a call, and one that its patient could not read.
-- p_revision: the result as a page showed it; null for one that is named by its id.
create function lab.release(p_result uuid, p_by text, p_revision int default null) returns text language sql security definer set search_path = '' as $$
  select lab.show(p_result, p_by, null, false, null, null, p_revision)
$$;

-- Ends the hold of one result and shows it; the reason is kept.
create function lab.release_held(p_result uuid, p_by text, p_by_key text, p_reason text) returns text
language sql security definer set search_path = '' as $$
  select lab.show(p_result, p_by, coalesce(p_reason, ''), true, coalesce(p_reason, ''), p_by_key)
$$;

-- Holds a result: a shown one is hidden immediately, without a mail; one that is not shown yet waits for a new judgement. Only lab.release_held ends
-- the hold. Each call has its entry in the audit log, also for a result that is held already. Reasons: not-found, not-open.
create function lab.hold(p_result uuid, p_by text, p_reason text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  r app.results;
begin
  select * into r from lab.lock_result(p_result);
  if not found then r_reason := 'not-found'; return; end if;
  if r.state in ('withdrawn', 'superseded') then r_reason := 'not-open'; return; end if;
  update app.results set state = case when r.state in ('released', 'on_hold') then 'on_hold' else 'deferred' end, held = true,
    changed_by = p_by, changed_at = app.clock_now(), change_reason = p_reason where result_id = p_result;
end $$;

-- Withdraws a result permanently; a patient to whom it was shown gets a mail in neutral words. Reasons: not-found, not-open.
create function lab.withdraw(p_result uuid, p_by text, p_reason text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  r app.results;
  v_now timestamptz;
begin
  select * into r from lab.lock_result(p_result);
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

-- The rows go by the foreign keys. The entries about them in the audit log stay, without free text.
create function app.forget_results() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  update app.audit_log set actor_user_id = null, reason = null
   where reason is not null and subject in (
     select 'result:' || result_id from app.results where profile_id = old.profile_id
     union all select 'sample:' || sample_id from app.samples where profile_id = old.profile_id);
  return old;
end $$;
create trigger profiles_forget_results before delete on app.profiles
  for each row execute function app.forget_results();

create function app.guard_of_result() returns trigger language plpgsql set search_path = '' as $$
begin
  -- The result may be gone already: the foreign key deletes its rows after it.
  if tg_op = 'DELETE' and pg_catalog.current_setting('app.append_only', true) like 'erase:%' then return old; end if;
  if tg_op = 'UPDATE' and lab.is_reseal(pg_catalog.to_jsonb(old), pg_catalog.to_jsonb(new)) then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger result_acknowledgements_append_only before update or delete on app.result_acknowledgements
  for each row execute function app.guard_of_result();
create trigger result_acknowledgements_not_truncated before truncate on app.result_acknowledgements
  for each statement execute function app.refuse_change();
create trigger deferrals_append_only before update or delete on app.deferrals
  for each row execute function app.guard_of_result();
create trigger deferrals_not_truncated before truncate on app.deferrals
  for each statement execute function app.refuse_change();

-- The results that the portal shows a patient with a confirmed address: all, or one. One statement adds an audit entry for each and
-- returns only rows with an entry, so that no reading is without one, whatever happens between.
create function lab.read_results(p_profile bigint, p_user uuid, p_action text, p_request text, p_result uuid default null)
returns table (result_id uuid, appointment_id uuid, lab_name text, taken_at timestamptz, version int, round int, corrected boolean, state text,
  finding_sealed bytea, light_sealed bytea, risk_group_sealed bytea, comments_sealed bytea, retest_on_sealed bytea, released_at timestamptz,
  sample_id uuid, patient_name_sealed bytea, birth_date date, acknowledged_at timestamptz)
language sql security definer set search_path = '' as $$
  with shown as materialized (
    select r.* from app.released_results r join app.profiles p on p.profile_id = r.profile_id
     where r.profile_id = p_profile and p.is_verified and (p_result is null or r.result_id = p_result)),
  noted as (
    insert into app.audit_log (at, action, subject, actor_profile_id, actor_user_id, request_id)
    select app.clock_now(), p_action, 'result:' || s.result_id, p_profile, p_user, p_request from shown s
    returning subject),
  -- A result that is read needs no call about being unread (FUP-03).
  opened as (
    update app.follow_ups f set outcome = 'read', closed_at = app.clock_now(), closed_by = 'The patient, account'
     where f.follow_up_id in (
       select o.follow_up_id from shown s join app.follow_ups o on o.result_id = s.result_id
        where s.state = 'released' and o.kind = 'unread' and o.outcome is null order by o.follow_up_id for update of o))
  select s.result_id, s.appointment_id, s.lab_name, s.taken_at, s.version, s.round, s.corrected, s.state,
    s.finding_sealed, s.light_sealed, s.risk_group_sealed, s.comments_sealed, s.retest_on_sealed, s.released_at,
    s.sample_id, s.patient_name_sealed, s.birth_date, k.acknowledged_at
    from shown s
    join noted n on n.subject = 'result:' || s.result_id
    left join app.result_acknowledgements k on k.result_id = s.result_id and k.round = s.round
   order by s.released_at desc, s.result_id
$$;

-- Stores 'I have read this' of the judgement p_round once, with its audit entry, and returns when it was. Reasons: result-not-found (the
-- patient is not shown this result now), result-changed (another judgement is shown now).
create function lab.acknowledge_result(p_profile bigint, p_user uuid, p_result uuid, p_round int, p_request text,
  out r_reason text, out r_read_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  v_round int;
begin
  select round into v_round from app.released_results
   where result_id = p_result and profile_id = p_profile and state = 'released';
  if not found then r_reason := 'result-not-found'; return; end if;
  if v_round is distinct from p_round then r_reason := 'result-changed'; return; end if;
  insert into app.result_acknowledgements (result_id, round, acknowledged_at)
  values (p_result, p_round, app.clock_now()) on conflict do nothing returning acknowledged_at into r_read_at;
  if found then
    insert into app.audit_log (at, action, subject, actor_profile_id, actor_user_id, request_id)
    values (r_read_at, 'result-acknowledged', 'result:' || p_result, p_profile, p_user, p_request);
  else
    select acknowledged_at into r_read_at from app.result_acknowledgements where result_id = p_result and round = p_round;
  end if;
end $$;

-- A proposal is accepted once; nothing else changes, so that the table in force on any day is known.
create function app.guard_thresholds() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.accepted_at is null then return new; end if;
  if tg_op = 'UPDATE' and old.accepted_at is null and new.accepted_at is not null
     and pg_catalog.to_jsonb(new) - '{accepted_by,accepted_by_key,accepted_at}'::text[]
       = pg_catalog.to_jsonb(old) - '{accepted_by,accepted_by_key,accepted_at}'::text[] then
    return new;
  end if;
  raise exception '% is append-only: a proposal is accepted once, by another clinician', tg_table_name using errcode = 'check_violation';
end $$;
create trigger thresholds_append_only before insert or update or delete on app.thresholds
  for each row execute function app.guard_thresholds();
create trigger thresholds_not_truncated before truncate on app.thresholds
  for each statement execute function app.refuse_change();

-- Why a result cannot be shown or told to the patient now, because its value or its judgement is in doubt; null when it can. The caller has locked the result.
create function lab.unready(r app.results) returns text language plpgsql stable set search_path = '' as $$
begin
  if (r).refused_by_lab_at is not null then return 'refused-by-laboratory'; end if;
  if exists (select from app.results later where later.sample_id = (r).sample_id and later.version > (r).version) then
    return 'newer-version';
  end if;
  if exists (select from app.samples s where s.sample_id = (r).sample_id and lab.row_waits(s.label)) then return 'row-waits'; end if;
  if (r).state in ('matched', 'deferred')
     or exists (select from app.gradings g where g.result_id = (r).result_id and g.round > (r).round) then
    return 'not-judged';
  end if;
  if (r).state not in ('graded', 'on_hold', 'released') then return 'not-open'; end if;
  return null;
end $$;

-- Whether one person alone would show a result that a namesake could own: the only one who judged it, or who took its row over (LAB-08).
create function lab.is_alone(r app.results, p_by_key text) returns boolean language sql stable set search_path = '' as $$
  select ((r).matched_by_key = p_by_key or not exists (
      select from app.gradings g where g.result_id = (r).result_id and g.round = (r).round and g.given_by_key <> p_by_key))
    and exists (
      select from app.samples s, app.lab_rows w
       where s.sample_id = (r).sample_id and w.row_id = (r).row_id and w.resolution is distinct from 'confirmed' and lab.row_has_namesake(s, w))
$$;

-- Shows one judged result that is not held, also one that needed a call.
create function lab.release_alone(p_result uuid, p_by text, p_reason text) returns text
language sql security definer set search_path = '' as $$
  select lab.show(p_result, p_by, null, true, p_reason, null)
$$;
