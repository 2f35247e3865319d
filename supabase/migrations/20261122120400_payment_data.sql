-- What becomes of payments when a patient's data end. The amounts stay for the accounts, without the patient: the foreign keys forget who it was,
-- and the record of the transaction forgets the payer and the card. Money that is due goes back all the same.

create function app.forget_payer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Payments are locked by id and before their refunds, as everywhere.
  perform from app.payments where profile_id = old.profile_id order by payment_id for update;
  update app.transactions
     set payer_name = null, card_brand = null, card_last_digits = null, card_expiry = null, issuing_bank = null, avs_code = null,
         cvv_code = null, profile_id = null
   where profile_id = old.profile_id;
  update app.refunds set note = null where note is not null and reason = 'operator'
     and payment_id in (select payment_id from app.payments where profile_id = old.profile_id);
  if tg_op = 'DELETE' then
    -- What operators wrote; the entries of the patient are the erasure's.
    update app.audit_log set actor_user_id = null, reason = null
     where subject in (select 'payment:' || payment_id from app.payments where profile_id = old.profile_id)
       and actor_profile_id is null and reason is not null;
    return old;
  end if;
  update app.payments set profile_id = null where profile_id = old.profile_id;
  return null;
end $$;
-- Before: the foreign keys remove the profile's number from the payments.
create trigger profiles_forget_payer before delete on app.profiles
  for each row execute function app.forget_payer();
-- A closed account that keeps its tests keeps no payments.
create trigger profiles_closed_forget_payer after update of is_active on app.profiles
  for each row when (old.is_active and not new.is_active) execute function app.forget_payer();

-- Why a patient's account cannot be closed yet; null when it can. A closing removes every way to reach the patient, so it waits for what
-- they must be told. Reasons: result-pending (a sample without a released or withdrawn result, or with one that is held or still
-- to be judged), appointment-begun (the event has begun today, or it was in the last two weeks and the patient is not marked: the list of
-- the day may come in later. After two weeks an unmarked appointment does not block).
-- payment-in-progress (money may be taken at this moment, or waits for the provider).
create or replace function app.closing_refusal(p_profile bigint, p_now timestamptz) returns text
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
  if exists (select from app.payments where profile_id = p_profile and state in ('capturing', 'pending')) then return 'payment-in-progress'; end if;
  return null;
end $$;

drop function app.close_account(bigint, uuid[], int, text);
-- Closes the account of a patient, who has proved to be its owner. Upcoming places are freed by the booking functions, whatever the
-- 48-hour rule says. Queues the work that deletes the account at the identity provider. p_enquiries: as of app.erase_patient.
-- p_years: how long tests are kept (src/domain/retention.ts). Reasons: patient-not-found, and those of app.closing_refusal.
-- p_refund_pence: what goes back for an upcoming appointment, as of booking.cancel_appointment.
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
      perform booking.cancel_appointment(p_appointment => a.appointment_id, p_profile => p_profile, p_request => p_request,
        p_refund_pence => p_refund_pence);
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

revoke all on all functions in schema app from public;
