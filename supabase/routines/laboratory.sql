-- Rows of laboratory files: taken over, in quarantine, ended by two people (decision 026).
--
-- A row with status W for a label that no tube has yet waits in quarantine with its own reason. It still withdraws the value when the tube is
-- recorded later (LAB-04).

-- L11: a row of a laboratory file is kept as it was taken over, and its content is forgotten in time (app.forget_lab_rows). A row in quarantine ends
-- as one person proposed and another accepted.
create function app.guard_lab_row() returns trigger language plpgsql set search_path = '' as $$
declare
  c_proposal constant text[] := '{proposed_resolution,proposed_by,proposed_by_key,proposed_at,proposed_reason,proposed_about,proposed_paper}';
  c_resolution constant text[] := '{resolution,resolved_by,resolved_by_key,resolved_at,resolution_reason,resolved_paper}';
  v_importer text;
begin
  if tg_op = 'DELETE' then
    -- The sample may be gone already: the foreign key deletes its rows after it.
    if pg_catalog.current_setting('app.append_only', true) similar to 'forget|erase:%' then return old; end if;
  elsif lab.is_reseal(pg_catalog.to_jsonb(old), pg_catalog.to_jsonb(new)) then return new;
  elsif pg_catalog.current_setting('app.append_only', true) = 'forget' and new.row_sealed is null
    and pg_catalog.to_jsonb(new) - 'row_sealed' = pg_catalog.to_jsonb(old) - 'row_sealed' then return new;
  elsif old.decision = 'quarantined' and old.resolution is null then
    select f.imported_by_key into v_importer from app.lab_files f where f.file_id = old.file_id;
    if new.resolution is null and pg_catalog.to_jsonb(new) - c_proposal = pg_catalog.to_jsonb(old) - c_proposal then
      if new.proposed_by_key is null or new.proposed_by_key = v_importer then
        raise exception 'LAB-05 the person who imported a row does not propose how it ends' using errcode = 'check_violation';
      end if;
      if new.proposed_resolution = 'difference-accepted' and not lab.may_differ(old, new.proposed_paper) then
        raise exception 'LAB-05 one differing identifier is accepted, when the event is closed and the paper form agrees with the tube' using errcode = 'check_violation';
      end if;
      return new;
    end if;
    if new.resolution = 'overtaken' and pg_catalog.to_jsonb(new) - c_resolution = pg_catalog.to_jsonb(old) - c_resolution
      and exists (select from app.lab_rows w where w.label = old.label and lab.overtakes(w, old)) then return new;
    end if;
    if new.resolution is not null and pg_catalog.to_jsonb(new) - c_resolution = pg_catalog.to_jsonb(old) - c_resolution then
      if new.resolution is distinct from old.proposed_resolution or new.resolved_by_key is null
        or new.resolved_by_key in (old.proposed_by_key, v_importer) then
        raise exception 'LAB-05 a row ends as one person proposed and another accepts, and neither imported it' using errcode = 'check_violation';
      end if;
      if new.resolution = 'difference-accepted' and not lab.may_differ(old, new.resolved_paper) then
        raise exception 'LAB-05 one differing identifier is accepted, when the event is closed and the paper form agrees with the tube' using errcode = 'check_violation';
      end if;
      return new;
    end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger lab_rows_append_only before update or delete on app.lab_rows
  for each row execute function app.guard_lab_row();
create trigger lab_rows_not_truncated before truncate on app.lab_rows
  for each statement execute function app.refuse_change();
create trigger lab_files_append_only before update or delete or truncate on app.lab_files
  for each statement execute function app.refuse_change();
-- LAB-02: a mapping decides what a file says, so the person who saved it does not import a file that it reads.
create function app.guard_lab_file() returns trigger language plpgsql set search_path = '' as $$
begin
  if exists (select from app.lab_mappings m where m.mapping_id = new.mapping_id and m.made_by_key = new.imported_by_key) then
    raise exception 'LAB-02 the person who saved a mapping does not import a file that it reads' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger lab_files_by_another before insert on app.lab_files
  for each row execute function app.guard_lab_file();
create trigger lab_mappings_append_only before update or delete or truncate on app.lab_mappings
  for each statement execute function app.refuse_change();

