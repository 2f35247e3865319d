-- The steps of a payment (BOOK-12, PAY-01 to PAY-07), one function each; see docs/decisions/035-payments.md. Locks: profile, event,
-- appointment, payment, refund. No function calls the provider: each returns a decision, and the next call may repeat it.
--
-- A hold that is being paid for does not end: it is pinned (BOOK-12). Pinned, its hold_expires_at is infinity, so that every comparison keeps it, and
-- its former end is in unpinned_end. Only a settlement, a given-up payment, a cancelled event or an erasure ends it. The guards refuse everything
-- else, whatever the functions do.

-- How long the records of payments are kept for the accounts, from the end of the payment.
create function app.payments_kept() returns interval language sql immutable set search_path = '' as $$ select interval '6 years' $$;

-- Only the listed changes of state. The agreed and the captured amount never change, and captured money never disappears: a later capture
-- revives an attempt that was declined or given up, and a payment whose refund was a reversal is booked again.
create function app.guard_payment() returns trigger language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.clock_now();
  v_next text[];
begin
  if tg_op = 'DELETE' then
    if old.concluded_at < v_now - (case when old.capture_id is null then interval '360 days' else app.payments_kept() end) then return old; end if;
    raise exception 'a payment is kept for the accounts' using errcode = 'check_violation';
  end if;
  if (new.payment_id, new.event_id, new.amount_pence, new.currency, new.created_at)
       is distinct from (old.payment_id, old.event_id, old.amount_pence, old.currency, old.created_at)
     or (old.order_id is not null and new.order_id is distinct from old.order_id)
     or (old.capture_id is not null and (new.capture_id, new.captured_pence, new.captured_at)
       is distinct from (old.capture_id, old.captured_pence, old.captured_at))
     or new.profile_id <> old.profile_id or (new.profile_id is not null and old.profile_id is null)
     or (new.appointment_id is not null and new.appointment_id is distinct from old.appointment_id
       and not (old.state <> 'booked' and new.state = 'booked')) then
    raise exception 'a payment keeps what was agreed and what was taken' using errcode = 'check_violation';
  end if;
  v_next := case old.state
    when 'creating' then array['ordered', 'pending', 'booked', 'refund_due', 'declined', 'abandoned']
    when 'ordered' then array['capturing', 'pending', 'booked', 'refund_due', 'declined', 'abandoned']
    when 'capturing' then array['pending', 'booked', 'refund_due', 'declined', 'abandoned']
    when 'pending' then array['booked', 'refund_due', 'declined', 'abandoned']
    when 'declined' then array['pending', 'booked', 'refund_due']
    when 'abandoned' then array['pending', 'booked', 'refund_due']
    when 'booked' then array['refunded']
    when 'refund_due' then array['refunded']
    when 'refunded' then case when booking.taken_back_of(old) > 0 then array['booked'] else array[]::text[] end
    else array[]::text[] end;
  if new.state <> old.state then
    if new.state <> all (v_next) then
      raise exception 'a payment cannot change from % to %', old.state, new.state using errcode = 'check_violation';
    end if;
    new.concluded_at := case when new.state not in ('creating', 'ordered', 'capturing', 'pending') then v_now end;
  end if;
  new.updated_at := v_now;
  return new;
end $$;
create trigger payments_guard before update or delete on app.payments
  for each row execute function app.guard_payment();

-- The price of the event in pence; 0 when it is free (isFree and pricePence in src/events/rules/event.ts).
create function booking.price_of(e app.events) returns int language sql stable
  return case when (e).payment_required is true
    then coalesce((e).price_pence, (select p.price_pence from app.products p where p.product_id = (e).product_id), 0) else 0 end;

-- Whether a payment of this hold is being captured, or waits for the provider. PL/pgSQL: as booking.queue_offers.
create function app.is_being_paid(p_appointment uuid) returns boolean language plpgsql stable set search_path = '' as $$
begin
  return exists (select from app.payments where appointment_id = p_appointment and state in ('capturing', 'pending'));
end $$;

