-- How a chargeback ended, and one that was first read as a refund: the record is the same in any order (PAY-12).

alter table app.disputes
  add column outcome text check (outcome in ('won', 'lost')),
  -- What ended without an outcome: the provider did not say.
  add constraint disputes_outcome check (outcome is null or ended_at is not null);
-- Until now operators ended a reversal only when the charity had won it.
update app.disputes set outcome = 'won' where kind = 'reversal' and ended_at is not null;

alter table app.refunds
  -- Of a refund by hand at the provider: whether an event or the list of a day named it as a refund. The order names reversals as refunds too. Null: ours.
  add column is_named boolean,
  -- The refund by hand that took reduced_pence off this one.
  add column reduced_by uuid,
  add column reduced_pence int check (reduced_pence > 0);
update app.refunds set is_named = false where operator = 'the provider' and provider_refund_id is not null and attempts = 0;

-- What reversals hold of a payment, in pence: also a lost one, for good.
create or replace function booking.taken_back_of(p app.payments) returns int language sql stable
  return coalesce((select pg_catalog.sum(d.amount_pence) from app.disputes d
                    where d.payment_id = (p).payment_id and d.kind = 'reversal' and d.outcome is distinct from 'won'), 0)::int;

-- As before, and notes which refund by hand took how much off a refund (p_by, null for a reversal).
drop function booking.reduce_refunds(app.payments, int, text);
create function booking.reduce_refunds(p app.payments, p_pence int, p_issue text, p_by uuid default null) returns void
language plpgsql set search_path = '' as $$
declare
  r app.refunds;
  v_over int := p_pence;
  v_refund uuid;
begin
  for r in select * from app.refunds where payment_id = (p).payment_id and state = 'due' order by requested_at desc, refund_id for update
  loop
    exit when v_over <= 0;
    update app.refunds set state = 'failed', last_issue = p_issue, reduced_by = p_by, reduced_pence = least(r.amount_pence, v_over)
     where refund_id = r.refund_id;
    if r.amount_pence > v_over then
      insert into app.refunds (payment_id, amount_pence, reason, requested_at, due_on, operator, note, attempts, replaces)
      values (r.payment_id, r.amount_pence - v_over, r.reason, r.requested_at, r.due_on, r.operator, r.note, r.attempts, r.refund_id)
      returning refund_id into v_refund;
      perform app.queue_work('refund', v_refund::text, pg_catalog.jsonb_build_object('refund_id', v_refund), interval '1 minute', null);
    end if;
    v_over := v_over - r.amount_pence;
  end loop;
end $$;

-- Asks again for what a refund by hand had taken off, because there was none: as far as it is left. The caller has locked the payment.
create function booking.restore_refunds(p app.payments, p_by uuid) returns void
language plpgsql set search_path = '' as $$
declare
  r app.refunds;
  v_pence int;
  v_last uuid;
  v_refund uuid;
begin
  for r in select * from app.refunds where reduced_by = p_by and state = 'failed' order by requested_at, refund_id for update
  loop
    v_pence := least(r.reduced_pence, booking.left_of(p));
    continue when v_pence <= 0;
    with recursive later as (
      select r.refund_id as id, 0 as n
      union all select f.refund_id, l.n + 1 from app.refunds f join later l on f.replaces = l.id)
    select id into v_last from later order by n desc limit 1;
    insert into app.refunds (payment_id, amount_pence, reason, requested_at, due_on, operator, note, attempts, replaces)
    values (r.payment_id, v_pence, r.reason, r.requested_at, r.due_on, r.operator, r.note, r.attempts, v_last)
    returning refund_id into v_refund;
    perform app.queue_work('refund', v_refund::text, pg_catalog.jsonb_build_object('refund_id', v_refund), interval '1 minute', null);
  end loop;
end $$;

-- The refund that a reversal was read as, if any: with the reversal's id; one of its amount that only the order named, when the reversal's event named the
-- capture only; or one of ours that was closed because the provider said that everything was back. The reversal is noted already.
create function booking.misread_reversal(p app.payments, p_dispute text, p_pence int) returns uuid language sql stable set search_path = '' as $$
  select r.refund_id from app.refunds r
   where r.payment_id = (p).payment_id and r.state = 'done'
     and ((r.is_named is not null and r.provider_refund_id = p_dispute)
       or (r.is_named = false and p_dispute = 'reversal-of-' || (p).capture_id and r.amount_pence = p_pence)
       or (r.provider_refund_id is null and r.amount_pence <= p_pence and booking.left_of(p) < 0))
   order by r.provider_refund_id is null, r.done_at limit 1
