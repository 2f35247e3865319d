-- Nothing is charged at another price than that of now (PAY-06), and an operator can end a payment that the provider leaves open (PAY-07).

-- As before (20261122120300). Further reasons: price-changed and nothing-to-pay, the price is another one than that of the order, or none.
create or replace function booking.begin_capture(p_payment uuid, p_profile bigint, p_lease_seconds int,
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

-- As before; can_capture also asks whether the price is still that of the order.
create or replace function booking.claim_payments(p_most int, p_older_seconds int, p_lease_seconds int, p_look_again_seconds int[] default '{}')
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
         -- After a longer outage every one is still looked at once.
         and y.concluded_at > v_now - interval '30 days'
         and y.concluded_at + pg_catalog.make_interval(secs => p_look_again_seconds[y.looks + 1]) <= v_now
         -- A provider that does not answer is not asked by every run.
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

-- As before; one that an operator gave up does not wait for the provider again, but money that is taken for it is settled like any other.
create or replace function booking.settle_payment(p_payment uuid, p_capture jsonb, p_issue text, p_debug_id text,
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
    -- More than one capture of an order would be money that no row has: the daily comparison with the provider names it.
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

-- Gives up a payment that is under capture or pending, and its place, because the provider will not decide it: an operator has asked there. Money that
-- is taken all the same is booked or returned. Reasons: payment-not-found, concluded, not-under-way.
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

create or replace function app.mail_priority(p_template text) returns smallint
language sql immutable set search_path = '' as $$
  select case
    -- The patient may be about to travel; an offer ends.
    when p_template in ('event-cancelled', 'details-changed', 'place-offered', 'payment-returned', 'payment-declined', 'payment-given-up') then 0
    when p_template in ('booked', 'moved', 'cancelled', 'payment-pending') then 1
    -- Another person may be changing the account.
    when p_template in ('password-changed', 'email-change-asked', 'email-changed') then 1
    when p_template in ('verify-email', 'email-change-link', 'waiting-ended', 'receipt', 'refund-sent') then 2
    else 3
  end::smallint
$$;

revoke all on all functions in schema booking, app from public;
