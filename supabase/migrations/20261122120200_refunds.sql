-- Refunds (PAY-08): asked for in the transaction that ends an appointment, made by a job. The functions here change no hold.

-- The day that is p_count business days of England after p_day (addBusinessDays in src/domain/bank-holidays.ts).
create function booking.add_business_days(p_day date, p_count int) returns date
language sql stable set search_path = '' as $$
  select d.day from (
    select (p_day + n) as day, pg_catalog.row_number() over (order by n) as turn
      from pg_catalog.generate_series(1, 40 + 4 * p_count) as n
     where extract(isodow from p_day + n) < 6 and not exists (select from app.bank_holidays h where h.day = p_day + n)) d
   where d.turn = p_count
$$;

-- What of a payment was taken and not returned nor asked to be returned, in pence. The caller has locked the payment.
create function booking.left_of(p app.payments) returns int language sql stable
  return coalesce((p).captured_pence, 0) - coalesce((
    select pg_catalog.sum(r.amount_pence) from app.refunds r where r.payment_id = (p).payment_id and r.state <> 'failed'), 0)::int;

create function booking.audit_payment(p_action text, p app.payments, p_operator text, p_reason text, p_request text, p_now timestamptz) returns void
language sql set search_path = '' as $$
  insert into app.audit_log (at, action, subject, actor_profile_id, actor_user_id, operator, reason, request_id)
  select p_now, p_action, 'payment:' || (p).payment_id, m.profile_id, m.user_id, p_operator, p_reason, p_request
    from (select 1) one left join app.profiles m on m.profile_id = (p).profile_id and p_operator is null
$$;

-- Queues a mail about a payment, one per template and payment or refund. Not under the appointment's id: mails of an appointment supersede
-- each other. None after an erasure.
create function booking.mail_payment(p_template text, p app.payments, p_refund uuid, p_now timestamptz) returns void
language sql set search_path = '' as $$
  select app.queue_mail(p_template || ':' || coalesce(p_refund, (p).payment_id),
    pg_catalog.jsonb_strip_nulls(pg_catalog.jsonb_build_object('template', p_template, 'payment_id', (p).payment_id,
      'refund_id', p_refund, 'profile_id', (p).profile_id)),
    'profile:' || (p).profile_id, p_now)
   where exists (select from app.profiles m where m.profile_id = (p).profile_id and m.is_active)
$$;

-- Asks for money to go back: p_pence of what is left, or all of it. The caller has locked the payment. Answers null when nothing is left.
create function booking.add_refund(p app.payments, p_pence int, p_reason text, p_operator text, p_note text, p_now timestamptz) returns uuid
language plpgsql set search_path = '' as $$
declare
  v_pence int := least(coalesce(p_pence, booking.left_of(p)), booking.left_of(p));
  v_refund uuid;
begin
  if v_pence <= 0 then return null; end if;
  insert into app.refunds (payment_id, amount_pence, reason, requested_at, due_on, operator, note)
  values ((p).payment_id, v_pence, p_reason, p_now, booking.add_business_days((p_now at time zone 'Europe/London')::date, 14), p_operator, p_note)
  returning refund_id into v_refund;
  perform app.queue_work('refund', v_refund::text, pg_catalog.jsonb_build_object('refund_id', v_refund), interval '0 seconds', null);
  return v_refund;
end $$;