create function app.guard_lab_check() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and pg_catalog.current_setting('app.append_only', true) similar to 'forget|erase:%' then return old; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger lab_checks_append_only before update or delete on app.lab_checks
  for each row execute function app.guard_lab_check();
create trigger lab_checks_not_truncated before truncate on app.lab_checks
  for each statement execute function app.refuse_change();

-- Identifiers under these labels that were checked and never taken over, until two people end a later row of the label. Without them, one person
-- could read in the report why a row waits, edit the file, and take the edited one over (LAB-02). A row that takes a value back, or adds nothing,
-- holds no other row back, so it does not replace the check. The labels are named twice: with c.label alone, the planner reads every row that was ever
-- taken over.
create function lab.open_checks(p_labels text[]) returns table (label text, identity_hash bytea)
language sql stable set search_path = '' as $$
  select c.label, c.identity_hash from app.lab_checks c
   where c.label = any(p_labels) and not exists (
     select from app.lab_rows w join app.lab_files f using (file_id)
      where w.label = any(p_labels) and w.label = c.label and f.imported_at >= c.checked_at
        and (w.identity_hash is not distinct from c.identity_hash and w.decision not in ('withdrawn', 'unchanged')
          or w.resolution in ('confirmed', 'difference-accepted', 'closed')))
$$;

-- Stores the identifiers of checked rows that would wait. It waits for imports, so that none is decided without them.
create function lab.note_checked(p_rows json) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform lab.queue_for_rows(false);
  with given as (
    select g.label, pg_catalog.decode(g.identity_hash, 'base64') as identity_hash
      from pg_catalog.json_to_recordset(p_rows) as g (label text, identity_hash text)),
  unknown as (
    select label, identity_hash from given
    except select c.label, c.identity_hash from lab.open_checks(array(select label from given)) c)
  insert into app.lab_checks (label, identity_hash, checked_at)
  select label, identity_hash, app.clock_now() from unknown;
end $$;

-- Takes over rows of a laboratory file as the application decided, and checks again, under the locks of the samples, every condition
-- under which a row reaches a patient. A row that no longer meets them waits in quarantine, also beside an open row of the label with other
-- identifiers, after a check of the label with other identifiers (lab.open_checks), and beside a namesake's tube. Returns the number of rows by decision, and the lines that were sent back to quarantine here.
-- p_rows: an array of objects; row_sealed and finding_sealed are base64. p_confirmed: why two people took a row over that waited; they have asked the
-- laboratory about a namesake, never about another open row. Then the rows are in quarantine already: a row that meets the conditions, and that no
-- later file has overtaken, becomes a result; any other stays as it is and counts as quarantined. p_paper: the identifier that differs, as the paper
-- form has it: exactly this one may differ from the tube (LAB-05).
-- What the transaction changed so far is checked for its audit entries at the end (app.settle_audited).
-- A result is held when the version before it is, or when its tube was named as the one that another patient's value is of.
create function lab.take_over(p_file uuid, p_by text, p_by_key text, p_rows json, p_confirmed text default null, p_paper text default null,
  out r_decisions jsonb, out r_sent_back int[])
