-- Erasure of a patient, and the narrow ways through the append-only tables that it needs (decision 021).

-- app.append_only names the change that the running function makes: 'erase:<profile id>' or 'reseal'. It protects from mistakes in
-- the application, not from a role that owns the tables. Only what the name says is accepted, and no other column or patient.
create function app.guard_consent() returns trigger language plpgsql set search_path = '' as $$
declare
  v_change text := coalesce(pg_catalog.current_setting('app.append_only', true), '');
begin
  if tg_op = 'DELETE' and v_change = 'erase:' || old.profile_id then return old; end if;
  if tg_op = 'UPDATE' and v_change = 'reseal'
     and pg_catalog.to_jsonb(new) - 'answers_sealed' = pg_catalog.to_jsonb(old) - 'answers_sealed' then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;

-- How long an entry of the audit log is kept (docs/operating.md).
create function app.audit_log_kept() returns interval language sql immutable set search_path = '' as $$ select interval '8 years' $$;

-- An erasure removes the account's id and free text from the entries that name the patient; the entries stay.
create function app.guard_audit_log() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and old.at < app.clock_now() - app.audit_log_kept() then return old; end if;
  if tg_op = 'UPDATE' and pg_catalog.current_setting('app.append_only', true) like 'erase:%'
     and new.actor_user_id is null and new.reason is null
     and pg_catalog.to_jsonb(new) - '{actor_user_id,reason}'::text[] = pg_catalog.to_jsonb(old) - '{actor_user_id,reason}'::text[] then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;

drop trigger consents_append_only on app.consents;
create trigger consents_append_only before update or delete on app.consents
  for each row execute function app.guard_consent();
create trigger consents_not_truncated before truncate on app.consents
  for each statement execute function app.refuse_change();
drop trigger audit_log_append_only on app.audit_log;
create trigger audit_log_append_only before update or delete on app.audit_log
  for each row execute function app.guard_audit_log();
create trigger audit_log_not_truncated before truncate on app.audit_log
  for each statement execute function app.refuse_change();

-- Deletes a patient from every table and answers the number of rows by table. Upcoming places are freed by the booking functions,
-- whose audit entries name the operator. No mail is sent: mails are written from the profile, which is gone. p_enquiries: the
-- enquiries from the patient's address, which only the application can read. Reasons: patient-not-found.
create function app.erase_patient(p_profile bigint, p_operator text, p_reason text, p_enquiries uuid[],
  out r_reason text, out r_user_id uuid, out r_rows jsonb)
language plpgsql security definer set search_path = '' as $$
declare
  p app.profiles;
  a record;
  v_now timestamptz;
  v_rows bigint;
  v_appointments text[];
  v_subjects text[];
begin
  if coalesce(pg_catalog.btrim(p_operator), '') = '' or coalesce(pg_catalog.btrim(p_reason), '') = '' then
    raise exception 'an erasure names its operator and its reason' using errcode = 'check_violation';
  end if;
  select * into p from app.profiles where profile_id = p_profile for update;
  if not found then r_reason := 'patient-not-found'; return; end if;
  r_user_id := p.user_id;
  v_now := app.clock_now();

  v_rows := 0;
  for a in select appointment_id, status from app.appointments
     where profile_id = p_profile and slot_end > v_now and status in ('held', 'booked') and closed_at is null
  loop
    if a.status = 'held' then perform booking.release_hold(p_appointment => a.appointment_id, p_profile => p_profile);
    else
      perform booking.cancel_appointment(p_appointment => a.appointment_id, p_profile => p_profile,
        p_operator => p_operator);
      v_rows := v_rows + 1;
    end if;
  end loop;
  r_rows := pg_catalog.jsonb_build_object('upcoming appointments cancelled', v_rows);

  select coalesce(pg_catalog.array_agg(appointment_id::text), '{}') into v_appointments
    from app.appointments where profile_id = p_profile;
  select array['profile:' || p_profile] || pg_catalog.array_agg(subject) into v_subjects from (
    select 'appointment:' || pg_catalog.unnest(v_appointments) as subject
    union all select 'consent:' || consent_id from app.consents where profile_id = p_profile) as named;

  perform pg_catalog.set_config('app.append_only', 'erase:' || p_profile, true);
  with gone_jobs as (
    delete from app.jobs
     where payload ->> 'profile_id' = p_profile::text
        or payload ->> 'appointment_id' = any (v_appointments)
        or payload ->> 'subscription_id' in (select subscription_id::text from app.subscriptions where email = p.email)
        or payload ->> 'enquiry_id' = any (p_enquiries::text[]) returning 1),
  gone_enquiries as (delete from app.enquiries where enquiry_id = any (p_enquiries) returning 1),
  gone_subscriptions as (delete from app.subscriptions where email = p.email returning 1),
  gone_sessions as (delete from app.sessions where user_id = p.user_id or pg_catalog.lower(email) = p.email returning 1),
  gone_errors as (delete from app.error_log where profile_id = p_profile returning 1),
  gone_verifications as (delete from app.email_verifications where profile_id = p_profile returning 1),
  gone_appointments as (delete from app.appointments where profile_id = p_profile returning 1),
  gone_consents as (delete from app.consents where profile_id = p_profile returning 1),
  gone_profile as (delete from app.profiles where profile_id = p_profile returning 1),
  anonymous as (
    update app.audit_log set actor_user_id = null, reason = null
     where actor_profile_id = p_profile or actor_user_id = p.user_id or subject = any (v_subjects) returning 1)
  select r_rows || pg_catalog.jsonb_build_object(
    'profiles', (select pg_catalog.count(*) from gone_profile),
    'appointments', (select pg_catalog.count(*) from gone_appointments),
    'consents', (select pg_catalog.count(*) from gone_consents),
    'jobs', (select pg_catalog.count(*) from gone_jobs),
    'enquiries', (select pg_catalog.count(*) from gone_enquiries),
    'subscriptions', (select pg_catalog.count(*) from gone_subscriptions),
    'sessions', (select pg_catalog.count(*) from gone_sessions),
    'email_verifications', (select pg_catalog.count(*) from gone_verifications),
    'error_log', (select pg_catalog.count(*) from gone_errors),
    'audit_log, made anonymous', (select pg_catalog.count(*) from anonymous)) into r_rows;
  perform pg_catalog.set_config('app.append_only', '', true);
  insert into app.audit_log (at, action, subject, operator, reason)
  values (v_now, 'patient-erased', 'profile:' || p_profile, p_operator, p_reason);
end $$;

revoke all on function app.guard_consent(), app.guard_audit_log(), app.audit_log_kept(),
  app.erase_patient(bigint, text, text, uuid[]) from public;
