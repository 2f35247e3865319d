-- Refunds that fail again and again, money that turns up late, and one order of locks (PAY-05, PAY-07, PAY-08).

alter table app.refunds
  -- The refund that the provider refused for good. Its day, its due day, its operator and its reason are those of the first.
  add column replaces uuid unique;
-- How often the provider was asked once more about a payment that ended without a capture.
alter table app.payments add column looks int not null default 0;
create index payments_ended on app.payments (concluded_at) where state in ('declined', 'abandoned') and order_id is not null;

drop function booking.finish_refund(uuid, text, text, text);
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

drop function booking.request_refund(uuid, int, text, text);
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

drop function booking.claim_payments(int, int, int);
-- Claims payments for one process at a time: those that are not concluded (under capture without a live lease, pending, and earlier ones
-- whose hold is over), and those that ended without a capture, p_look_again_seconds after their end: their money may turn up later.
-- can_capture: whether the same capture may be asked for again.
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
                and e.cancelled_at is null)
      from claimed c;
end $$;

-- Notes that the provider has no money for a payment that has ended: the next look is at the next of p_look_again_seconds that is to come.
create function booking.note_look(p_payment uuid, p_look_again_seconds int[]) returns void
language sql security definer set search_path = '' as $$
  update app.payments y
     set lease_until = null,
         looks = (select pg_catalog.count(*) from pg_catalog.unnest(p_look_again_seconds) s
                   where y.concluded_at + pg_catalog.make_interval(secs => s) <= app.clock_now())
   where y.payment_id = p_payment and y.state in ('declined', 'abandoned')
$$;

-- Payments are locked by id and before their refunds, as everywhere.
create or replace function app.forget_payer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
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

revoke all on all functions in schema booking, app from public;
