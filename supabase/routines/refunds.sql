-- Refunds (PAY-08): requested in the transaction that ends an appointment, made by a job. The functions here change no hold.
--
-- Money also goes back without our request (PAY-08, PAY-12): a refund that was made by hand at the provider, and what the payer's bank or the provider
-- takes back (a chargeback). Neither may be returned a second time. Locks: payment, then refund.

-- The refunds and reversals of a payment never exceed its capture, also in concurrent requests: the payment is locked while they are
-- added up. A refund that was made before a reversal stays. A refund by hand, or one that was closed without the provider's id, may turn out to be a
-- reversal.
create function app.guard_refund() returns trigger language plpgsql set search_path = '' as $$
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
       -- Replaced by a smaller one, although the provider made it.
       or (booking.is_reduced(old) and new.state in ('pending', 'done') and new.provider_refund_id is not null)
       or (old.state = 'done' and new.state = 'failed' and new.last_issue = 'REVERSAL' and (old.is_named is not null or old.provider_refund_id is null)
         and exists (select from app.disputes d where d.payment_id = old.payment_id and d.kind = 'reversal')))) then
    raise exception 'a refund keeps its amount, and what is back stays back' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refunds_guard before insert or update or delete on app.refunds
  for each row execute function app.guard_refund();

-- Every refund and every state of one has its entry in the audit log, made by the database itself (AUD-03).
create function booking.audit_refunds() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' then
    insert into app.audit_log (at, action, subject, operator, reason)
    values (app.clock_now(), case when new.state = 'done' then 'refund-noted' else 'refund-requested' end, 'payment:' || new.payment_id,
      new.operator, new.note);
  else
    insert into app.audit_log (at, action, subject) values (app.clock_now(), 'refund-' || new.state, 'payment:' || new.payment_id);
  end if;
  return null;
end $$;
create trigger refunds_audit_insert after insert on app.refunds for each row execute function booking.audit_refunds();
create trigger refunds_audit_update after update on app.refunds for each row when (old.state <> new.state)
  execute function booking.audit_refunds();

-- The day that is p_count business days of England after p_day (addBusinessDays in src/core/rules/bank-holidays.ts).
create function booking.add_business_days(p_day date, p_count int) returns date
language sql stable set search_path = '' as $$
  select d.day from (
    select (p_day + n) as day, pg_catalog.row_number() over (order by n) as turn
      from pg_catalog.generate_series(1, 40 + 4 * p_count) as n
     where extract(isodow from p_day + n) < 6 and not exists (select from app.bank_holidays h where h.day = p_day + n)) d
   where d.turn = p_count
$$;

-- The pence of a payment that reversals have taken back, lost ones included.
create function booking.taken_back_of(p app.payments) returns int language sql stable
  return coalesce((select pg_catalog.sum(d.amount_pence) from app.disputes d
                    where d.payment_id = (p).payment_id and d.kind = 'reversal' and d.outcome is distinct from 'won'), 0)::int;

-- The pence of a payment that are captured and neither refunded (or due to be) nor taken back; below 0 when they were refunded and taken back.
-- The caller has locked the payment.
create function booking.left_of(p app.payments) returns int language sql stable
  return coalesce((p).captured_pence, 0) - booking.taken_back_of(p) - coalesce((
    select pg_catalog.sum(r.amount_pence) from app.refunds r where r.payment_id = (p).payment_id and r.state <> 'failed'), 0)::int;

-- Requests a refund of p_pence of what is left, or of all of it. The caller has locked the payment. Returns null when nothing is left.
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

-- Requests a refund for an operator. Reasons: payment-not-found, nothing-captured, too-much, refunded-before (an operator requested the same
-- amount within a day; r_refund is that refund). p_again permits a second one: a command may be repeated when its result was lost.
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
end $$;

