-- What the last mail of a closed account has to say, and nothing else remembers (PORT-05): the rows that it speaks of name no patient any more.
alter table app.account_closings
  -- Upcoming appointments that the closing cancelled.
  add column cancelled int not null default 0,
  -- The address was not confirmed: what is stored by it alone stays.
  add column is_unconfirmed boolean not null default false,
  -- Whether there are payments that were captured, and attempts that were not; null of a closing from before.
  add column payments_made boolean,
  add column payments_tried boolean,
  -- Payments of which money was still to be returned; emptied when the mail is sent.
  add column returning_payments uuid[] not null default '{}';

-- As before (20261122120400), with these facts.
create or replace function app.close_account(p_profile bigint, p_enquiries uuid[], p_years int, p_request text, p_refund_pence int default null,
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
      v_cancelled := v_cancelled + 1;
    end if;
  end loop;

  -- While the payments still name their patient.
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