$$;

-- Takes back what was noted of a refund that was a reversal. Its mail is not sent any more, unless it was. The caller adds the reversal first.
create function booking.undo_refund(p app.payments, p_refund uuid) returns void
language plpgsql set search_path = '' as $$
begin
  update app.refunds set state = 'failed', last_issue = 'REVERSAL', provider_refund_id = null, accepted_at = null, done_at = null
   where refund_id = p_refund;
  delete from app.jobs where kind = 'mail' and dedupe_key = 'refund-sent:' || p_refund and done_at is null
     and coalesce(locked_until <= app.clock_now(), true);
  update app.payments set state = 'booked'
   where payment_id = (p).payment_id and state = 'refunded'
     and exists (select from app.audit_log l where l.subject = 'payment:' || (p).payment_id and l.action = 'payment-booked');
  perform booking.restore_refunds(p, p_refund);
end $$;

-- As before. p_named: an event or the list of a day says that it is a refund; the order alone names reversals too.
drop function booking.note_return(uuid, text, int, timestamptz);
create function booking.note_return(p_payment uuid, p_provider_id text, p_pence int, p_at timestamptz, p_named boolean, out r_result text)
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  v_refund constant uuid := pg_catalog.gen_random_uuid();
  v_now timestamptz;
begin
  select * into p from app.payments where payment_id = p_payment for update;
  v_now := app.clock_now();
  if p.capture_id is null then r_result := 'nothing-captured'; return; end if;
  r_result := 'known';
  -- Ours stays without.
  update app.refunds set is_named = case when is_named is not null then is_named or p_named end where provider_refund_id = p_provider_id;
  if found or exists (select from app.disputes where dispute_id = p_provider_id)
     -- Its event named the capture only.
     or (not p_named and exists (select from app.disputes where dispute_id = 'reversal-of-' || p.capture_id and amount_pence = p_pence)) then return; end if;
  -- One that was closed because the provider said that everything was back already, before it told by which refund.
  update app.refunds set provider_refund_id = p_provider_id, accepted_at = p_at, is_named = p_named
   where refund_id = (select refund_id from app.refunds
                       where payment_id = p_payment and state = 'done' and provider_refund_id is null and amount_pence = p_pence order by done_at limit 1);
  if found then return; end if;
  if p_pence - booking.left_of(p)
       > coalesce((select pg_catalog.sum(amount_pence) from app.refunds where payment_id = p_payment and state = 'due'), 0) then
    -- Parts of one that was closed as a whole are counted already.
    if exists (select from app.refunds where payment_id = p_payment and state = 'done' and provider_refund_id is null) then return; end if;
    r_result := case when exists (select from app.refunds where payment_id = p_payment and state = 'pending') then 'waits' else 'too-much' end;
    return;
  end if;
  perform booking.reduce_refunds(p, p_pence, 'RETURNED_AT_PROVIDER', v_refund);
  insert into app.refunds (refund_id, payment_id, amount_pence, reason, state, provider_refund_id, requested_at, due_on, done_at, accepted_at, operator,
    note, is_named)
  values (v_refund, p_payment, p_pence, 'operator', 'done', p_provider_id, v_now, (v_now at time zone 'Europe/London')::date, v_now, p_at, 'the provider',
    'returned at the provider', p_named);
  perform booking.end_returned(p);
  perform booking.mail_payment('refund-sent', p, v_refund, v_now);
  perform booking.audit_payment('refund-noted', p, null, null, null, v_now);
  r_result := 'noted';
end $$;

-- As before; a reversal that was read as a refund becomes one, and what that refund had changed is undone. Results: noted; known; was-refund (it
-- was read as a refund before); nothing-captured.
create or replace function booking.note_dispute(p_dispute text, p_kind text, p_payment uuid, p_pence int) returns text
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  v_pence int;
  v_misread uuid;
  v_now timestamptz;
begin
  select * into p from app.payments where payment_id = p_payment for update;
  if p.capture_id is null then return 'nothing-captured'; end if;
  v_now := app.clock_now();
  v_pence := least(p_pence, p.captured_pence);
  insert into app.disputes (dispute_id, payment_id, kind, amount_pence, noted_at)
  values (p_dispute, p_payment, p_kind, v_pence, v_now) on conflict (dispute_id) do nothing;
  if not found then return 'known'; end if;
  if p_kind = 'reversal' then
    v_misread := booking.misread_reversal(p, p_dispute, v_pence);
    if v_misread is not null then
      perform booking.undo_refund(p, v_misread);
      select * into p from app.payments where payment_id = p_payment;
    end if;
    perform booking.reduce_refunds(p, -booking.left_of(p), 'TAKEN_BACK');
    perform booking.end_returned(p);
  end if;
  perform booking.audit_payment(p_kind || '-noted', p, null, null, null, v_now);
  return case when v_misread is null then 'noted' else 'was-refund' end;
