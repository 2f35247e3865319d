-- A result beside a waiting row of the laboratory is neither released nor shown (LAB-04), and a result that needs a call is told by
-- telephone first (LAB-12, decisions 026 and 042).

-- Rows of a label that wait: another value, a correction, a withdrawal, or other identifiers under the label of this tube. Until a person
-- has dealt with them, it is not known whether the value is right.
create function lab.row_waits(p_label text) returns boolean language sql stable set search_path = '' as $$
  select exists (select from app.lab_rows w where w.label = p_label and w.decision = 'quarantined' and w.resolution is null)
$$;

-- As before; what a waiting row contradicts is withheld from the moment that the row is stored until it is dealt with.
create or replace view app.released_results as
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

-- Whether the colour needs a call, which the database cannot read. Null until the judgement is complete, and for one that was given before
-- this migration: it is treated as one that needs it.
alter table app.gradings add column call_needed boolean;
alter table app.results add column call_needed boolean;

drop function lab.judge;
-- As before, with p_call_needed. The reason of a hold stays, because the hold does.
create function lab.judge(p_result uuid, p_grading uuid, p_round int, p_reader int, p_by text, p_light bytea, p_risk_group bytea,
  p_comments bytea, p_retest_on bytea, p_mac bytea, p_second_needed boolean, p_completes boolean, p_result_light bytea,
  p_result_risk_group bytea, p_result_comments bytea, p_result_retest_on bytea, p_by_key text, p_revision int, p_call_needed boolean,
  out r_reason text)
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
    update app.results set state = 'matched', light_sealed = null, risk_group_sealed = null, comments_sealed = null,
      retest_on_sealed = null, round = null, judgement_mac = null, call_needed = null,
      changed_by = p_by, changed_at = v_now, change_reason = case when held then change_reason else 'another judgement' end where result_id = p_result;
  end if;
  insert into app.gradings (grading_id, result_id, round, reader, given_by, given_by_key, given_at, light_sealed, risk_group_sealed, comments_sealed,
    retest_on_sealed, judgement_mac, second_needed, call_needed)
  values (p_grading, p_result, p_round, p_reader, p_by, p_by_key, v_now, p_light, p_risk_group, p_comments, p_retest_on, p_mac, p_second_needed,
    p_call_needed);
  if p_completes then
    update app.results set state = case when state = 'on_hold' then 'on_hold' else 'graded' end, light_sealed = p_result_light,
      risk_group_sealed = p_result_risk_group, comments_sealed = p_result_comments, retest_on_sealed = p_result_retest_on, round = p_round,
      judgement_mac = p_mac, call_needed = p_call_needed, corrected = corrected or (state = 'on_hold' and judgement_mac <> p_mac),
      changed_by = p_by, changed_at = v_now, change_reason = case when held then change_reason end where result_id = p_result;
  end if;
end $$;

-- A case of calls: one for each complete judgement that needs a call, and one for a shown result that a clinician telephones about. It ends with an outcome.
create table app.follow_ups (
  follow_up_id uuid primary key default gen_random_uuid(),
  result_id uuid not null references app.results on delete cascade,
  round int not null,
  opened_at timestamptz not null,
  opened_by text not null check (opened_by ~ '^[^,]+, [^,]+$'),
  -- 'replaced': by another judgement or version, or the result was withdrawn.
  outcome text check (outcome in ('spoken-to', 'not-reached', 'replaced')),
  closed_at timestamptz,
  closed_by text check (closed_by ~ '^[^,]+, [^,]+$'),
  unique (result_id, round),
  constraint follow_ups_closed check ((outcome is null) = (closed_at is null) and (outcome is null) = (closed_by is null))
);
create index follow_ups_open on app.follow_ups (opened_at) where outcome is null;

-- What was done in a case. Append-only.
create table app.follow_up_notes (
  note_id uuid primary key,
  follow_up_id uuid not null references app.follow_ups on delete cascade,
  kind text not null check (kind in ('attempt', 'spoken-to', 'not-reached')),
  made_at timestamptz not null,
  made_by text not null check (made_by ~ '^[^,]+, [^,]+$'),
  details_sealed bytea not null
);
create index follow_up_notes_of_case on app.follow_up_notes (follow_up_id, made_at);

alter table app.follow_ups enable row level security;
alter table app.follow_up_notes enable row level security;

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
create trigger follow_ups_not_truncated before truncate on app.follow_ups
  for each statement execute function app.refuse_change();
create trigger follow_up_notes_append_only before update or delete on app.follow_up_notes
  for each row execute function app.guard_follow_up();
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

-- Why the patient cannot be told of a result now: its value or its judgement is in doubt. Null when they can. The caller has locked the result.
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