-- Notes the provider's state of a refund: due (to be requested again), pending, done; or failed for good, after which what is still owed is
-- requested under a new key after p_again_seconds. A payment of which everything is back is refunded. Returns the refund that now
-- counts, or null. Idempotent: returned money stays returned.
create function booking.finish_refund(p_refund uuid, p_state text, p_provider_id text, p_issue text, p_again_seconds int default 3600,
  out r_refund uuid, out r_state text)
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  r app.refunds;
  v_left int;
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
  if booking.is_reduced(r) and p_state in ('pending', 'done')
     and not exists (select from app.refunds where provider_refund_id = p_provider_id) and p_provider_id is not null then
    perform booking.revive_refund(p, r, p_state, p_provider_id);
    r_state := p_state;
    return;
  end if;
  if r.state = 'failed' then
    r_refund := null;
    select refund_id, state into r_refund, r_state from app.refunds where replaces = p_refund;
    return;
  end if;
  if exists (select from app.refunds where provider_refund_id = p_provider_id and refund_id <> p_refund) then
    -- Noted already as a refund by the provider.
    update app.refunds set state = 'failed', last_issue = 'NOTED_ALREADY' where refund_id = p_refund;
    select refund_id, state into r_refund, r_state from app.refunds where provider_refund_id = p_provider_id;
    return;
  end if;
  -- The provider has accepted it, so an earlier response changes nothing.
  if r.state = 'pending' and p_state = 'due' then p_state := 'pending'; end if;
  update app.refunds
     set state = p_state, attempts = attempts + 1, last_issue = case when r.last_issue in ('TAKEN_BACK', 'RETURNED_AT_PROVIDER') then r.last_issue else p_issue end,
         provider_refund_id = coalesce(p_provider_id, provider_refund_id),
         done_at = case when p_state = 'done' then v_now end,
         accepted_at = coalesce(accepted_at, case when p_provider_id is not null then v_now end)
   where refund_id = p_refund;
  r_state := p_state;
  if p_state = 'failed' then
    -- Less when the payer's bank has taken money back, and no more than the smaller refund that replaced it.
    v_left := least(booking.left_of(p), case when r.last_issue in ('TAKEN_BACK', 'RETURNED_AT_PROVIDER')
      then coalesce((select amount_pence from app.refunds where replaces = p_refund), 0) else r.amount_pence end);
    if v_left <= 0 then
      r_refund := null;
      perform booking.end_returned(p);
      return;
    end if;
    -- The count of attempts continues, so that the pauses grow.
    insert into app.refunds (payment_id, amount_pence, reason, requested_at, due_on, operator, note, attempts, last_issue, replaces)
    values (r.payment_id, v_left, r.reason, r.requested_at, r.due_on, r.operator, r.note, r.attempts + 1, p_issue,
      case when not exists (select from app.refunds where replaces = p_refund) then p_refund end)
    returning refund_id into r_refund;
    perform app.queue_work('refund', r_refund::text, pg_catalog.jsonb_build_object('refund_id', r_refund),
      pg_catalog.make_interval(secs => p_again_seconds), null);
    r_state := 'due';
  elsif p_state = 'done' then
    perform booking.end_returned(p);
    perform booking.mail_payment('refund-sent', p, p_refund, v_now);
  end if;
end $$;

-- Removes the patient from payments when their data are erased or their account is closed. The amounts stay for the accounts: the foreign keys remove
-- the patient, the record of the transaction loses payer and card, and operators' notes on disputes go. Due refunds are still made.
create function app.forget_payer() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  -- Payments are locked by id, before their refunds.
  perform from app.payments where profile_id = old.profile_id order by payment_id for update;
  update app.transactions
     set payer_name = null, card_brand = null, card_last_digits = null, card_expiry = null, issuing_bank = null, avs_code = null,
         cvv_code = null, profile_id = null
   where profile_id = old.profile_id;
  update app.refunds set note = null where note is not null and reason = 'operator'
     and payment_id in (select payment_id from app.payments where profile_id = old.profile_id);
  update app.disputes set note = null where note is not null
     and payment_id in (select payment_id from app.payments where profile_id = old.profile_id);
  if tg_op = 'DELETE' then
    -- Operators' notes; the erasure deals with the entries about the patient.
    update app.audit_log set actor_user_id = null, reason = null
     where subject in (select 'payment:' || payment_id from app.payments where profile_id = old.profile_id)
       and actor_profile_id is null and reason is not null;
    return old;
  end if;
  update app.payments set profile_id = null where profile_id = old.profile_id;
  return null;