-- An appointment of an event with a price is booked only with money that was taken for it, or with a free repeat, whatever a function forgets. Checked
-- when the transaction ends, with the price as it is then.
create function app.check_paid() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  e app.events;
begin
  select * into a from app.appointments where appointment_id = new.appointment_id;
  if not found or a.status <> 'booked' then return null; end if;
  if a.payment_status = 'paid by card' then
    if not exists (select from app.payments
                    where appointment_id = a.appointment_id and state = 'booked' and capture_id is not null) then
      raise exception 'an appointment is paid by card only with a capture' using errcode = 'check_violation', constraint = 'appointments_paid';
    end if;
    return null;
  end if;
  select * into e from app.events where event_id = a.event_id;
  if booking.price_of(e) > 0 and not exists (select from app.free_repeats where appointment_id = a.appointment_id) then
    raise exception 'an appointment of an event with a price is booked only by a payment or a free repeat'
      using errcode = 'check_violation', constraint = 'appointments_paid';
  end if;
  return null;
end $$;
create constraint trigger appointments_paid_insert after insert on app.appointments deferrable initially deferred
  for each row when (new.status = 'booked') execute function app.check_paid();
create constraint trigger appointments_paid_update after update of status, payment_status on app.appointments deferrable initially deferred
  for each row when (new.status = 'booked' and (old.status <> 'booked' or old.payment_status <> new.payment_status))
  execute function app.check_paid();

-- Who acted: the operator; the patient for what came with their request; otherwise the system, which settles automatically.
create function booking.audit_payment(p_action text, p app.payments, p_operator text, p_reason text, p_request text, p_now timestamptz)
returns void language sql set search_path = '' as $$
  insert into app.audit_log (at, action, subject, actor_profile_id, actor_user_id, operator, reason, request_id)
  select p_now, p_action, 'payment:' || (p).payment_id, m.profile_id, m.user_id, p_operator, p_reason, p_request
    from (select 1) one left join app.profiles m on m.profile_id = (p).profile_id and p_operator is null and p_request is not null
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

-- Locks everything that a payment touches. The caller then reads the payment again, because an erasure may have come first.
create function booking.lock_payment(p_payment uuid) returns void
language plpgsql set search_path = '' as $$
declare
  p app.payments;
begin
  select * into p from app.payments where payment_id = p_payment;
  perform from app.profiles where profile_id = p.profile_id for no key update;
  perform from app.events where event_id = p.event_id for update;
  perform from app.appointments where appointment_id = p.appointment_id for update;
  perform from app.payments where payment_id = p_payment for update;
end $$;

-- Gives a hold its end back, at least some minutes from now, unless another payment still pins it.
create function booking.unpin_hold(p_appointment uuid, p_now timestamptz) returns void
language sql set search_path = '' as $$
  update app.appointments a set hold_expires_at = booking.hold_end(a, p_now), unpinned_end = null
   where a.appointment_id = p_appointment and a.status = 'held' and a.unpinned_end is not null
     and not app.is_being_paid(a.appointment_id)
$$;

create function booking.pin_hold(p_appointment uuid, p_now timestamptz) returns void
language sql set search_path = '' as $$
  update app.appointments
     set unpinned_end = hold_expires_at, hold_expires_at = 'infinity', counted_until = coalesce(counted_until, hold_expires_at)
   where appointment_id = p_appointment and status = 'held' and unpinned_end is null and hold_expires_at > p_now
$$;

