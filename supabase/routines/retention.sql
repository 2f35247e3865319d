-- Erasure, closing of an account, what is forgotten in time, and new encryption (decisions 007, 021 and 025).

-- Deletes a patient from every table and returns the number of rows by table. Upcoming places are freed by the booking functions,
-- whose audit entries name the operator. No mail is sent: mails are written from the profile, which is gone. p_enquiries: the
-- enquiries from the patient's address, which only the application can read. Reasons: patient-not-found, case-open (app.has_open_case).
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
  if app.has_open_case(p_profile) then r_reason := 'case-open'; return; end if;
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
  -- What staff wrote about this patient alone. Not in the statement below, whose triggers clear the entries about samples and results.
  update app.audit_log set reason = null, actor_user_id = null
   where subjects = array[p_profile] and reason is not null and subject <> all (v_subjects);
  get diagnostics v_rows = row_count;
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
  gone_checks as (
    delete from app.lab_checks where label in (select label from app.samples where profile_id = p_profile) returning 1),
  gone_appointments as (delete from app.appointments where profile_id = p_profile returning 1),
  gone_consents as (delete from app.consents where profile_id = p_profile returning 1),
  gone_profile as (delete from app.profiles where profile_id = p_profile returning 1),
  anonymous as (
    update app.audit_log set actor_user_id = null, reason = null
     where actor_profile_id = p_profile or actor_user_id = p.user_id or subject = any (v_subjects) returning 1)
  select r_rows || pg_catalog.jsonb_build_object(
    'profiles', (select pg_catalog.count(*) from gone_profile),
    'accounts', (select pg_catalog.count(*) from gone_profile),
    'appointments', (select pg_catalog.count(*) from gone_appointments),
    'consents', (select pg_catalog.count(*) from gone_consents),
    'jobs', (select pg_catalog.count(*) from gone_jobs),
    'enquiries', (select pg_catalog.count(*) from gone_enquiries),
    'subscriptions', (select pg_catalog.count(*) from gone_subscriptions),
    'sessions', (select pg_catalog.count(*) from gone_sessions),
    'email_verifications', (select pg_catalog.count(*) from gone_verifications),
    'lab_checks', (select pg_catalog.count(*) from gone_checks),
    'error_log', (select pg_catalog.count(*) from gone_errors),
    'audit_log, made anonymous', (select v_rows + pg_catalog.count(*) from anonymous)) into r_rows;
  perform pg_catalog.set_config('app.append_only', '', true);
  insert into app.audit_log (at, action, subject, operator, reason)
  values (v_now, 'patient-erased', 'profile:' || p_profile, p_operator, p_reason);
end $$;

-- New encryption of stored values, so that an old data key can be taken away (decision 007). The application encrypts; this function replaces each
-- value only while it is still the one that was read, and records the batch. Returns the number of replaced values. Every encrypted column of the
-- schema has a name: 'table', or 'table.column' where a table has several. A value is bound to the primary key of its row, that of a profile to
-- its account.
create function app.reseal(p_table text, p_rows text[], p_old bytea[], p_new bytea[], p_key text, p_operator text) returns int
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

