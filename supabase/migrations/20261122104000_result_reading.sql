-- Reading of results by their patient (RES-03, API-08): a row of the view leaves the database only together with its audit entry.

-- As before, with the judgement that is shown, whose number says whether the patient has read this one, and with whom the sample was
-- taken from: name and birth date as they were then.
create or replace view app.released_results as
  select r.result_id, r.profile_id, r.appointment_id, s.event_id, l.lab_name, s.taken_at, r.version, r.corrected,
    case when r.state = 'released' then 'released' else 'withheld' end as state,
    case when r.state = 'released' then r.finding_sealed end as finding_sealed,
    case when r.state = 'released' then r.light_sealed end as light_sealed,
    case when r.state = 'released' then r.risk_group_sealed end as risk_group_sealed,
    case when r.state = 'released' then r.comments_sealed end as comments_sealed,
    case when r.state = 'released' then r.retest_on end as retest_on,
    r.released_at, r.round, s.sample_id,
    case when r.state = 'released' then s.patient_name_sealed end as patient_name_sealed,
    case when r.state = 'released' then s.birth_date end as birth_date
    from app.results r
    join app.samples s on s.sample_id = r.sample_id
    join app.labs l on l.lab_id = s.lab_id
   where r.released_at is not null and r.state in ('released', 'on_hold', 'withdrawn');

-- 'I have read this'. Another judgement of the same result is unread again.
create table app.result_acknowledgements (
  result_id uuid not null references app.results on delete cascade,
  round int not null,
  acknowledged_at timestamptz not null,
  primary key (result_id, round)
);
alter table app.result_acknowledgements enable row level security;

create function app.guard_acknowledgement() returns trigger language plpgsql set search_path = '' as $$
begin
  -- The result may be gone already: the foreign key deletes its rows after it.
  if tg_op = 'DELETE' and pg_catalog.current_setting('app.append_only', true) like 'erase:%' then return old; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger result_acknowledgements_append_only before update or delete on app.result_acknowledgements
  for each row execute function app.guard_acknowledgement();
create trigger result_acknowledgements_not_truncated before truncate on app.result_acknowledgements
  for each statement execute function app.refuse_change();

-- The results that the portal shows a patient with a confirmed address: all, or one. One statement adds an audit entry for each and
-- answers only rows with an entry, so that no reading is without one, whatever happens between.
create function lab.read_results(p_profile bigint, p_user uuid, p_action text, p_request text, p_result uuid default null)
returns table (result_id uuid, appointment_id uuid, lab_name text, taken_at timestamptz, version int, round int, corrected boolean, state text,
  finding_sealed bytea, light_sealed bytea, risk_group_sealed bytea, comments_sealed bytea, retest_on date, released_at timestamptz,
  sample_id uuid, patient_name_sealed bytea, birth_date date, acknowledged_at timestamptz)
language sql security definer set search_path = '' as $$
  with shown as materialized (
    select r.* from app.released_results r join app.profiles p on p.profile_id = r.profile_id
     where r.profile_id = p_profile and p.is_verified and (p_result is null or r.result_id = p_result)),
  noted as (
    insert into app.audit_log (at, action, subject, actor_profile_id, actor_user_id, request_id)
    select app.clock_now(), p_action, 'result:' || s.result_id, p_profile, p_user, p_request from shown s
    returning subject)
  select s.result_id, s.appointment_id, s.lab_name, s.taken_at, s.version, s.round, s.corrected, s.state,
    s.finding_sealed, s.light_sealed, s.risk_group_sealed, s.comments_sealed, s.retest_on, s.released_at,
    s.sample_id, s.patient_name_sealed, s.birth_date, k.acknowledged_at
    from shown s
    join noted n on n.subject = 'result:' || s.result_id
    left join app.result_acknowledgements k on k.result_id = s.result_id and k.round = s.round
   order by s.released_at desc, s.result_id
$$;

-- Stores 'I have read this' of the judgement p_round once, with its audit entry, and answers when it was. Reasons: result-not-found (the
-- patient is not shown this result now), result-changed (another judgement is shown than the one that was read).
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

revoke all on function app.guard_acknowledgement(), lab.read_results(bigint, uuid, text, text, uuid),
  lab.acknowledge_result(bigint, uuid, uuid, int, text) from public;