-- Begins a payment for the patient's live hold of the event, at the current price. When less than five minutes are left, the hold lasts ten
-- minutes longer, once. Reasons: event-cancelled, event-passed, already-paid, existing-booking, hold-over, nothing-to-pay,
-- payment-in-progress, the reasons of entry_refusal. Idempotent by p_payment.
create function booking.begin_payment(p_payment uuid, p_profile bigint, p_event bigint, p_request text,
  out r_reason text, out r_appointment uuid, out r_amount_pence int, out r_hold_expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  a app.appointments;
  e app.events;
  v_now timestamptz;
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  -- Shared with other payments, but not with a change of the event.
  select * into e from app.events where event_id = p_event for share;
  select * into a from app.appointments
   where profile_id = p_profile and event_id = p_event and status = 'held' for update;
  v_now := app.clock_now();
  select * into p from app.payments where payment_id = p_payment;
  if found then
    if p.profile_id is distinct from p_profile or p.event_id <> p_event or p.appointment_id is distinct from a.appointment_id
       or p.state not in ('creating', 'ordered') then r_reason := 'payment-in-progress'; return; end if;
    r_appointment := p.appointment_id;
    r_amount_pence := p.amount_pence;
    r_hold_expires_at := booking.hold_end(a, v_now);
    return;
  end if;
  if e.cancelled_at is not null then r_reason := 'event-cancelled'; return; end if;
  if exists (select from app.payments y join app.appointments b using (appointment_id)
              where b.profile_id = p_profile and b.event_id = p_event and b.status = 'booked' and b.closed_at is null and y.state = 'booked') then
    r_reason := 'already-paid';
    return;
  end if;
  if booking.has_upcoming(p_profile, v_now) then r_reason := 'existing-booking'; return; end if;
  if a.appointment_id is null or a.hold_expires_at <= v_now then r_reason := 'hold-over'; return; end if;
  if a.slot_start <= v_now then r_reason := 'event-passed'; return; end if;
  if app.is_being_paid(a.appointment_id) then r_reason := 'payment-in-progress'; return; end if;
  r_reason := booking.entry_refusal(e, p_profile, v_now);
  if r_reason is not null then return; end if;
  r_amount_pence := booking.price_of(e);
  if r_amount_pence = 0 then r_reason := 'nothing-to-pay'; return; end if;
  if a.extended_at is null and a.hold_expires_at < v_now + interval '5 minutes' then
    update app.appointments
       set hold_expires_at = hold_expires_at + interval '10 minutes', extended_at = v_now, counted_until = coalesce(counted_until, hold_expires_at)
     where appointment_id = a.appointment_id returning * into a;
  end if;
  r_appointment := a.appointment_id;
  r_hold_expires_at := a.hold_expires_at;
  insert into app.payments (payment_id, appointment_id, profile_id, event_id, amount_pence, state, created_at, updated_at)
  values (p_payment, a.appointment_id, p_profile, p_event, r_amount_pence, 'creating', v_now, v_now) returning * into p;
  perform booking.audit_payment('payment-begun', p, null, null, p_request, v_now);
end $$;

-- Notes the provider's order. Reasons: payment-not-found; concluded (it has been given up; the order is kept, so that a capture of it is
-- recognised). Idempotent.
create function booking.note_order(p_payment uuid, p_order_id text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
begin
  select * into p from app.payments where payment_id = p_payment for update;
  if not found then r_reason := 'payment-not-found'; return; end if;
  if p.order_id is null then
    update app.payments set order_id = p_order_id, state = case state when 'creating' then 'ordered' else state end
     where payment_id = p_payment returning * into p;
  end if;
  if p.order_id <> p_order_id or p.concluded_at is not null then r_reason := 'concluded'; end if;
end $$;

-- Leases a payment for its capture and pins its hold: from here on the place is kept until the provider has answered. An expired lease is
-- taken again. Reasons: payment-not-found (also another patient's, and one without an order), concluded (r_state says how),
-- payment-in-progress (leased, or another payment of the hold, or it waits for the provider), already-paid, hold-over, existing-booking,
-- event-cancelled, event-passed, price-changed and nothing-to-pay (only the current price is charged, PAY-06: the order has another, or the event
-- has none now), and the reasons of entry_refusal.
create function booking.begin_capture(p_payment uuid, p_profile bigint, p_lease_seconds int,
  out r_reason text, out r_state text, out r_appointment uuid)
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  a app.appointments;
  e app.events;
  v_now timestamptz;
  v_price int;
begin
  perform booking.lock_payment(p_payment);
  select * into p from app.payments where payment_id = p_payment and profile_id = p_profile and order_id is not null;
  if not found then r_reason := 'payment-not-found'; return; end if;
  select * into a from app.appointments where appointment_id = p.appointment_id;
  select * into e from app.events where event_id = p.event_id;
  v_now := app.clock_now();
  r_state := p.state;
  r_appointment := p.appointment_id;
  if p.concluded_at is not null then r_reason := 'concluded'; return; end if;
  if p.state = 'pending' or (p.state = 'capturing' and p.lease_until > v_now) then r_reason := 'payment-in-progress'; return; end if;
  if exists (select from app.payments where appointment_id = p.appointment_id and state = 'booked') then r_reason := 'already-paid'; return; end if;
  if e.cancelled_at is not null then r_reason := 'event-cancelled'; return; end if;
  if a.status is distinct from 'held' or a.hold_expires_at <= v_now then r_reason := 'hold-over'; return; end if;
  if a.slot_start <= v_now then r_reason := 'event-passed'; return; end if;
  if booking.has_upcoming(p_profile, v_now) then r_reason := 'existing-booking'; return; end if;
  if exists (select from app.payments
              where appointment_id = p.appointment_id and payment_id <> p_payment and state in ('capturing', 'pending')) then
    r_reason := 'payment-in-progress';
    return;
  end if;
  r_reason := booking.entry_refusal(e, p_profile, v_now);
  if r_reason is not null then return; end if;
  v_price := booking.price_of(e);
  if v_price <> p.amount_pence then
    r_reason := case when v_price = 0 then 'nothing-to-pay' else 'price-changed' end;
    return;
  end if;
  perform booking.pin_hold(p.appointment_id, v_now);
  update app.payments set state = 'capturing', lease_until = v_now + pg_catalog.make_interval(secs => p_lease_seconds)
   where payment_id = p_payment;
  r_state := 'capturing';
end $$;

-- The place for money that was taken: the hold that was paid for, a live hold of the same slot, or another free place of it, for which a hold
-- is made. r_why: why there is none, as the reason of the refund; r_note says more. The caller has the locks.
create function booking.place_for_payment(p app.payments, e app.events, p_now timestamptz,
  out r_why text, out r_note text, out r_appointment uuid)
language plpgsql set search_path = '' as $$
declare
  a app.appointments;
  h app.appointments;
  v_place int;
begin
  r_why := 'no-place';
  if p.profile_id is null or p.appointment_id is null then r_note := 'erased'; return; end if;
  perform booking.close_ended(p.profile_id, p.event_id, p_now);
  select * into a from app.appointments where appointment_id = p.appointment_id;
  if a.booked_at is not null then r_why := 'second-payment'; return; end if;
  if e.cancelled_at is not null then r_why := 'cancelled-by-charity'; return; end if;
  if a.slot_start <= p_now then r_note := 'event-passed'; return; end if;
  if booking.has_upcoming(p.profile_id, p_now) then r_note := 'existing-booking'; return; end if;
  r_note := booking.entry_refusal(e, p.profile_id, p_now);
  if r_note is not null then return; end if;

  -- All held places are live: expired ones were closed above.
  select * into h from app.appointments where profile_id = p.profile_id and status = 'held' for update;
  if h.event_id = p.event_id and h.slot_start = a.slot_start then
    r_why := null;
    r_appointment := h.appointment_id;
    return;
  end if;
  if h.appointment_id is not null and app.is_being_paid(h.appointment_id) then r_note := 'pays-for-another'; return; end if;
  r_note := 'slot-taken';
  if not booking.is_slot(e, a.slot_start) then return; end if;
  v_place := booking.free_place(e.event_id, a.slot_start, e.places_per_slot, null);
  if v_place is null or e.total_spaces <= (
      select pg_catalog.count(*) from app.appointments
       where event_id = e.event_id and status in ('held', 'booked', 'attended', 'no_show') and appointment_id is distinct from h.appointment_id)
     or booking.is_kept(e, p.profile_id, p_now, case when h.event_id = e.event_id then h.slot_start end, a.slot_start) then return; end if;
  update app.appointments set status = 'cancelled', cancelled_at = p_now, cancelled_by = 'patient' where appointment_id = h.appointment_id;
  insert into app.appointments
    (event_id, profile_id, slot_start, slot_end, place_no, status, hold_expires_at, idempotency_key, created_at, updated_at)
  values (p.event_id, p.profile_id, a.slot_start, a.slot_start + pg_catalog.make_interval(mins => e.session_minutes), v_place, 'held',
    p_now + interval '1 minute', 'payment-' || p.payment_id, p_now, p_now)
  returning appointment_id into r_appointment;
  r_why := null;
  r_note := null;
end $$;

-- Writes the record of a transaction. A value that does not have the form of its column is left out, because it must not stop a settlement.
-- After an erasure only the amount.
create function booking.note_transaction(p app.payments, p_capture jsonb, p_status text, p_now timestamptz) returns void
language sql set search_path = '' as $$
  insert into app.transactions as t (payment_reference, payer_name, amount_pence, status, payment_method, card_brand, card_last_digits,
    card_expiry, issuing_bank, avs_code, cvv_code, profile_id, is_settled, recorded_at)
  select (p).order_id, pg_catalog.left(c ->> 'payer_name', 300), coalesce((p).captured_pence, (p).amount_pence), pg_catalog.left(p_status, 100),
         pg_catalog.left(p_capture ->> 'payment_method', 40), pg_catalog.left(c ->> 'card_brand', 40),
         pg_catalog.substring(c ->> 'card_last_digits', '^[0-9]{2,4}$'), pg_catalog.substring(c ->> 'card_expiry', '^[0-9]{4}-[0-9]{2}$'),
         pg_catalog.left(c ->> 'issuing_bank', 100), pg_catalog.left(c ->> 'avs_code', 10), pg_catalog.left(c ->> 'cvv_code', 10),
         (p).profile_id, true, p_now
    from (select case when (p).profile_id is not null then p_capture end as c) known where (p).order_id is not null
  on conflict (payment_reference) do update
    set (payer_name, amount_pence, status, payment_method, card_brand, card_last_digits, card_expiry, issuing_bank, avs_code, cvv_code,
         profile_id, is_settled, recorded_at)
      = row (excluded.payer_name, excluded.amount_pence, excluded.status, excluded.payment_method, excluded.card_brand,
         excluded.card_last_digits, excluded.card_expiry, excluded.issuing_bank, excluded.avs_code, excluded.cvv_code,
         excluded.profile_id, true, excluded.recorded_at)
$$;

-- Settles money that was taken: an appointment for it, or all of it back. The caller has the locks; the payment has no capture yet.
create function booking.settle_captured(p app.payments, p_capture jsonb, p_debug_id text, p_now timestamptz,
  out r_state text, out r_appointment uuid, out r_refund uuid)
language plpgsql set search_path = '' as $$
declare
  a app.appointments;
  e app.events;
  v_before constant uuid := p.appointment_id;
  v_why text;
  v_note text;
begin
  select * into e from app.events where event_id = p.event_id;
  if p_capture ->> 'status' = 'REFUNDED' then v_why := 'operator'; v_note := 'returned at the provider';
  elsif (p_capture ->> 'amount_pence')::int <> p.amount_pence or p_capture ->> 'currency' <> p.currency then
    v_why := 'no-place';
    v_note := 'another amount was taken';
  else
    select d.r_why, d.r_note, d.r_appointment into v_why, v_note, r_appointment from booking.place_for_payment(p, e, p_now) d;
  end if;
  update app.payments
     set state = case when v_why is null then 'booked' else 'refund_due' end, appointment_id = coalesce(r_appointment, appointment_id),
         order_id = coalesce(order_id, p_capture ->> 'order_id', payment_id::text), capture_id = p_capture ->> 'id',
         captured_pence = (p_capture ->> 'amount_pence')::int, captured_at = coalesce((p_capture ->> 'at')::timestamptz, p_now),
         lease_until = null, issue = null, debug_id = coalesce(p_debug_id, debug_id)
   where payment_id = p.payment_id returning * into p;
  r_state := p.state;
  r_appointment := p.appointment_id;
  perform booking.note_transaction(p, p_capture, p_capture ->> 'status', p_now);
  if v_why is null then
    update app.appointments set status = 'booked', hold_expires_at = null, booked_at = p_now, payment_status = 'paid by card'
     where appointment_id = r_appointment returning * into a;
    perform booking.enqueue_mail('booked', r_appointment, a.calendar_sequence, p_now);
    perform booking.audit('appointment-booked', r_appointment, p.profile_id, null, a.slot_start, null, null, null, p_now);
    perform booking.mail_payment('receipt', p, null, p_now);
    perform booking.audit_payment('payment-booked', p, null, null, null, p_now);
    return;
  end if;
  r_refund := booking.add_refund(p, null, v_why, case when v_why = 'operator' then 'the provider' end, v_note, p_now);
  perform booking.audit_payment('payment-returned', p, null, null, null, p_now);
  -- Its place is free for other patients now.
  update app.appointments set status = 'cancelled', cancelled_at = p_now, cancelled_by = 'patient'
   where appointment_id = v_before and status = 'held' and not app.is_being_paid(appointment_id);
  if v_why = 'operator' then
    perform booking.finish_refund(r_refund, 'done', null, null);
    r_state := 'refunded';
  else
    perform booking.mail_payment('payment-returned', p, null, p_now);
  end if;
end $$;

-- Concludes a payment by the provider's report; the only function that books one. p_capture: {id, order_id, status, amount_pence,
-- currency, at, and the facts of the card for the transaction}. COMPLETED books the hold, or another free place of its slot, or returns
-- everything; PENDING keeps the place; DECLINED and FAILED, and an issue without a capture, decline it and unpin the hold. With neither,
-- nothing changes and the state is returned. Idempotent, in any order: captured and returned money stays so, and money that turns up after a
-- decline is settled. A payment that an operator gave up does not wait for the provider again, but money that is captured for it is settled like
-- any other. r_state is null when the payment does not exist. r_refund: when the money goes back.
create function booking.settle_payment(p_payment uuid, p_capture jsonb, p_issue text, p_debug_id text,
  out r_state text, out r_appointment uuid, out r_refund uuid)
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  v_now timestamptz;
  v_status text := p_capture ->> 'status';
begin
  perform booking.lock_payment(p_payment);
  select * into p from app.payments where payment_id = p_payment;
  if not found then return; end if;
  v_now := app.clock_now();
  r_state := p.state;
  r_appointment := p.appointment_id;
  if p.capture_id is not null then
    select refund_id into r_refund from app.refunds
     where payment_id = p_payment and reason in ('no-place', 'second-payment', 'cancelled-by-charity') and state <> 'failed' limit 1;
    -- No row has the money of a second capture of an order: the daily comparison with the provider names it.
    if p_capture ->> 'id' <> p.capture_id then perform booking.audit_payment('payment-captured-again', p, null, null, null, v_now); end if;
  elsif v_status in ('COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED') then
    select s.r_state, s.r_appointment, s.r_refund into r_state, r_appointment, r_refund
      from booking.settle_captured(p, p_capture, p_debug_id, v_now) s;
  elsif v_status = 'PENDING' then
    if p.state = 'pending' or p.issue = 'GIVEN_UP' then return; end if;
    update app.payments set state = 'pending', lease_until = null, issue = p_issue, debug_id = coalesce(p_debug_id, debug_id),
           order_id = coalesce(order_id, p_capture ->> 'order_id', payment_id::text)
     where payment_id = p_payment;
    r_state := 'pending';
    perform booking.pin_hold(p.appointment_id, v_now);
    perform booking.mail_payment('payment-pending', p, null, v_now);
  elsif p.concluded_at is null and (v_status in ('DECLINED', 'FAILED') or (p_capture is null and p_issue is not null)) then
    update app.payments set state = 'declined', lease_until = null, issue = coalesce(p_issue, v_status), debug_id = coalesce(p_debug_id, debug_id)
     where payment_id = p_payment;
    r_state := 'declined';
    perform booking.note_transaction(p, p_capture, coalesce(p_issue, v_status), v_now);
    perform booking.unpin_hold(p.appointment_id, v_now);
    -- The patient has left the page by the end of a pending payment.
    if p.state = 'pending' then perform booking.mail_payment('payment-declined', p, null, v_now); end if;
  end if;
end $$;

-- Gives a payment up: before its capture when its hold has expired, and under capture when the provider has none. Returns the
-- state, or null when the payment does not exist. A pending payment is not given up, because the provider decides it.
create function booking.abandon_payment(p_payment uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  v_now timestamptz;
begin
  perform booking.lock_payment(p_payment);
  select * into p from app.payments where payment_id = p_payment;
  if not found then return null; end if;
  v_now := app.clock_now();
  if p.state = 'capturing' or (p.state in ('creating', 'ordered') and not exists (
      select from app.appointments where appointment_id = p.appointment_id and status = 'held' and hold_expires_at > v_now)) then
    update app.payments set state = 'abandoned', lease_until = null where payment_id = p_payment;
    perform booking.unpin_hold(p.appointment_id, v_now);
    return 'abandoned';
  end if;
  return p.state;
end $$;

-- Claims payments for one process at a time: those that are not concluded (under capture without a live lease, pending, and earlier ones
-- whose hold has expired), and those that ended without a capture, p_look_again_seconds after their end: their money may turn up later.
-- can_capture: whether the same capture may be asked for again, at the price of the order.
create function booking.claim_payments(p_most int, p_older_seconds int, p_lease_seconds int, p_look_again_seconds int[] default '{}')
returns table (payment_id uuid, appointment_id uuid, profile_id bigint, event_id bigint, amount_pence int, order_id text, state text,
  created_at timestamptz, can_capture boolean)
language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_now timestamptz := app.clock_now();
begin
  return query
    with stale as (
      select y.payment_id from app.payments y
       where y.concluded_at is null and (y.lease_until is null or y.lease_until <= v_now)
         and coalesce(y.checked_at, y.created_at) <= v_now - pg_catalog.make_interval(secs => p_older_seconds)
         and (y.state in ('capturing', 'pending') or not exists (
           select from app.appointments a where a.appointment_id = y.appointment_id and a.status = 'held' and a.hold_expires_at > v_now))
       order by y.checked_at nulls first, y.created_at limit p_most for update of y skip locked),
    ended as (
      select y.payment_id from app.payments y
       where y.state in ('declined', 'abandoned') and y.order_id is not null
         -- After a longer outage each one is still checked once.
         and y.concluded_at > v_now - interval '30 days'
         and y.concluded_at + pg_catalog.make_interval(secs => p_look_again_seconds[y.looks + 1]) <= v_now
         -- A provider that does not respond is not called by every run.
         and (y.checked_at is null or y.checked_at <= v_now - interval '5 minutes')
       order by y.concluded_at limit greatest(0, p_most - (select pg_catalog.count(*) from stale)) for update of y skip locked),
    claimed as (
      update app.payments y set lease_until = v_now + pg_catalog.make_interval(secs => p_lease_seconds), checked_at = v_now
       where y.payment_id in (select s.payment_id from stale s union all select s.payment_id from ended s) returning y.*)
    select c.payment_id, c.appointment_id, c.profile_id, c.event_id, c.amount_pence, c.order_id, c.state, c.created_at,
           c.state = 'capturing' and exists (
             select from app.appointments a join app.events e on e.event_id = a.event_id
              where a.appointment_id = c.appointment_id and a.status = 'held' and a.unpinned_end is not null and a.slot_start > v_now
                and e.cancelled_at is null and booking.price_of(e) = c.amount_pence)
      from claimed c;
end $$;

-- Notes that the provider has no money for a payment that has ended. The next check is due at the next of p_look_again_seconds.
create function booking.note_look(p_payment uuid, p_look_again_seconds int[]) returns void
language sql security definer set search_path = '' as $$
  update app.payments y
     set lease_until = null,
         looks = (select pg_catalog.count(*) from pg_catalog.unnest(p_look_again_seconds) s
                   where y.concluded_at + pg_catalog.make_interval(secs => s) <= app.clock_now())
   where y.payment_id = p_payment and y.state in ('declined', 'abandoned')
$$;

-- Gives up a payment that is under capture or pending, and its place, because the provider will not decide it, as an operator has found out
-- there. Money that is captured later is booked or returned. Reasons: payment-not-found, concluded, not-under-way.
create function booking.give_up_payment(p_payment uuid, p_operator text, p_note text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  v_now timestamptz;
begin
  if coalesce(pg_catalog.btrim(p_operator), '') = '' or coalesce(pg_catalog.btrim(p_note), '') = '' then
    raise exception 'who gives a payment up names themselves and the reason' using errcode = 'check_violation';
  end if;
  perform booking.lock_payment(p_payment);
  select * into p from app.payments where payment_id = p_payment;
  if not found then r_reason := 'payment-not-found'; return; end if;
  if p.concluded_at is not null then r_reason := 'concluded'; return; end if;
  if p.state not in ('capturing', 'pending') then r_reason := 'not-under-way'; return; end if;
  v_now := app.clock_now();
  update app.payments set state = 'abandoned', lease_until = null, issue = 'GIVEN_UP' where payment_id = p_payment;
  perform booking.unpin_hold(p.appointment_id, v_now);
  if p.state = 'pending' then perform booking.mail_payment('payment-given-up', p, null, v_now); end if;
  perform booking.audit_payment('payment-given-up', p, p_operator, p_note, null, v_now);
end $$;
