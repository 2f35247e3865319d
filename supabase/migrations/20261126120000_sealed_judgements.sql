-- The next test is encrypted like the colour, which its distance would tell, and each judgement has all four encrypted values, so that their
-- presence tells nothing (decision 007).

-- Whether two rows differ only in encrypted columns, which a new encryption replaces.
create or replace function lab.is_reseal(p_old jsonb, p_new jsonb) returns boolean language sql stable set search_path = '' as $$
  select coalesce(pg_catalog.current_setting('app.append_only', true), '') = 'reseal'
    and (select pg_catalog.jsonb_object_agg(key, value) from pg_catalog.jsonb_each(p_old) where key not like '%\_sealed')
      = (select pg_catalog.jsonb_object_agg(key, value) from pg_catalog.jsonb_each(p_new) where key not like '%\_sealed')
$$;

alter table app.results add column retest_on_sealed bytea;
alter table app.gradings add column retest_on_sealed bytea;

-- This migration has no key: a value after a zero byte is in clear text until the next start encrypts it (src/server/operations/reseal.ts).
select pg_catalog.set_config('app.append_only', 'reseal', true);
update app.gradings set retest_on_sealed = '\x00'::bytea || pg_catalog.convert_to(coalesce(retest_on::text, 'none'), 'UTF8'),
  comments_sealed = coalesce(comments_sealed, '\x00'::bytea);
update app.results set retest_on_sealed = '\x00'::bytea || pg_catalog.convert_to(coalesce(retest_on::text, 'none'), 'UTF8'),
  comments_sealed = coalesce(comments_sealed, '\x00'::bytea) where judgement_mac is not null;
select pg_catalog.set_config('app.append_only', '', true);

drop function lab.read_results;
drop view app.released_results;
alter table app.results drop column retest_on;
alter table app.gradings drop column retest_on;
alter table app.gradings alter column comments_sealed set not null, alter column retest_on_sealed set not null;
alter table app.results drop constraint results_judged, add constraint results_judged check ((judgement_mac is null) = (round is null)
  and (judgement_mac is null) = (light_sealed is null) and (judgement_mac is null) = (risk_group_sealed is null)
  and (judgement_mac is null) = (comments_sealed is null) and (judgement_mac is null) = (retest_on_sealed is null));

create view app.released_results as
  select r.result_id, r.profile_id, r.appointment_id, s.event_id, l.lab_name, s.taken_at, r.version, r.corrected,
    case when r.state = 'released' then 'released' else 'withheld' end as state,
    case when r.state = 'released' then r.finding_sealed end as finding_sealed,
    case when r.state = 'released' then r.light_sealed end as light_sealed,
    case when r.state = 'released' then r.risk_group_sealed end as risk_group_sealed,
    case when r.state = 'released' then r.comments_sealed end as comments_sealed,
    case when r.state = 'released' then r.retest_on_sealed end as retest_on_sealed,
    r.released_at, r.round, s.sample_id,
    case when r.state = 'released' then s.patient_name_sealed end as patient_name_sealed,
    case when r.state = 'released' then s.birth_date end as birth_date
    from app.results r
    join app.samples s on s.sample_id = r.sample_id
    join app.labs l on l.lab_id = s.lab_id
   where r.released_at is not null and r.state in ('released', 'on_hold', 'withdrawn');

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
    returning subject)
  select s.result_id, s.appointment_id, s.lab_name, s.taken_at, s.version, s.round, s.corrected, s.state,
    s.finding_sealed, s.light_sealed, s.risk_group_sealed, s.comments_sealed, s.retest_on_sealed, s.released_at,
    s.sample_id, s.patient_name_sealed, s.birth_date, k.acknowledged_at
    from shown s
    join noted n on n.subject = 'result:' || s.result_id
    left join app.result_acknowledgements k on k.result_id = s.result_id and k.round = s.round
   order by s.released_at desc, s.result_id
$$;

-- Whether the judgement of a result may be shown (L7 to L9): by a clinician, and where a second is needed, by another one who agrees.
create or replace function lab.is_judged(r app.results) returns boolean language sql stable set search_path = '' as $$
  select exists (
    select from app.gradings one
     where one.result_id = r.result_id and one.round = r.round and one.reader = 1 and one.judgement_mac = r.judgement_mac
       and lab.is_clinician(one.given_by)
       and (not one.second_needed or exists (
         select from app.gradings two
          where two.result_id = r.result_id and two.round = r.round and two.reader = 2 and two.judgement_mac = r.judgement_mac
            and lab.is_clinician(two.given_by) and two.given_by_key <> one.given_by_key)))
$$;

create or replace function app.guard_result() returns trigger language plpgsql set search_path = '' as $$
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
  if old.held and not new.held and (new.state <> 'released' or coalesce(new.change_reason, '') = '') then
    raise exception 'a hold ends by a release with a reason' using errcode = 'check_violation';
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

drop function lab.judge;
-- Stores a judgement. The caller encrypts and hashes; p_completes says that this judgement and, where a second is needed, the first one of
-- the round agree, and then the sealed values for the result itself are given. p_revision: the result as it was in the sheet. Reasons: not-found, not-open, changed-meanwhile.
create function lab.judge(p_result uuid, p_grading uuid, p_round int, p_reader int, p_by text, p_light bytea, p_risk_group bytea,
  p_comments bytea, p_retest_on bytea, p_mac bytea, p_second_needed boolean, p_completes boolean, p_result_light bytea,
  p_result_risk_group bytea, p_result_comments bytea, p_result_retest_on bytea, p_by_key text, p_revision int, out r_reason text)
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
      retest_on_sealed = null,
      round = null, judgement_mac = null, changed_by = p_by, changed_at = v_now, change_reason = 'another judgement' where result_id = p_result;
  end if;
  insert into app.gradings (grading_id, result_id, round, reader, given_by, given_by_key, given_at, light_sealed, risk_group_sealed, comments_sealed,
    retest_on_sealed, judgement_mac, second_needed)
  values (p_grading, p_result, p_round, p_reader, p_by, p_by_key, v_now, p_light, p_risk_group, p_comments, p_retest_on, p_mac, p_second_needed);
  if p_completes then
    update app.results set state = case when state = 'on_hold' then 'on_hold' else 'graded' end, light_sealed = p_result_light,
      risk_group_sealed = p_result_risk_group, comments_sealed = p_result_comments, retest_on_sealed = p_result_retest_on, round = p_round,
      judgement_mac = p_mac, corrected = corrected or (state = 'on_hold' and judgement_mac <> p_mac),
      changed_by = p_by, changed_at = v_now, change_reason = null where result_id = p_result;
  end if;
end $$;

revoke all on all functions in schema lab from public;