-- Deletes enquiries, subscription, sessions, password resets, changes of account and pending mails of an address, and returns the
-- number of rows by table and their accounts without a profile. A former address of a patient is erased as well; the
-- patient stays. p_enquiries: the enquiries from the address, which only the application can read. Reasons: is-patient, also while a patient's
-- account is moving to the address; is-staff.
create function app.erase_address(p_email text, p_operator text, p_reason text, p_enquiries uuid[],
  out r_reason text, out r_user_ids uuid[], out r_rows jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(pg_catalog.btrim(p_operator), '') = '' or coalesce(pg_catalog.btrim(p_reason), '') = '' then
    raise exception 'an erasure names its operator and its reason' using errcode = 'check_violation';
  end if;
  -- A sign-up that finishes now waits for this transaction, or is found here.
  lock table app.profiles in share row exclusive mode;
  if exists (select from app.profiles where email = p_email)
     or exists (select from app.account_changes where new_email = p_email and state = 'started') then
    r_reason := 'is-patient'; return;
  end if;
  if exists (select from app.staff where email = p_email) then r_reason := 'is-staff'; return; end if;
  select coalesce(pg_catalog.array_agg(user_id), '{}') into r_user_ids from (
    select user_id from app.sessions where pg_catalog.lower(email) = p_email
    union select user_id from app.account_changes where pg_catalog.lower(email) = p_email
    except select user_id from app.profiles) as unfinished;

  perform pg_catalog.set_config('app.append_only', 'erase:address', true);
  with gone_jobs as (
    delete from app.jobs
     where payload ->> 'subscription_id' in (select subscription_id::text from app.subscriptions where email = p_email)
        or payload ->> 'enquiry_id' = any (p_enquiries::text[])
        or payload ->> 'change_id' in (
          select change_id::text from app.account_changes where pg_catalog.lower(email) = p_email or new_email = p_email)
        or payload ->> 'id' in (
          select reset_id::text from app.password_resets where email = p_email
          union all select change_id::text from app.account_changes where pg_catalog.lower(email) = p_email) returning 1),
  gone_enquiries as (delete from app.enquiries where enquiry_id = any (p_enquiries) returning 1),
  gone_subscriptions as (delete from app.subscriptions where email = p_email returning 1),
  gone_sessions as (delete from app.sessions where pg_catalog.lower(email) = p_email returning 1),
  gone_resets as (delete from app.password_resets where email = p_email returning 1),
  gone_changes as (
    delete from app.account_changes where pg_catalog.lower(email) = p_email or new_email = p_email returning 1),
  -- The closing stays until the account is gone; without the address its last mail is not sent.
  closings as (update app.account_closings set email = null where email = p_email returning 1),
  anonymous as (
    update app.audit_log set actor_user_id = null, reason = null where actor_user_id = any (r_user_ids) returning 1)
  select pg_catalog.jsonb_build_object(
    'jobs', (select pg_catalog.count(*) from gone_jobs),
    'enquiries', (select pg_catalog.count(*) from gone_enquiries),
    'subscriptions', (select pg_catalog.count(*) from gone_subscriptions),
    'sessions', (select pg_catalog.count(*) from gone_sessions),
    'password_resets', (select pg_catalog.count(*) from gone_resets),
    'account_changes', (select pg_catalog.count(*) from gone_changes),
    'account_closings, without the address', (select pg_catalog.count(*) from closings),
    'audit_log, made anonymous', (select pg_catalog.count(*) from anonymous)) into r_rows;
  perform pg_catalog.set_config('app.append_only', '', true);
  insert into app.audit_log (at, action, subject, operator, reason)
  values (app.clock_now(), 'address-erased', 'address', p_operator, p_reason);
end $$;

-- Deletes what names an account or its addresses and no foreign key reaches: also requests of other patients to change to the address.
create function app.forget_addresses(p_user uuid, p_email text) returns void language plpgsql set search_path = '' as $$
declare
  v_emails text[] := array(
    select p_email union select pg_catalog.lower(email) from app.account_changes where user_id = p_user and was_verified);
begin
  delete from app.jobs where kind = 'password-code'
    and payload ->> 'id' in (select reset_id::text from app.password_resets where email = any (v_emails));
  delete from app.password_resets where email = any (v_emails);
  delete from app.jobs where payload ->> 'change_id' in (
    select change_id::text from app.account_changes where user_id = p_user or (new_email = p_email and state <> 'started'));
  delete from app.jobs where kind = 'account-change'
    and payload ->> 'id' in (select change_id::text from app.account_changes where user_id = p_user);
  delete from app.account_changes where user_id = p_user or (new_email = p_email and state <> 'started');
end $$;

-- An erasure also removes what no foreign key reaches.
create function app.forget_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.forget_addresses(old.user_id, old.email);
  return old;
end $$;

-- Before the deletion, because the foreign key deletes the changes, which name the earlier addresses.
create trigger profiles_forget_account before delete on app.profiles
  for each row execute function app.forget_account();

-- An erasure soon after a closing also removes the address. By the account, never by the address: a later account of the same address,
-- whose owner need not have confirmed it, must not end a closing.
create function app.forget_closing() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from app.account_closings where user_id = old.user_id;
  return null;
end $$;
create trigger profiles_forget_closing after delete on app.profiles
  for each row execute function app.forget_closing();

-- What a closing keeps: the appointments of tests and the consents for their days. r_last_test_on is null for a patient who was never tested. p_now is
-- not used, because the views read the clock; app.close_account passes it.
create function app.kept_by_closing(p_profile bigint, p_now timestamptz,
  out r_appointments uuid[], out r_consents uuid[], out r_last_test_on date)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(pg_catalog.array_agg(distinct appointment_id) filter (where appointment_id is not null), '{}') into r_appointments
    from app.tests where profile_id = p_profile;
  select coalesce(pg_catalog.array_agg(consent_id), '{}') into r_consents
    from app.consents where profile_id = p_profile and test_on in (select day from app.tests where profile_id = p_profile);
  select last_test_on into r_last_test_on from app.last_tests where profile_id = p_profile;
end $$;

-- Whether a patient must still be told that their result was another patient's, or that theirs may be. The erasure of the first patient would delete the
-- case, so it waits for the end of the checklist.
create function app.has_open_case(p_profile bigint) returns boolean language sql stable set search_path = '' as $$
  select exists (
    select from app.follow_ups f join app.results r using (result_id) left join app.samples o on o.sample_id = f.other_sample_id
     where f.kind = 'wrong-patient' and f.outcome is null
       and (r.profile_id = p_profile or (o.profile_id = p_profile and not exists (
         select from app.follow_up_notes n where n.follow_up_id = f.follow_up_id and n.pass = f.pass and n.kind = 'told-other'))))
$$;

-- Why a patient's account cannot be closed yet; null when it can. A closing removes every way to reach the patient, so it waits for what
-- they must be told. Reasons: result-pending (a sample without a released or withdrawn result, with one that is held or still to be judged, or with one
-- that a waiting row contradicts, or a case of app.has_open_case), appointment-begun (the event has begun today, or it was in the last two weeks and the patient is not marked: the
-- list of the day may come in later. After two weeks an unmarked appointment does not block), payment-in-progress (money may be taken at this moment,
-- or waits for the provider).
create function app.closing_refusal(p_profile bigint, p_now timestamptz) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_today date := (p_now at time zone 'Europe/London')::date;
begin
  if exists (
    select from app.samples s where s.profile_id = p_profile and lab.is_live(s.state) and (
      not exists (select from app.results r where r.sample_id = s.sample_id and r.state in ('released', 'withdrawn'))
      or exists (select from app.results r where r.sample_id = s.sample_id and r.state in ('matched', 'graded', 'deferred', 'on_hold'))
      or lab.row_waits(s.label)))
    or app.has_open_case(p_profile)
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

-- Deletes what is not kept of a patient with tests, and what only an account needs. The appointments that are not kept were cancelled; desk records of
-- days without a test go too. p.email: as of app.close_account.
create function app.reduce_patient(p app.profiles, p_appointments uuid[], p_consents uuid[], p_enquiries uuid[]) returns void
language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.set_config('app.append_only', 'erase:' || p.profile_id, true);
  delete from app.jobs
   where payload ->> 'profile_id' = p.profile_id::text
      or recipient in ('profile:' || p.profile_id, 'account:' || p.user_id)
      or payload ->> 'appointment_id' in (select appointment_id::text from app.appointments where profile_id = p.profile_id)
      or payload ->> 'subscription_id' in (select subscription_id::text from app.subscriptions where email = p.email)
      or payload ->> 'enquiry_id' = any (p_enquiries::text[]);
  delete from app.enquiries where enquiry_id = any (p_enquiries);
  delete from app.subscriptions where email = p.email;
  delete from app.sessions where user_id = p.user_id or pg_catalog.lower(email) = p.email;
  delete from app.error_log where profile_id = p.profile_id;
  delete from app.email_verifications where profile_id = p.profile_id;
  perform app.forget_addresses(p.user_id, p.email);
  delete from app.booking_networks n using app.appointments a
   where a.appointment_id = n.appointment_id and a.profile_id = p.profile_id;
  delete from app.desk_records d using app.events e
   where d.profile_id = p.profile_id and e.event_id = d.event_id
     and not exists (select from app.tests t where t.profile_id = p.profile_id and t.day = e.event_on);
  delete from app.consents where profile_id = p.profile_id and consent_id <> all (p_consents);
  delete from app.appointments where profile_id = p.profile_id and appointment_id <> all (p_appointments);
  -- The telephone number goes below.
  update app.follow_ups f set outcome = 'not-reached', closed_at = app.clock_now(), closed_by = 'The patient, account'
    from app.results r
   where r.result_id = f.result_id and r.profile_id = p.profile_id and f.kind <> 'wrong-patient' and f.outcome is null;
  perform pg_catalog.set_config('app.append_only', '', true);
  -- An address that no mail can reach (RFC 2606), so that the patient's own is free again.
  update app.profiles
     set email = 'closed-' || profile_id || '@account.invalid', gender = null, ethnicity = null, occupation = null, phone = null,
         home_address = null, billing_address = null, ni_number = null, nhs_gp_email = null, nhs_gp_phone_number = null,
         is_verified = false, is_active = false, updated_at = app.clock_now()
   where profile_id = p.profile_id;
end $$;

-- Closes the account of a patient, who has proved to be its owner. Upcoming places are freed by the booking functions, whatever the
-- 48-hour rule says. Queues the work that deletes the account at the identity provider. p_enquiries: as of app.erase_patient.
-- p_years: how long tests are kept (src/core/rules/retention.ts). p_refund_pence: what goes back for an upcoming appointment, as of
-- booking.cancel_appointment. Reasons: patient-not-found, and the reasons of app.closing_refusal. The row of the closing keeps the facts that its last mail
-- needs.
create function app.close_account(p_profile bigint, p_enquiries uuid[], p_years int, p_request text, p_refund_pence int default null,
  out r_reason text, out r_kept_until date)
language plpgsql security definer set search_path = '' as $$
declare
  p app.profiles;
  a record;
  k record;
  v_now timestamptz;
  v_closing uuid;
  v_email text;
  v_cancelled int := 0;
  v_made boolean;
  v_tried boolean;
  v_returning uuid[];
begin
  select * into p from app.profiles where profile_id = p_profile and is_active for update;
  if not found then r_reason := 'patient-not-found'; return; end if;
  v_now := app.clock_now();
  r_reason := app.closing_refusal(p_profile, v_now);
  if r_reason is not null then return; end if;
  -- Rows that are stored by the address alone belong to the patient only when the address is confirmed. Otherwise the profile loses the
  -- address first, so that nothing is found by it.
  v_email := p.email;
  if not p.is_verified then
    update app.profiles set email = 'closed-' || profile_id || '@account.invalid' where profile_id = p_profile returning * into p;
    p_enquiries := '{}';
  end if;
  for a in select appointment_id, status from app.appointments
     where profile_id = p_profile and slot_start > v_now and status in ('held', 'booked')
  loop
    if a.status = 'held' then perform booking.release_hold(p_appointment => a.appointment_id, p_profile => p_profile);
    else
      perform booking.cancel_appointment(p_appointment => a.appointment_id, p_profile => p_profile, p_request => p_request,
        p_refund_pence => p_refund_pence);
      v_cancelled := v_cancelled + 1;
    end if;
  end loop;

  -- Before the payments lose their patient.
  select coalesce(pg_catalog.bool_or(capture_id is not null), false), coalesce(pg_catalog.bool_or(capture_id is null), false) into v_made, v_tried
    from app.payments where profile_id = p_profile;
  select coalesce(pg_catalog.array_agg(distinct f.payment_id), '{}') into v_returning
    from app.refunds f join app.payments y using (payment_id) where y.profile_id = p_profile and f.state in ('due', 'pending');
  k := app.kept_by_closing(p_profile, v_now);
  insert into app.audit_log (at, action, subject, actor_profile_id, request_id)
  values (v_now, 'account-closed', 'profile:' || p_profile, p_profile, p_request);
  if k.r_last_test_on is null then
    perform app.erase_patient(p_profile, 'the patient', 'closed the account', p_enquiries);
  else
    r_kept_until := (k.r_last_test_on + pg_catalog.make_interval(years => p_years))::date;
    perform app.reduce_patient(p, k.r_appointments, k.r_consents, p_enquiries);
  end if;

  insert into app.account_closings (user_id, email, kept_until, closed_at, cancelled, is_unconfirmed, payments_made, payments_tried, returning_payments)
  values (p.user_id, v_email, r_kept_until, v_now, v_cancelled, not p.is_verified, v_made, v_tried, v_returning) returning closing_id into v_closing;
  insert into app.jobs (kind, dedupe_key, payload, run_at)
  values ('close-account', v_closing::text, pg_catalog.jsonb_build_object('closing_id', v_closing), v_now);
end $$;
