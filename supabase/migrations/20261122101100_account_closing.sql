-- A patient closes their account (PORT-05, decision 025). Without a test they are erased; else their tests stay until the retention
-- date, with the name, the birth date and the NHS number that say whose they are.

-- An account that is being deleted at the identity provider, which may take a while. Until the row is tidied away every sign-in
-- with this account is refused.
create table app.account_closings (
  closing_id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique,
  -- Where the last mail goes; removed once it was sent.
  email text check (email = lower(email)),
  kept_until date,
  closed_at timestamptz not null,
  account_deleted_at timestamptz
);
create index account_closings_by_time on app.account_closings (closed_at);
alter table app.account_closings enable row level security;

-- An erasure soon after a closing also removes the address. By the account, never by the address: a later account of the same address,
-- whose owner need not have confirmed it, must not end a closing.
create function app.forget_closing() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from app.account_closings where user_id = old.user_id;
  return null;
end $$;
create trigger profiles_forget_closing after delete on app.profiles
  for each row execute function app.forget_closing();

-- What a closing keeps: appointments that took place or have begun, or of which there is a sample; the consents for their days. The last
-- test is counted as the retention counts it (src/server/repositories/retention.ts); null: never tested.
create function app.kept_by_closing(p_profile bigint, p_now timestamptz,
  out r_appointments uuid[], out r_consents uuid[], out r_last_test_on date)
language plpgsql stable set search_path = '' as $$
declare
  v_sampled uuid[];
  v_days date[];
  v_tested date[];
begin
  select coalesce(pg_catalog.array_agg(appointment_id) filter (where appointment_id is not null), '{}'),
      coalesce(pg_catalog.array_agg((taken_at at time zone 'Europe/London')::date), '{}')
    into v_sampled, v_days from app.samples where profile_id = p_profile;
  select coalesce(pg_catalog.array_agg(appointment_id), '{}'),
      coalesce(pg_catalog.array_agg((slot_start at time zone 'Europe/London')::date), '{}')
    into r_appointments, v_tested
    from app.appointments
   where profile_id = p_profile
     and (status = 'attended' or (status = 'booked' and slot_start <= p_now) or appointment_id = any (v_sampled));
  v_tested := v_tested || v_days;
  select coalesce(pg_catalog.array_agg(consent_id), '{}') into r_consents
    from app.consents where profile_id = p_profile and test_on = any (v_tested);
  if v_tested = '{}' then return; end if;
  select pg_catalog.max(d.day) into r_last_test_on from (
    select pg_catalog.unnest(v_tested) as day
    union all
    select (agreed_at at time zone 'Europe/London')::date from app.consents where consent_id = any (r_consents)) d;
end $$;

-- Why a patient's account cannot be closed yet; null when it can. A closing removes every way to reach the patient, so it waits for what
-- they must be told. Reasons: result-pending (a sample without a released or withdrawn result, or with one that is held or still
-- to be judged), appointment-begun (the event has begun today, or it was in the last two weeks and the patient is not marked: the list of
-- the day may come in later. After two weeks an unmarked appointment does not block).
create function app.closing_refusal(p_profile bigint, p_now timestamptz) returns text
language plpgsql stable set search_path = '' as $$
declare
  v_today date := (p_now at time zone 'Europe/London')::date;
begin
  if exists (
    select from app.samples s where s.profile_id = p_profile and s.state <> 'void' and (
      not exists (select from app.results r where r.sample_id = s.sample_id and r.state in ('released', 'withdrawn'))
      or exists (select from app.results r where r.sample_id = s.sample_id and r.state in ('matched', 'graded', 'deferred', 'on_hold'))))
  then return 'result-pending'; end if;
  if exists (
    select from app.appointments a join app.events e on e.event_id = a.event_id
     where a.profile_id = p_profile and e.starts_at <= p_now
       and ((a.status in ('booked', 'attended') and e.event_on = v_today)
         or (a.status = 'booked' and e.event_on between v_today - 14 and v_today)))
  then return 'appointment-begun'; end if;
  return null;
end $$;

-- Deletes what is not kept of a patient with tests, and what only an account needs. The appointments that are not kept were cancelled.
-- p.email: as of app.close_account.
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
  delete from app.consents where profile_id = p.profile_id and consent_id <> all (p_consents);
  delete from app.appointments where profile_id = p.profile_id and appointment_id <> all (p_appointments);
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
-- p_years: how long tests are kept (src/domain/retention.ts). Reasons: patient-not-found, and those of app.closing_refusal.
create function app.close_account(p_profile bigint, p_enquiries uuid[], p_years int, p_request text,
  out r_reason text, out r_kept_until date)
language plpgsql security definer set search_path = '' as $$
declare
  p app.profiles;
  a record;
  k record;
  v_now timestamptz;
  v_closing uuid;
  v_email text;
begin
  select * into p from app.profiles where profile_id = p_profile and is_active for update;
  if not found then r_reason := 'patient-not-found'; return; end if;
  v_now := app.clock_now();
  r_reason := app.closing_refusal(p_profile, v_now);
  if r_reason is not null then return; end if;
  -- What is stored by the address alone is the patient's only when the address is confirmed. Otherwise the profile gives the address up
  -- first, so that nothing is found by it.
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
      perform booking.cancel_appointment(p_appointment => a.appointment_id, p_profile => p_profile, p_request => p_request);
    end if;
  end loop;

  k := app.kept_by_closing(p_profile, v_now);
  insert into app.audit_log (at, action, subject, actor_profile_id, request_id)
  values (v_now, 'account-closed', 'profile:' || p_profile, p_profile, p_request);
  if k.r_last_test_on is null then
    perform app.erase_patient(p_profile, 'the patient', 'closed the account', p_enquiries);
  else
    r_kept_until := (k.r_last_test_on + pg_catalog.make_interval(years => p_years))::date;
    perform app.reduce_patient(p, k.r_appointments, k.r_consents, p_enquiries);
  end if;

  insert into app.account_closings (user_id, email, kept_until, closed_at)
  values (p.user_id, v_email, r_kept_until, v_now) returning closing_id into v_closing;
  insert into app.jobs (kind, dedupe_key, payload, run_at)
  values ('close-account', v_closing::text, pg_catalog.jsonb_build_object('closing_id', v_closing), v_now);
end $$;

revoke all on function app.forget_closing(), app.kept_by_closing(bigint, timestamptz),
  app.closing_refusal(bigint, timestamptz),
  app.reduce_patient(app.profiles, uuid[], uuid[], uuid[]), app.close_account(bigint, uuid[], int, text) from public;