end $$;

-- Before the deletion, because the foreign keys remove the profile's number from the payments.
create trigger profiles_forget_payer before delete on app.profiles
  for each row execute function app.forget_payer();

-- A closed account that keeps its tests keeps no payments.
create trigger profiles_closed_forget_payer after update of is_active on app.profiles
  for each row when (old.is_active and not new.is_active) execute function app.forget_payer();

-- A payment of which everything is back is refunded. One with an appointment whose money was taken back stays booked: an operator decides,
-- and the charity may win.
create function booking.end_returned(p app.payments) returns void
language sql set search_path = '' as $$
  update app.payments y set state = 'refunded'
   where y.payment_id = (p).payment_id and y.state in ('booked', 'refund_due')
     and y.captured_pence <= (case when y.state = 'refund_due' then booking.taken_back_of(y) else 0 end) + coalesce((
       select pg_catalog.sum(r.amount_pence) from app.refunds r where r.payment_id = y.payment_id and r.state = 'done'), 0)
$$;

-- Takes p_pence off the refunds that are due: they are replaced by smaller ones with new keys, or by none. The provider may have made one of them
-- whose response was lost or is still to come, so the smaller one waits longer than a call takes, and finish_refund notes the first.
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

-- Whether a smaller refund, or none, took the place of this one, which the provider did not refuse.
create function booking.is_reduced(r app.refunds) returns boolean language sql immutable
  return (r).state = 'failed' and coalesce((r).last_issue, '') in ('TAKEN_BACK', 'RETURNED_AT_PROVIDER');

-- Notes that the provider made, or accepted, a refund that a smaller one has replaced. The smaller one shrinks by it.
create function booking.revive_refund(p app.payments, r app.refunds, p_state text, p_provider_id text) returns void
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.clock_now();
  v_due int;
begin
  -- The issue stays: if it fails, only the smaller one is owed.
  update app.refunds
     set state = p_state, provider_refund_id = p_provider_id, attempts = attempts + 1, accepted_at = coalesce(accepted_at, v_now),
         done_at = case when p_state = 'done' then v_now end
   where refund_id = r.refund_id;
  with recursive later as (
    select f.* from app.refunds f where f.replaces = r.refund_id
    union all select f.* from app.refunds f join later l on f.replaces = l.refund_id)
  select pg_catalog.sum(amount_pence) into v_due from later where state = 'due';
  perform booking.reduce_refunds(p, greatest(coalesce(v_due, 0), -booking.left_of(p)), 'RETURNED_AT_PROVIDER');
  if p_state = 'done' then
    perform booking.end_returned(p);
    perform booking.mail_payment('refund-sent', p, r.refund_id, v_now);
  else
    perform app.queue_work('refund', r.refund_id::text, pg_catalog.jsonb_build_object('refund_id', r.refund_id), interval '1 minute', null);
  end if;
end $$;

-- Notes a refund that was made by hand at the provider. Due refunds shrink by it, also while more of the capture is left, or the same money
-- would go back twice. Results: noted; known; waits (a refund of ours that the provider has accepted is still open: its state is
-- read first); nothing-captured; too-much (more than was captured: a fault of the provider).
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
  -- Our refund stays without a provider's id.
  update app.refunds set is_named = case when is_named is not null then is_named or p_named end where provider_refund_id = p_provider_id;
  if found or exists (select from app.disputes where dispute_id = p_provider_id)
     -- Its event named the capture only.
     or (not p_named and exists (select from app.disputes where dispute_id = 'reversal-of-' || p.capture_id and amount_pence = p_pence)) then return; end if;
  -- A refund that was closed because the provider reported everything as returned, before it named the refund.
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
  r_result := 'noted';
