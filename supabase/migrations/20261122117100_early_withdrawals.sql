-- A row with status W for a label that no tube has yet: it waits in quarantine with a reason of its own, and it takes the value back
-- all the same when the tube is recorded after it (LAB-04).
create index lab_rows_early_withdrawal on app.lab_rows (label) where 'taken-back-early' = any(reasons);

-- Whether the laboratory took the value of a sample without a result back (status W), also before the sample was recorded. A label is bound
-- once, so a row with it is about this sample. Whether a person has closed that row says nothing about the value.
create function lab.is_taken_back(p_sample uuid, p_label text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from app.lab_rows w where w.sample_id = p_sample and w.decision = 'withdrawn')
      or exists (select from app.lab_rows w where w.label = p_label and 'taken-back-early' = any(w.reasons))
$$;

-- As before, with lab.is_taken_back.
create or replace function lab.take_over(p_file uuid, p_by text, p_by_key text, p_rows json, p_confirmed text default null,
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
          then not lab.is_taken_back(s.sample_id, s.label)
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

revoke all on function lab.is_taken_back(uuid, text) from public;
