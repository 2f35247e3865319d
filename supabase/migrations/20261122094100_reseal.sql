-- New encryption of stored values, so that an old data key can be taken away (decision 007). The application encrypts; this function
-- replaces each value only while it is still the one that was read, and records the batch. Answers the number of replaced values.
create function app.reseal(p_table text, p_rows text[], p_old bytea[], p_new bytea[], p_key text, p_operator text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
begin
  if coalesce(pg_catalog.btrim(p_operator), '') = '' then
    raise exception 'a new encryption names its operator' using errcode = 'check_violation';
  end if;
  if p_table = 'profiles' then
    update app.profiles t set nhs_number_sealed = v.new
      from unnest(p_rows, p_old, p_new) as v (id, old, new)
     where t.user_id = v.id::uuid and t.nhs_number_sealed = v.old;
  elsif p_table = 'enquiries' then
    update app.enquiries t set content_sealed = v.new
      from unnest(p_rows, p_old, p_new) as v (id, old, new)
     where t.enquiry_id = v.id::uuid and t.content_sealed = v.old;
  elsif p_table = 'consents' then
    perform pg_catalog.set_config('app.append_only', 'reseal', true);
    update app.consents t set answers_sealed = v.new
      from unnest(p_rows, p_old, p_new) as v (id, old, new)
     where t.consent_id = v.id::uuid and t.answers_sealed = v.old;
  else
    raise exception '% has no encrypted values', p_table using errcode = 'check_violation';
  end if;
  get diagnostics v_count = row_count;
  perform pg_catalog.set_config('app.append_only', '', true);
  insert into app.audit_log (at, action, subject, operator)
  values (app.clock_now(), 'resealed', p_table || ':' || v_count || ' values, key ' || p_key, p_operator);
  return v_count;
end $$;

revoke all on function app.reseal(text, text[], bytea[], bytea[], text, text) from public;