end $$;

-- Ends a dispute with its outcome: the provider said so (without an operator; a dispute only, and the outcome may be unknown), or an operator. A
-- lost one may still be won. What is owed goes back when the charity has won: of a payment without a place, and of an appointment that the charity
-- cancelled, or that of a cancelled event. What a patient who cancelled meanwhile is owed, an operator returns: the charge and the days of that moment are
-- not kept. Reasons: dispute-not-found, dispute-ended. r_refund: what goes back now.
drop function booking.end_dispute(text, text, text);
create function booking.end_dispute(p_dispute text, p_outcome text, p_operator text, p_note text, out r_reason text, out r_payment uuid, out r_refund uuid)
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  v_now timestamptz;
begin
  select d.payment_id into r_payment from app.disputes d where d.dispute_id = p_dispute;
  if not found then r_reason := 'dispute-not-found'; return; end if;
  if p_operator is not null and p_outcome is null then
    raise exception 'an operator states the outcome of a dispute' using errcode = 'check_violation';
  end if;
  select * into p from app.payments where payment_id = r_payment for update;
  v_now := app.clock_now();
  update app.disputes set ended_at = v_now, outcome = p_outcome, operator = p_operator, note = p_note
   where dispute_id = p_dispute
     and case when p_operator is null then kind = 'dispute' and ended_at is null
              else outcome is null or (outcome = 'lost' and p_outcome = 'won') end;
  if not found then r_reason := 'dispute-ended'; return; end if;
  if p_outcome is distinct from 'lost' and (p.state in ('refund_due', 'refunded') or exists (
       select from app.appointments a join app.events e using (event_id)
        where a.appointment_id = p.appointment_id and a.status = 'cancelled' and (a.cancelled_by = 'charity' or e.cancelled_at is not null))) then
    r_refund := booking.add_refund(p, null, 'operator', coalesce(p_operator, 'the provider'), coalesce(p_note, 'the dispute ended'), v_now);
  end if;
  perform booking.audit_payment('dispute-' || coalesce(p_outcome, 'ended'), p, p_operator, p_note, null, v_now);
end $$;

-- As before, and a refund by hand, or one that was closed without the provider's id, may turn out to be a reversal.
create or replace function app.guard_refund() returns trigger language plpgsql set search_path = '' as $$
declare
  p app.payments;
begin
  if tg_op = 'DELETE' then
    if not exists (select from app.payments where payment_id = old.payment_id) then return old; end if;
    raise exception 'a refund is kept with its payment' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    select * into p from app.payments where payment_id = new.payment_id for update;
    if booking.left_of(p) < new.amount_pence then
      raise exception 'no more is returned than was taken' using errcode = 'check_violation', constraint = 'refunds_within_capture';
    end if;
    return new;
  end if;
  if (new.refund_id, new.payment_id, new.amount_pence, new.reason, new.requested_at, new.due_on, new.replaces)
       is distinct from (old.refund_id, old.payment_id, old.amount_pence, old.reason, old.requested_at, old.due_on, old.replaces)
     or (new.state <> old.state and not (
       (old.state = 'due' and new.state in ('pending', 'done', 'failed')) or (old.state = 'pending' and new.state in ('done', 'failed'))
       -- Replaced by a smaller one, and made by the provider all the same.
       or (booking.is_reduced(old) and new.state in ('pending', 'done') and new.provider_refund_id is not null)
       or (old.state = 'done' and new.state = 'failed' and new.last_issue = 'REVERSAL' and (old.is_named is not null or old.provider_refund_id is null)
         and exists (select from app.disputes d where d.payment_id = old.payment_id and d.kind = 'reversal')))) then
    raise exception 'a refund keeps its amount, and what is back stays back' using errcode = 'check_violation';
  end if;
  return new;
end $$;

-- As before (20261122120000), and a payment whose refund was a reversal is booked again.
create or replace function app.guard_payment() returns trigger language plpgsql set search_path = '' as $$
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

revoke all on all functions in schema booking, app from public;
