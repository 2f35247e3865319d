-- Erasure, new encryption and forgetting for samples and results.

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
  perform pg_catalog.set_config('app.append_only', '', true);
end $$;

-- As before, with the encrypted values of results. A value is named 'table' or, where a table has several, 'table.column'.
create or replace function app.reseal(p_table text, p_rows text[], p_old bytea[], p_new bytea[], p_key text, p_operator text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
  v_id text := case pg_catalog.split_part(p_table, '.', 1) when 'profiles' then 'user_id' when 'enquiries' then 'enquiry_id'
    when 'consents' then 'consent_id' when 'lab_rows' then 'row_id' when 'samples' then 'sample_id'
    when 'results' then 'result_id' when 'gradings' then 'grading_id' end;
  v_column text := case p_table when 'profiles' then 'nhs_number_sealed' when 'enquiries' then 'content_sealed'
    when 'consents' then 'answers_sealed' when 'lab_rows' then 'row_sealed' when 'samples' then 'patient_name_sealed'
    else pg_catalog.split_part(p_table, '.', 2) end;
begin
  if coalesce(pg_catalog.btrim(p_operator), '') = '' then
    raise exception 'a new encryption names its operator' using errcode = 'check_violation';
  end if;
  if v_id is null or v_column not like '%\_sealed' then
    raise exception '% has no encrypted values', p_table using errcode = 'check_violation';
  end if;
  perform pg_catalog.set_config('app.append_only', 'reseal', true);
  execute pg_catalog.format('update app.%1$I t set %2$I = v.new
      from unnest($1, $2, $3) as v (id, old, new)
     where t.%3$I = v.id::uuid and t.%2$I = v.old', pg_catalog.split_part(p_table, '.', 1), v_column, v_id)
    using p_rows, p_old, p_new;
  get diagnostics v_count = row_count;
  perform pg_catalog.set_config('app.append_only', '', true);
  insert into app.audit_log (at, action, subject, operator)
  values (app.clock_now(), 'resealed', p_table || ':' || v_count || ' values, key ' || p_key, p_operator);
  return v_count;
end $$;

revoke all on function app.forget_results(), app.forget_lab_rows(int), app.reseal(text, text[], bytea[], bytea[], text, text) from public;