language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz;
begin
  perform lab.queue_for_rows(true);
  perform lab.lock_samples(array(select g.label from pg_catalog.json_to_recordset(p_rows) as g (label text)));
  v_now := app.clock_now();

  with given as (
    select * from pg_catalog.json_to_recordset(p_rows) as g (row_id uuid, line int, label text, decision text, reasons text[],
      corrected boolean, surname_key text, forename_key text, birth_date date, lab_key text, collected_on date, nhs_hash text, previous_id uuid,
      row_sealed text, result_id uuid, finding_sealed text, identity_hash text, content_hash text)),
  compared as (
    select g.*, s as sample, p.nhs_number_hash is not null and g.nhs_hash is not null
        and p.nhs_number_hash = pg_catalog.decode(g.nhs_hash, 'base64') as nhs_agrees
      from given g
      left join app.samples s on s.sample_id = lab.sample_of_label(g.label)
      left join app.profiles p on p.profile_id = s.profile_id),
  checked as materialized (select * from lab.open_checks(array(select label from given))),
  -- Materialized: decided below uses the conditions three times.
  found as materialized (
    select g.*, s.sample_id, s.appointment_id, s.profile_id, last.result_id as last_id, last.version as last_version, last.held as last_held, last.change_reason as last_reason,
      g.decision in ('accepted', 'amended') and coalesce(
        lab.is_live(s.state) and case when p_paper is null
          then s.surname_key = g.surname_key and (g.forename_key is null or s.forename_key = g.forename_key)
            and s.birth_date = g.birth_date and l.lab_key = g.lab_key
            and g.collected_on between (s.taken_at at time zone 'Europe/London')::date - 1
                                   and (s.taken_at at time zone 'Europe/London')::date + 1
          else lab.differences(g.sample, g.surname_key, g.forename_key, g.birth_date, g.lab_key, g.collected_on)
              = (select w.reasons from app.lab_rows w where w.row_id = g.row_id)
            and not lab.agrees_elsewhere(g.sample, g.surname_key, g.forename_key, g.birth_date, g.collected_on) end
        and (g.nhs_hash is null or p.nhs_number_hash is null or p.nhs_number_hash = pg_catalog.decode(g.nhs_hash, 'base64'))
        and (p_confirmed is not null or not lab.has_namesake(g.sample, g.forename_key, g.collected_on, g.nhs_agrees))
        and not exists (
          select from app.lab_rows w where w.label = g.label and w.row_id <> g.row_id and w.decision = 'quarantined' and w.resolution is null
             and w.identity_hash is distinct from pg_catalog.decode(g.identity_hash, 'base64'))
        and (p_confirmed is not null or not exists (
          select from checked c where c.label = g.label and c.identity_hash is distinct from pg_catalog.decode(g.identity_hash, 'base64')))
        and last.result_id is not distinct from g.previous_id and last.state is distinct from 'withdrawn'
        -- A value that the laboratory withdrew returns only by a correction, also when it had no result yet.
        and (g.corrected or case when last.result_id is null
          then not lab.is_taken_back(s.sample_id, s.label)
          else last.refused_by_lab_at is null end)
        and (p_confirmed is null or not exists (
          select from app.lab_rows later join app.lab_files f on f.file_id = later.file_id
           where later.sample_id = s.sample_id and (later.decision = 'withdrawn' or lab.is_taken(later))
             and (f.imported_at > (select own.imported_at from app.lab_files own where own.file_id = p_file)
               -- In one file, a correction is not later than a withdrawal beside it.
               or (later.file_id = p_file and later.decision = 'withdrawn')))), false) as holds,
      -- The checklist may end before the first value comes.
      exists (select from app.follow_ups f where f.other_sample_id = s.sample_id and (f.outcome is null or last.result_id is null)) as may_be_exchanged
      from compared g
      left join app.samples s on s.sample_id = (g.sample).sample_id
      left join app.labs l on l.lab_id = s.lab_id
      left join app.profiles p on p.profile_id = s.profile_id
      left join lateral (
        select r.result_id, r.version, r.state, r.held, r.change_reason, r.refused_by_lab_at from app.results r where r.sample_id = s.sample_id order by r.version desc limit 1) last on true),
  decided as (
    select f.*,
      case when f.decision in ('accepted', 'amended') and not f.holds then 'quarantined' else f.decision end as final,
      case when f.decision in ('accepted', 'amended') and not f.holds then f.reasons || array['changed-since-check'] else f.reasons end as why
      from found f),
  stored as (
    insert into app.lab_rows (row_id, file_id, line, label, sample_id, decision, reasons, row_sealed, identity_hash, content_hash,
      has_forename, nhs_agrees)
    select row_id, p_file, line, label, sample_id, final, why, pg_catalog.decode(row_sealed, 'base64'),
      pg_catalog.decode(identity_hash, 'base64'), pg_catalog.decode(content_hash, 'base64'), forename_key is not null, nhs_agrees
      from decided where p_confirmed is null
    returning 1),
  confirmed as (
    update app.lab_rows w set resolution = case when p_paper is null then 'confirmed' else 'difference-accepted' end, resolved_by = p_by,
        resolved_by_key = p_by_key, resolved_at = v_now, resolution_reason = p_confirmed, resolved_paper = p_paper
      from decided d where p_confirmed is not null and w.row_id = d.row_id and d.final in ('accepted', 'amended') returning 1),
  made as (
    insert into app.results (result_id, sample_id, appointment_id, profile_id, row_id, version, finding_sealed, matched_by, matched_by_key,
      matched_at, changed_by, changed_at, held, change_reason)
    select d.result_id, d.sample_id, d.appointment_id, d.profile_id, d.row_id, coalesce(d.last_version, 0) + 1,
      pg_catalog.decode(d.finding_sealed, 'base64'), p_by, p_by_key, v_now, p_by, v_now, coalesce(d.last_held, false) or d.may_be_exchanged,
      case when d.last_held then d.last_reason when d.may_be_exchanged then 'its tube may have been exchanged' end
      from decided d where d.final in ('accepted', 'amended')
    returning sample_id),
  resulted as (
    update app.samples s set state = 'resulted', changed_by = p_by from made
     where s.sample_id = made.sample_id and s.state = 'taken' returning 1)
  select pg_catalog.jsonb_object_agg(c.decision, c.n),
      (select pg_catalog.array_agg(line order by line) from decided where final <> decision)
    into r_decisions, r_sent_back
    from (select final as decision, pg_catalog.count(*) as n from decided group by 1) c;

  -- Waiting rows of the label with the same content. Not lab.is_taken: a filter that the planner sees keeps a file of many rows with one label from
  -- being compared pair by pair.
  update app.lab_rows w set resolution = 'overtaken', resolved_by = p_by, resolved_by_key = p_by_key, resolved_at = v_now
    from app.lab_rows own
   where own.row_id in (select g.row_id from pg_catalog.json_to_recordset(p_rows) as g (row_id uuid))
     and (own.decision in ('accepted', 'amended') or own.resolution in ('confirmed', 'difference-accepted'))
     and w.label = own.label and w.decision = 'quarantined' and w.resolution is null and lab.overtakes(own, w);

  -- A value that the laboratory has replaced is not shown while the new one waits for its judgement.
  update app.results e
     set state = case e.state when 'released' then 'on_hold' when 'on_hold' then 'on_hold' else 'deferred' end,
         changed_by = p_by, changed_at = v_now, change_reason = 'the laboratory sent a corrected value'
    from app.results n
   where n.row_id = any(array(select g.row_id from pg_catalog.json_to_recordset(p_rows) as g (row_id uuid)))
     and e.sample_id = n.sample_id and e.version < n.version and e.state not in ('superseded', 'withdrawn');
  -- Status W: the value of this label is hidden, whatever the row's other cells are.
  update app.results e
     set state = case e.state when 'released' then 'on_hold' when 'on_hold' then 'on_hold' else 'deferred' end,
         refused_by_lab_at = coalesce(e.refused_by_lab_at, v_now),
         changed_by = p_by, changed_at = v_now, change_reason = 'the laboratory took the value back'
    from pg_catalog.json_to_recordset(p_rows) as g (label text, decision text), app.samples s
   where g.decision = 'withdrawn' and s.sample_id = lab.sample_of_label(g.label) and e.sample_id = s.sample_id and e.state not in ('superseded', 'withdrawn');

  perform app.settle_audited();