end $$;

-- Notes a dispute, or a reversal of p_pence at most, of a payment with a capture. A reversal reduces what we still owe; one that was noted as a
-- refund becomes a reversal, and the effects of that refund are undone. Results: noted; known; was-refund (it was noted as a refund before);
-- nothing-captured. Idempotent; a dispute that an operator has ended stays ended. Ends the holds of refunds that it confirms: of this id, or any of
-- this kind when it is new. An event of a reversal may name the capture only, and may come after the list: any hold for a reversal ends when the list shows one.
create function booking.note_dispute(p_dispute text, p_kind text, p_payment uuid, p_pence int) returns text
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  v_pence int;
  v_misread uuid;
  v_is_new boolean;
  v_now timestamptz;
begin
  select * into p from app.payments where payment_id = p_payment for update;
  if p.capture_id is null then return 'nothing-captured'; end if;
  v_now := app.clock_now();
  v_pence := least(p_pence, p.captured_pence);
  insert into app.disputes (dispute_id, payment_id, kind, amount_pence, noted_at)
  values (p_dispute, p_payment, p_kind, v_pence, v_now) on conflict (dispute_id) do nothing;
  v_is_new := found;
  update app.refund_holds set ended_at = v_now, is_confirmed = true
   where payment_id = p_payment and ended_at is null and kind = p_kind and (v_is_new or p_kind = 'reversal' or told_id = p_dispute);
  if not v_is_new then
    if found then perform booking.audit_payment('refunds-freed', p, null, null, null, v_now); end if;
    return 'known';
  end if;
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

-- Ends a dispute: by the provider's report (without an operator), or because an operator notes that the charity has the money again. Money that is
-- owed is returned then: of a payment without a place, and of an appointment that the charity cancelled, also with its event. If the patient has
-- cancelled, an operator returns the money, because the charge and the days of that moment are not stored. Reasons: dispute-not-found,
-- dispute-ended. r_refund: the refund that is due now.
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

-- Requests again what a refund by hand had taken off, because that refund was a reversal, as far as money is left. The caller has locked the payment.
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

-- Undoes the record of a refund that was a reversal. Its mail is not sent, unless it was sent already. The caller adds the reversal first.
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

-- Keeps refunds of a payment from being made. False: nothing was captured, or this reversal is recorded already.
create function booking.hold_refunds(p_payment uuid, p_kind text, p_told text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  v_now timestamptz;
begin
  select * into p from app.payments where payment_id = p_payment for update;
  v_now := app.clock_now();
  if p.capture_id is null
     or exists (select from app.disputes where dispute_id = p_told and payment_id = p_payment and kind = 'reversal' and p_kind = kind) then
    return false;
  end if;
  insert into app.refund_holds as h (payment_id, told_id, kind, held_at, checked_at) values (p_payment, p_told, p_kind, v_now, v_now)
  on conflict (payment_id, told_id) do update
    set kind = excluded.kind, held_at = v_now, checked_at = v_now, ended_at = null, is_confirmed = null
  where h.ended_at is not null;
  if found then perform booking.audit_payment('refunds-held', p, null, null, null, v_now); end if;
  return true;
end $$;

-- Ends a hold that the provider has not confirmed for this long. Returns whether it ended now.
create function booking.end_hold(p_payment uuid, p_told text, p_seconds int) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  p app.payments;
  v_now timestamptz;
begin
  select * into p from app.payments where payment_id = p_payment for update;
  v_now := app.clock_now();
  update app.refund_holds set ended_at = v_now, is_confirmed = false
   where payment_id = p_payment and told_id = p_told and ended_at is null and held_at <= v_now - pg_catalog.make_interval(secs => p_seconds);
  if not found then return false; end if;
  perform booking.audit_payment('refunds-freed', p, null, null, null, v_now);
  return true;
end $$;