drop function lab.show;
-- Shows a judged result and queues the mail. An earlier version is superseded. p_ends_hold: why a person ends the hold of a held result;
-- null for any other. p_alone: a person named this result alone, as one that needs a call requires; p_reason: why that one is shown although
-- the patient was not reached. Reasons: not-found, released (it is shown already), refused-by-laboratory, newer-version, row-waits, not-judged, not-open, held,
-- not-held, second-person, not-alone, not-called, reason-needed. p_by_key: who ends the hold.
create function lab.show(p_result uuid, p_by text, p_ends_hold text, p_alone boolean, p_reason text, p_by_key text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  r app.results;
  v_now timestamptz;
  v_replaces boolean;
  v_call text;
begin
  perform from app.samples s where s.sample_id = (select o.sample_id from app.results o where o.result_id = p_result) for update;
  select * into r from app.results where result_id = p_result for update;
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
  v_replaces := exists (select from app.results e where e.sample_id = r.sample_id and e.version < r.version and e.released_at is not null);
  update app.results set state = 'superseded', changed_by = p_by, changed_at = v_now, change_reason = null
   where sample_id = r.sample_id and version < r.version and state not in ('superseded', 'withdrawn');
  update app.results set state = 'released', released_at = coalesce(released_at, v_now), corrected = corrected or v_replaces, held = false,
    changed_by = p_by, changed_at = v_now, change_reason = p_reason where result_id = p_result;
  perform app.queue_mail('result-ready:' || p_result || ':' || extract(epoch from v_now),
    pg_catalog.jsonb_build_object('template', 'result-ready', 'result_id', p_result, 'profile_id', r.profile_id),
    'profile:' || r.profile_id, v_now);
end $$;

-- Shows a judged result that is not held: the step of a release of several. Leaves out one that needs a call.
create or replace function lab.release(p_result uuid, p_by text) returns text language sql security definer set search_path = '' as $$
  select lab.show(p_result, p_by, null, false, null, null)
$$;
-- Shows one judged result that is not held, also one that needed a call.
create function lab.release_alone(p_result uuid, p_by text, p_reason text) returns text
language sql security definer set search_path = '' as $$
  select lab.show(p_result, p_by, null, true, p_reason, null)
$$;
drop function lab.release_held;
-- Ends the hold of one result and shows it; the reason is kept.
create function lab.release_held(p_result uuid, p_by text, p_by_key text, p_reason text) returns text
language sql security definer set search_path = '' as $$
  select lab.show(p_result, p_by, coalesce(p_reason, ''), true, coalesce(p_reason, ''), p_by_key)
$$;

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

-- A patient is not told of a result that a waiting row contradicts, so the closing waits for it too. Reasons as before.
create or replace function app.closing_refusal(p_profile bigint, p_now timestamptz) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_today date := (p_now at time zone 'Europe/London')::date;
begin
  if exists (
    select from app.samples s where s.profile_id = p_profile and lab.is_live(s.state) and (
      not exists (select from app.results r where r.sample_id = s.sample_id and r.state in ('released', 'withdrawn'))
      or exists (select from app.results r where r.sample_id = s.sample_id and r.state in ('matched', 'graded', 'deferred', 'on_hold'))
      or lab.row_waits(s.label)))
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

-- As before for every encrypted column of the schema: 'table', or 'table.column' where a table has several. A value is bound to the primary
-- key of its row, that of a profile to its account.
create or replace function app.reseal(p_table text, p_rows text[], p_old bytea[], p_new bytea[], p_key text, p_operator text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
  v_name text := pg_catalog.split_part(p_table, '.', 1);
  v_wanted text := nullif(pg_catalog.split_part(p_table, '.', 2), '');
  v_columns text[];
  v_id text;
begin
  if coalesce(pg_catalog.btrim(p_operator), '') = '' then
    raise exception 'a new encryption names its operator' using errcode = 'check_violation';
  end if;
  select pg_catalog.array_agg(a.attname::text) into v_columns from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
   where c.relnamespace = 'app'::regnamespace and c.relname = v_name and c.relkind = 'r' and not a.attisdropped
     and a.attname like '%\_sealed' and a.attname = coalesce(v_wanted, a.attname);
  if pg_catalog.cardinality(v_columns) is distinct from 1 then
    raise exception '% has no encrypted values', p_table using errcode = 'check_violation';
  end if;
  select case v_name when 'profiles' then 'user_id' else a.attname::text end into v_id
    from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indrelid
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
   where i.indisprimary and c.relnamespace = 'app'::regnamespace and c.relname = v_name;
  perform pg_catalog.set_config('app.append_only', 'reseal', true);
  execute pg_catalog.format('update app.%1$I t set %2$I = v.new
      from unnest($1, $2, $3) as v (id, old, new)
     where t.%3$I = v.id::uuid and t.%2$I = v.old', v_name, v_columns[1], v_id)
    using p_rows, p_old, p_new;
  get diagnostics v_count = row_count;
  perform pg_catalog.set_config('app.append_only', '', true);
  insert into app.audit_log (at, action, subject, operator)
  values (app.clock_now(), 'resealed', p_table || ':' || v_count || ' values, key ' || p_key, p_operator);
  return v_count;
end $$;

-- The calendar days after which a tube without a result is listed as missing (LAB-11).
alter table app.labs add column result_days int not null default 7 check (result_days between 1 and 90);

-- A result that one person judged before the thresholds (LAB-13) and that is not shown yet is judged again: nothing says which value was green.
update app.results r set state = 'matched', light_sealed = null, risk_group_sealed = null, comments_sealed = null, retest_on_sealed = null,
    round = null, judgement_mac = null, changed_by = 'Halyard, migration', changed_at = app.clock_now(),
    change_reason = case when held then change_reason else 'judged by one clinician before the thresholds' end
 where state = 'graded' and not exists (
   select from app.gradings g where g.result_id = r.result_id and g.round = r.round and g.reader > 1);

revoke all on all functions in schema lab from public;
revoke all on function app.guard_follow_up(), app.guard_call(), app.follow_up_result() from public;