end $$;

-- Forgets the content of rows that were dealt with, after p_days; deletes rows of no patient, and the content of those still in quarantine,
-- after a year.
create function app.forget_lab_rows(p_days int) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz := app.clock_now();
begin
  perform pg_catalog.set_config('app.append_only', 'forget', true);
  update app.lab_rows r set row_sealed = null
    from app.lab_files f
   where f.file_id = r.file_id and r.row_sealed is not null
     and (f.imported_at < v_now - interval '1 year'
       or (f.imported_at < v_now - pg_catalog.make_interval(days => p_days) and (r.decision <> 'quarantined' or r.resolution is not null)));
  delete from app.lab_rows r using app.lab_files f
   where f.file_id = r.file_id and r.sample_id is null and f.imported_at < v_now - interval '1 year';
  delete from app.lab_checks where checked_at < v_now - interval '1 year';
  perform pg_catalog.set_config('app.append_only', '', true);
end $$;

-- Whether the laboratory withdrew the value of a sample without a result (status W), also before the sample was recorded. A label is bound
-- once, so a row with it is about this sample, whether or not the row was closed.
create function lab.is_taken_back(p_sample uuid, p_label text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from app.lab_rows w where w.sample_id = p_sample and w.decision = 'withdrawn')
      or exists (select from app.lab_rows w where w.label = p_label and 'taken-back-early' = any(w.reasons))