-- Asks for a refund by an operator. Reasons: payment-not-found, nothing-captured, too-much, refunded-before (the same amount was asked for
-- by an operator within a day; r_refund is that refund), unless p_again: a command is repeated when its answer was lost.
create function booking.request_refund(p_payment uuid, p_pence int, p_operator text, p_note text, p_again boolean default false,
  out r_reason text, out r_refund uuid)
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  v_now timestamptz;
begin
  if coalesce(pg_catalog.btrim(p_operator), '') = '' or coalesce(pg_catalog.btrim(p_note), '') = '' then
    raise exception 'a refund names its operator and its reason' using errcode = 'check_violation';
  end if;
  select * into p from app.payments where payment_id = p_payment for update;
  if not found then r_reason := 'payment-not-found'; return; end if;
  v_now := app.clock_now();
  if p.capture_id is null then r_reason := 'nothing-captured'; return; end if;
  if not p_again then
    select refund_id into r_refund from app.refunds
     where payment_id = p_payment and reason = 'operator' and amount_pence = p_pence and state <> 'failed'
       and requested_at > v_now - interval '1 day' order by requested_at desc limit 1;
    if found then r_reason := 'refunded-before'; return; end if;
  end if;
  if p_pence <= 0 or p_pence > booking.left_of(p) then r_reason := 'too-much'; return; end if;
  r_refund := booking.add_refund(p, p_pence, 'operator', p_operator, p_note, v_now);
  perform booking.audit_payment('refund-requested', p, p_operator, p_note, null, v_now);
end $$;

-- Notes what the provider said about a refund: due (asked in vain, to be asked again), pending, done; or failed for good, which asks again
-- under a new key after p_again_seconds. A payment of which everything is back is refunded. Answers the refund that now counts; null when
-- there is none. Idempotent: what is back stays back.
create function booking.finish_refund(p_refund uuid, p_state text, p_provider_id text, p_issue text, p_again_seconds int default 3600,
  out r_refund uuid, out r_state text)
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  r app.refunds;
  v_now timestamptz;
begin
  select * into p from app.payments
   where payment_id = (select payment_id from app.refunds where refund_id = p_refund) for update;
  if not found then return; end if;
  select * into r from app.refunds where refund_id = p_refund for update;
  v_now := app.clock_now();
  r_refund := p_refund;
  r_state := r.state;
  if r.state = 'done' then return; end if;
  if r.state = 'failed' then
    select refund_id, state into r_refund, r_state from app.refunds where replaces = p_refund;
    return;
  end if;
  -- The provider had accepted it: an answer from before changes nothing.
  if r.state = 'pending' and p_state = 'due' then p_state := 'pending'; end if;
  update app.refunds
     set state = p_state, attempts = attempts + 1, last_issue = p_issue, provider_refund_id = coalesce(p_provider_id, provider_refund_id),
         done_at = case when p_state = 'done' then v_now end
   where refund_id = p_refund;
  r_state := p_state;
  if p_state = 'failed' then
    -- The attempts go on counting, so that the pauses grow.
    insert into app.refunds (payment_id, amount_pence, reason, requested_at, due_on, operator, note, attempts, last_issue, replaces)
    values (r.payment_id, r.amount_pence, r.reason, r.requested_at, r.due_on, r.operator, r.note, r.attempts + 1, p_issue, p_refund)
    returning refund_id into r_refund;
    perform app.queue_work('refund', r_refund::text, pg_catalog.jsonb_build_object('refund_id', r_refund),
      pg_catalog.make_interval(secs => p_again_seconds), null);
    r_state := 'due';
  elsif p_state = 'done' then
    if (select pg_catalog.sum(amount_pence) from app.refunds where payment_id = p.payment_id and state = 'done') >= p.captured_pence then
      update app.payments set state = 'refunded' where payment_id = p.payment_id;
    end if;
    perform booking.mail_payment('refund-sent', p, p_refund, v_now);
    perform booking.audit_payment('refund-done', p, null, null, null, v_now);
  end if;
end $$;

