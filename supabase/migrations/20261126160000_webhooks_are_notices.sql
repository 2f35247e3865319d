-- An event of the payment provider is a reason to look, and nothing more (PAY-07, PAY-12): its signature covers a checksum of 32 bits only.
-- The provider's own endpoint verifies signatures: certificates are not kept any more.

drop table app.payment_certificates;

-- Deliveries whose signature was verified: the same id with another body is forged.
create table app.payment_transmissions (
  transmission_id text primary key check (pg_catalog.length(transmission_id) <= 1000),
  body_hash bytea not null,
  received_at timestamptz not null
);
alter table app.payment_transmissions enable row level security;

-- Another body under a known id is another event: a forged one must not hide the real one.
alter table app.payment_events add column body_hash bytea;

-- An event said that the payer wants money back, or has it. Refunds of the payment wait until the provider confirms it (its list of the day,
-- its disputes), or for a day.
create table app.refund_holds (
  payment_id uuid not null references app.payments on delete cascade,
  -- The id in the event: of the dispute, of the reversal, or of the capture.
  told_id text not null check (pg_catalog.length(told_id) <= 100),
  kind text not null check (kind in ('dispute', 'reversal')),
  held_at timestamptz not null,
  checked_at timestamptz not null,
  ended_at timestamptz,
  is_confirmed boolean,
  primary key (payment_id, told_id),
  constraint refund_holds_ended check ((ended_at is null) = (is_confirmed is null))
);
create index refund_holds_open on app.refund_holds (checked_at) where ended_at is null;
alter table app.refund_holds enable row level security;

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

-- As before (20261123100100), and ends the holds that it confirms: of this id, or any of this kind when it is new. An event of a reversal may name
-- the capture only, and may come after the list: any hold for a reversal ends when the list shows one.
create or replace function booking.note_dispute(p_dispute text, p_kind text, p_payment uuid, p_pence int) returns text
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

revoke all on all functions in schema booking, app from public;