$$;

-- Whether the value of a row became a result.
create function lab.is_taken(w app.lab_rows) returns boolean language sql immutable set search_path = '' as $$
  select w.decision in ('accepted', 'amended') or coalesce(w.resolution in ('confirmed', 'difference-accepted'), false)
$$;

-- Whether two people may accept a waiting row although it differs from its tube: in one identifier and for no other reason, never in the label, and the
-- paper form has this identifier as the tube has it. Only when the tube's event is closed: until then another patient's tube, which agrees with the row as
-- well, may still be recorded, and nothing compares it with the row again.
create function lab.may_differ(w app.lab_rows, p_paper text) returns boolean language sql stable set search_path = '' as $$
  select coalesce(pg_catalog.cardinality(w.reasons) = 1 and (
    select p_paper = case w.reasons[1]
        when 'surname-differs' then s.surname_key when 'forename-differs' then s.forename_key when 'birth-date-differs' then s.birth_date::text
        when 'collection-day-differs' then (s.taken_at at time zone 'Europe/London')::date::text when 'laboratory-differs' then l.lab_key end
      from app.samples s join app.labs l using (lab_id) join app.events e using (event_id)
     where s.sample_id = lab.sample_of_label(w.label) and e.closed_at is not null), false)
$$;

-- The identifiers in which a row differs from its tube, as a row that waits has them.
create function lab.differences(s app.samples, p_surname text, p_forename text, p_birth_date date, p_lab text, p_collected date) returns text[]
language sql stable set search_path = '' as $$
  select pg_catalog.array_remove(array[
      case when s.birth_date is distinct from p_birth_date then 'birth-date-differs' end,
      case when s.surname_key is distinct from p_surname then 'surname-differs' end,
      case when s.forename_key <> p_forename then 'forename-differs' end,
      case when l.lab_key is distinct from p_lab then 'laboratory-differs' end,
      case when p_collected between d.taken_on - 1 and d.taken_on + 1 then null else 'collection-day-differs' end], null)
    from app.labs l, (select (s.taken_at at time zone 'Europe/London')::date as taken_on) d
   where l.lab_id = s.lab_id
$$;

-- Whether another patient's tube of these days agrees with a row in name and birth date as well as this one, of any laboratory.
create function lab.agrees_elsewhere(s app.samples, p_surname text, p_forename text, p_birth_date date, p_collected date) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from app.samples o
     where o.profile_id <> s.profile_id and o.label <> s.label
       and (o.taken_at at time zone 'Europe/London')::date
           between least((s.taken_at at time zone 'Europe/London')::date, p_collected) - 1
               and greatest((s.taken_at at time zone 'Europe/London')::date, p_collected) + 1
       and (o.surname_key <> p_surname)::int + coalesce(o.forename_key <> p_forename, false)::int + (o.birth_date <> p_birth_date)::int
        <= (s.surname_key <> p_surname)::int + coalesce(s.forename_key <> p_forename, false)::int + (s.birth_date <> p_birth_date)::int)
$$;

-- Whether a waiting row adds nothing to a row of the same label and identifiers that is taken over now.
create function lab.overtakes(taken app.lab_rows, waiting app.lab_rows) returns boolean language sql immutable set search_path = '' as $$
  select taken.label = waiting.label and taken.row_id <> waiting.row_id and taken.identity_hash = waiting.identity_hash
    and lab.is_taken(taken)
    and (taken.content_hash = waiting.content_hash or waiting.reasons <@ '{not-final,value-missing}'::text[])
$$;

