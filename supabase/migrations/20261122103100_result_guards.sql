-- What the database refuses for samples and results, whatever the application does (decision 026). app.append_only names the change
-- that an erasure or a new encryption makes, as for consents.

-- Whether the running function erases this patient.
create function lab.is_erasing(p_profile bigint) returns boolean language sql stable set search_path = '' as $$
  select coalesce(pg_catalog.current_setting('app.append_only', true), '') = 'erase:' || p_profile
$$;

-- Whether two rows differ only in encrypted columns, which a new encryption replaces.
create function lab.is_reseal(p_old jsonb, p_new jsonb) returns boolean language sql stable set search_path = '' as $$
  select coalesce(pg_catalog.current_setting('app.append_only', true), '') = 'reseal'
    and p_old - '{finding_sealed,light_sealed,risk_group_sealed,comments_sealed,row_sealed,patient_name_sealed}'::text[]
      = p_new - '{finding_sealed,light_sealed,risk_group_sealed,comments_sealed,row_sealed,patient_name_sealed}'::text[]
$$;

-- L1 and L6 for samples: a sample is of its appointment's patient and event, and only its state changes.
create function app.guard_sample() returns trigger language plpgsql set search_path = '' as $$
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
    (old.state = 'taken' and new.state in ('resulted', 'void')) or (old.state = 'resulted' and new.state = 'void')) then
    raise exception 'a sample cannot change from % to %', old.state, new.state using errcode = 'check_violation';
  end if;
  if new.state = 'void' and exists (
    select from app.results r where r.sample_id = new.sample_id and r.state not in ('withdrawn', 'superseded')) then
    raise exception 'a sample with a result that counts cannot become void' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger samples_guard before insert or update or delete on app.samples
  for each row execute function app.guard_sample();

-- A label is spent by being bound, also when the sample is erased later.
create function app.spend_label() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into app.spent_labels (label, spent_at) values (new.label, app.clock_now());
  return new;
end $$;
create trigger samples_spend_label after insert on app.samples
  for each row execute function app.spend_label();
create trigger spent_labels_append_only before update or delete or truncate on app.spent_labels
  for each statement execute function app.refuse_change();
create trigger samples_not_truncated before truncate on app.samples
  for each statement execute function app.refuse_change();

-- L11: a row of a laboratory file is kept as it was taken over. A person deals with a row in quarantine once; its content is
-- forgotten in time (app.forget_lab_rows).
create function app.guard_lab_row() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' then
    -- The sample may be gone already: the foreign key deletes its rows after it.
    if pg_catalog.current_setting('app.append_only', true) similar to 'forget|erase:%' then return old; end if;
  elsif lab.is_reseal(pg_catalog.to_jsonb(old), pg_catalog.to_jsonb(new)) then return new;
  elsif old.decision = 'quarantined' and old.resolution is null and new.resolution is not null
    and pg_catalog.to_jsonb(new) - '{resolution,resolved_by,resolved_at,resolution_reason}'::text[]
      = pg_catalog.to_jsonb(old) - '{resolution,resolved_by,resolved_at,resolution_reason}'::text[] then return new;
  elsif pg_catalog.current_setting('app.append_only', true) = 'forget' and new.row_sealed is null
    and pg_catalog.to_jsonb(new) - 'row_sealed' = pg_catalog.to_jsonb(old) - 'row_sealed' then return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger lab_rows_append_only before update or delete on app.lab_rows
  for each row execute function app.guard_lab_row();
create trigger lab_rows_not_truncated before truncate on app.lab_rows
  for each statement execute function app.refuse_change();
create trigger lab_files_append_only before update or delete or truncate on app.lab_files
  for each statement execute function app.refuse_change();

-- L7: a colour is given by a clinician who did not import the row; the second judgement of a round is by another person.
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
       and one.retest_on is not distinct from r.retest_on and lab.is_clinician(one.given_by)
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
    if s.state = 'void' then
      raise exception 'a void sample has no result' using errcode = 'check_violation';
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
  if (new.judgement_mac, new.round, new.retest_on, new.light_sealed, new.risk_group_sealed, new.comments_sealed) is distinct from
     (old.judgement_mac, old.round, old.retest_on, old.light_sealed, old.risk_group_sealed, old.comments_sealed)
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

-- Every new state has its entry in the audit log, made by the database itself.
create function app.audit_samples() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into app.audit_log (at, action, subject, operator, reason)
    select app.clock_now(), 'sample-taken', 'sample:' || n.sample_id, n.changed_by, n.change_reason from fresh n;
  else
    insert into app.audit_log (at, action, subject, operator, reason)
    select app.clock_now(), 'sample-' || n.state, 'sample:' || n.sample_id, n.changed_by, n.change_reason
      from fresh n join stale o using (sample_id) where n.state <> o.state;
  end if;
  return null;
end $$;
create trigger samples_audit_insert after insert on app.samples referencing new table as fresh
  for each statement execute function app.audit_samples();
create trigger samples_audit_update after update on app.samples referencing new table as fresh old table as stale
  for each statement execute function app.audit_samples();

create function app.audit_results() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into app.audit_log (at, action, subject, operator, reason)
    select app.clock_now(), 'result-matched', 'result:' || n.result_id, n.changed_by, n.change_reason from fresh n;
  else
    insert into app.audit_log (at, action, subject, operator, reason)
    select app.clock_now(), 'result-' || n.state, 'result:' || n.result_id, n.changed_by, n.change_reason
      from fresh n join stale o using (result_id)
     where (n.state, n.judgement_mac, n.refused_by_lab_at, n.changed_by, n.changed_at)
       is distinct from (o.state, o.judgement_mac, o.refused_by_lab_at, o.changed_by, o.changed_at);
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

revoke all on all functions in schema lab from public;
revoke all on function app.spend_label(), app.guard_sample(), app.guard_lab_row(), app.guard_grading(), app.guard_result(), app.audit_samples(),
  app.audit_results(), app.audit_gradings() from public;