drop function booking.cancel_appointment(uuid, bigint, text, text, text);
-- Cancels a booked appointment, asks for its money to go back, and queues the mail. p_refund_pence: how much the patient gets back, decided by
-- the caller from the version p_version of the appointment (calendar_sequence; reason appointment-changed when there is another now);
-- null: all of it. Reasons: appointment-not-found, not-booked, appointment-changed. Idempotent: a repetition returns nothing more. The
-- caller enforces the 48-hour rule; it does not apply to operators.
create function booking.cancel_appointment(p_appointment uuid, p_profile bigint, p_operator text default null,
  p_reason text default null, p_request text default null, p_refund_pence int default null, p_version int default null,
  out r_reason text, out r_refund uuid)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  p app.payments;
  v_now timestamptz;
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  v_now := app.clock_now();
  select * into a from app.appointments where appointment_id = p_appointment and profile_id = p_profile for update;
  if not found then r_reason := 'appointment-not-found'; return; end if;
  if a.status = 'cancelled' and a.booked_at is not null then
    select f.refund_id into r_refund from app.refunds f join app.payments y using (payment_id)
     where y.appointment_id = p_appointment and f.reason in ('cancelled-by-patient', 'cancelled-by-charity') and f.state <> 'failed'
     order by f.requested_at limit 1;
    return;
  end if;
  if a.status <> 'booked' then r_reason := 'not-booked'; return; end if;
  if a.calendar_sequence <> p_version then r_reason := 'appointment-changed'; return; end if;
  update app.appointments
     set status = 'cancelled', cancelled_at = v_now, calendar_sequence = a.calendar_sequence + 1,
         cancelled_by = case when p_operator is null then 'patient' else 'charity' end
   where appointment_id = p_appointment;
  select * into p from app.payments where appointment_id = p_appointment and state = 'booked' for update;
  if found then
    r_refund := booking.add_refund(p, p_refund_pence,
      case when p_operator is null then 'cancelled-by-patient' else 'cancelled-by-charity' end, p_operator, null, v_now);
  end if;
  perform booking.enqueue_mail('cancelled', p_appointment, a.calendar_sequence + 1, v_now);
  perform booking.audit('appointment-cancelled', p_appointment, p_profile, a.slot_start, null, p_operator, p_reason, p_request, v_now);
end $$;

-- Cancels an event with its holds, its appointments and its waiting list, asks for everything to go back that was paid for places of it and not
-- used, and queues the mails. A payment that is under way ends by its settlement, which returns it. Answers the number of cancelled
-- appointments. Reasons: event-not-found. Idempotent.
create or replace function booking.cancel_event(p_event bigint, p_operator text default null, p_reason text default null,
  out r_reason text, out r_freed int)
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  v_now timestamptz;
  a record;
  p app.payments;
begin
  r_freed := 0;
  select * into e from app.events where event_id = p_event for update;
  if not found then r_reason := 'event-not-found'; return; end if;
  v_now := app.clock_now();
  update app.events set cancelled_at = coalesce(cancelled_at, v_now), updated_at = v_now where event_id = p_event;
  -- Every appointment is locked before the first access code is: a cancellation by a patient locks them in this order too.
  perform from app.appointments
    where event_id = p_event and slot_end > v_now and status in ('held', 'booked') order by appointment_id for update;
  for a in
    update app.appointments
       set status = 'cancelled', cancelled_at = v_now, cancelled_by = 'charity',
           calendar_sequence = calendar_sequence + 1
     where event_id = p_event and slot_end > v_now and status in ('held', 'booked')
    returning appointment_id, calendar_sequence, booked_at, slot_start
  loop
    if a.booked_at is not null then
      r_freed := r_freed + 1;
      perform booking.enqueue_mail('event-cancelled', a.appointment_id, a.calendar_sequence, v_now);
      perform booking.audit('appointment-cancelled', a.appointment_id, null, a.slot_start, null, p_operator, p_reason, null, v_now);
    end if;
  end loop;
  for p in
    select y.* from app.payments y join app.appointments c using (appointment_id)
     where y.event_id = p_event and y.state = 'booked' and c.status = 'cancelled' order by y.payment_id for update of y
  loop
    perform booking.add_refund(p, null, 'cancelled-by-charity', p_operator, null, v_now);
  end loop;
  perform booking.end_waiting_list(p_event, 'event-cancelled', v_now);
  if e.cancelled_at is null or r_freed > 0 then
    insert into app.audit_log (at, action, subject, operator, reason)
    values (v_now, 'event-cancelled', 'event:' || p_event, p_operator, p_reason);
  end if;
end $$;

revoke all on all functions in schema booking, app from public;