-- Whether a row of this sample agrees with another patient's tube as well (hasNamesake in src/results/rules/lab-match.ts). A void or spoiled tube counts,
-- and one that was bound by mistake: its patient's blood may be in this one.
create function lab.has_namesake(s app.samples, p_forename text, p_collected date, p_nhs_agrees boolean) returns boolean
language sql stable set search_path = '' as $$
  select exists (
    select from app.samples o
      join app.profiles theirs on theirs.profile_id = o.profile_id
      join app.profiles own on own.profile_id = s.profile_id
     where o.birth_date = s.birth_date and o.surname_key = s.surname_key and o.lab_id = s.lab_id
       and o.profile_id <> s.profile_id and o.label <> s.label
       and (p_forename is null or o.forename_key = p_forename)
       and (o.taken_at at time zone 'Europe/London')::date
           between least((s.taken_at at time zone 'Europe/London')::date, p_collected) - 1
               and greatest((s.taken_at at time zone 'Europe/London')::date, p_collected) + 1
       and not coalesce(p_nhs_agrees and theirs.nhs_number_hash <> own.nhs_number_hash, false))
$$;

-- The same for the row of a result. A row without has_forename (older rows) counts as one without a forename.
create function lab.row_has_namesake(s app.samples, w app.lab_rows) returns boolean language sql stable set search_path = '' as $$
  select lab.has_namesake(s, case when w.has_forename then s.forename_key end, null, w.nhs_agrees)
$$;

-- Lets imports, confirmations and new tubes run one after the other, so that no tube is recorded while a row is compared. The tubes need no
-- locks, because they are only added. p_waits_for_all: an import or a confirmation.
create function lab.queue_for_rows(p_waits_for_all boolean) returns void
language plpgsql security definer set search_path = '' as $$
begin
  if p_waits_for_all then
    perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('halyard: import of laboratory files'));
  else
    perform pg_catalog.pg_advisory_xact_lock_shared(pg_catalog.hashtext('halyard: import of laboratory files'));
  end if;
end $$;

-- A tube that is recorded after the row of a namesake was taken over: the result is held, until a second person has asked the laboratory
-- (lab.release_held). The transaction counts them in app.held_namesakes, for the report of the attendance.
create function app.hold_namesakes() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_samples uuid[];
  v_held int;
begin
  perform lab.queue_for_rows(false);
  select pg_catalog.array_agg(s.sample_id) into v_samples
    from app.samples s
   where s.birth_date = new.birth_date and s.surname_key = new.surname_key and s.lab_id = new.lab_id
     and s.profile_id <> new.profile_id and s.label <> new.label and s.state = 'resulted'
     and s.taken_at between new.taken_at - interval '3 days' and new.taken_at + interval '3 days';
  if v_samples is null then return null; end if;
  perform from app.samples s where s.sample_id = any(v_samples) order by s.profile_id, s.sample_id for update;
  update app.results r
     set held = true, state = case r.state when 'released' then 'on_hold' else r.state end,
         changed_by = new.changed_by, changed_at = app.clock_now(),
         change_reason = 'a tube with the same surname and date of birth was recorded after this value'
    from app.samples s, app.lab_rows w
   where s.sample_id = any(v_samples) and r.sample_id = s.sample_id and w.row_id = r.row_id
     and r.state not in ('superseded', 'withdrawn') and not r.held
     and lab.row_has_namesake(s, w);
  get diagnostics v_held = row_count;
  perform pg_catalog.set_config('app.held_namesakes',
    (coalesce(nullif(pg_catalog.current_setting('app.held_namesakes', true), '')::int, 0) + v_held)::text, true);
  return null;
end $$;
create trigger samples_hold_namesakes after insert on app.samples
  for each row execute function app.hold_namesakes();

-- Rows of a label that wait: another value, a correction, a withdrawal, or other identifiers under the label of this tube. Until a person
-- has dealt with them, it is not known whether the value is right.
create function lab.row_waits(p_label text) returns boolean language sql stable set search_path = '' as $$
  select exists (select from app.lab_rows w where w.label = p_label and w.decision = 'quarantined' and w.resolution is null)
$$;

-- Whether one of them may have a value: the laboratory did not say in it that the tube could not be tested.
create function lab.value_waits(p_label text) returns boolean language sql stable set search_path = '' as $$
  select exists (select from app.lab_rows w
    where w.label = p_label and w.decision = 'quarantined' and w.resolution is null and not 'not-tested' = any(w.reasons))
$$;
