-- Payments (PAY-01 to PAY-09, docs/decisions/035-payments.md): one row per attempt to pay, the refunds, the inbox of the provider's
-- events, and the specification's record of a transaction. Amounts are integer pence. Never card data beyond that record.

create table app.payments (
  payment_id uuid primary key,
  -- The hold that is paid for, then the booked appointment. Null after an erasure: the accounts keep the amount, not the patient.
  appointment_id uuid references app.appointments on delete set null,
  profile_id bigint references app.profiles on delete set null,
  event_id bigint not null references app.events,
  -- The price when the order was made: it is what is charged.
  amount_pence int not null check (amount_pence > 0),
  currency text not null default 'GBP' check (currency = 'GBP'),
  state text not null check (state in
    ('creating', 'ordered', 'capturing', 'pending', 'booked', 'declined', 'abandoned', 'refund_due', 'refunded')),
  -- Ids of the provider; unique, so that one capture never counts twice.
  order_id text unique,
  capture_id text unique,
  captured_pence int check (captured_pence > 0),
  captured_at timestamptz,
  -- The provider's words for a refusal, and its id for support.
  issue text,
  debug_id text,
  -- Until when one process alone deals with the provider about this payment.
  lease_until timestamptz,
  -- When the sweep last claimed it.
  checked_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  concluded_at timestamptz,
  -- How often the provider was asked once more about a payment that ended without a capture.
  looks int not null default 0,
  constraint payments_captured check (num_nulls(capture_id, captured_pence, captured_at) in (0, 3)),
  constraint payments_money check ((state in ('booked', 'refund_due', 'refunded')) = (capture_id is not null)),
  constraint payments_concluded check ((concluded_at is null) = (state in ('creating', 'ordered', 'capturing', 'pending'))),
  constraint payments_ordered check (order_id is not null or state in ('creating', 'abandoned', 'declined'))
);
create unique index payments_one_capturing on app.payments (appointment_id) where state = 'capturing';
create unique index payments_one_booked on app.payments (appointment_id) where state = 'booked';
create index payments_by_appointment on app.payments (appointment_id);
create index payments_by_profile on app.payments (profile_id);
create index payments_by_event on app.payments (event_id) where capture_id is not null;
create index payments_open on app.payments (created_at) where concluded_at is null;
create index payments_by_age on app.payments (created_at);
create index payments_ended on app.payments (concluded_at) where state in ('declined', 'abandoned') and order_id is not null;

create table app.refunds (
  -- Also the idempotency key at the provider.
  refund_id uuid primary key default gen_random_uuid(),
  payment_id uuid not null references app.payments on delete cascade,
  amount_pence int not null check (amount_pence > 0),
  reason text not null check (reason in ('cancelled-by-patient', 'cancelled-by-charity', 'no-place', 'second-payment', 'operator')),
  -- 'failed': the provider refused it for good; another refund with a key of its own replaces it.
  state text not null default 'due' check (state in ('due', 'pending', 'done', 'failed')),
  provider_refund_id text unique,
  requested_at timestamptz not null,
  -- The 14th business day of England after the request (PAY-08).
  due_on date not null,
  done_at timestamptz,
  operator text,
  note text,
  -- The refund that the provider refused for good. Its day, its due day, its operator and its reason are those of the first.
  replaces uuid unique,
  attempts int not null default 0,
  last_issue text,
  constraint refunds_done check ((done_at is not null) = (state = 'done')),
  constraint refunds_operator check ((reason = 'operator') <= (operator is not null))
);
create index refunds_by_payment on app.refunds (payment_id);
create index refunds_open on app.refunds (requested_at) where state in ('due', 'pending');

-- Only what makes us ask the provider: nothing in an event is believed.
create table app.payment_events (
  provider_event_id text primary key,
  event_type text not null,
  order_id text,
  received_at timestamptz not null,
  handled_at timestamptz
);
create index payment_events_by_age on app.payment_events (received_at);

-- The specification's record. The settlement writes it; of a failure the status is the label of the error.
create table app.transactions (
  -- The provider's order.
  payment_reference text primary key,
  payer_name text,
  amount_pence int not null,
  status text not null,
  payment_method text,
  card_brand text,
  card_last_digits text check (card_last_digits ~ '^[0-9]{2,4}$'),
  card_expiry text check (card_expiry ~ '^[0-9]{4}-[0-9]{2}$'),
  issuing_bank text,
  avs_code text,
  cvv_code text,
  profile_id bigint references app.profiles on delete set null,
  -- Written by the settlement: what a browser sends later changes nothing.
  is_settled boolean not null,
  recorded_at timestamptz not null
);
create index transactions_by_profile on app.transactions (profile_id);
create index transactions_by_age on app.transactions (recorded_at);

-- Bank holidays of England. `npm run payments -- holidays` adds later years.
create table app.bank_holidays (
  day date primary key,
  holiday_name text not null check (btrim(holiday_name) <> ''),
  added_by text not null check (btrim(added_by) <> '')
);
insert into app.bank_holidays (day, holiday_name, added_by)
select day, name, 'migration' from (values
  ('2026-01-01'::date, 'New Year’s Day'), ('2026-04-03', 'Good Friday'), ('2026-04-06', 'Easter Monday'),
  ('2026-05-04', 'Early May bank holiday'), ('2026-05-25', 'Spring bank holiday'), ('2026-08-31', 'Summer bank holiday'),
  ('2026-12-25', 'Christmas Day'), ('2026-12-28', 'Boxing Day (substitute day)'),
  ('2027-01-01', 'New Year’s Day'), ('2027-03-26', 'Good Friday'), ('2027-03-29', 'Easter Monday'),
  ('2027-05-03', 'Early May bank holiday'), ('2027-05-31', 'Spring bank holiday'), ('2027-08-30', 'Summer bank holiday'),
  ('2027-12-27', 'Christmas Day (substitute day)'), ('2027-12-28', 'Boxing Day (substitute day)'),
  ('2028-01-03', 'New Year’s Day (substitute day)'), ('2028-04-14', 'Good Friday'), ('2028-04-17', 'Easter Monday'),
  ('2028-05-01', 'Early May bank holiday'), ('2028-05-29', 'Spring bank holiday'), ('2028-08-28', 'Summer bank holiday'),
  ('2028-12-25', 'Christmas Day'), ('2028-12-26', 'Boxing Day')) as holiday (day, name);

alter table app.payments enable row level security;
alter table app.refunds enable row level security;
alter table app.payment_events enable row level security;
alter table app.transactions enable row level security;
alter table app.bank_holidays enable row level security;

alter table app.appointments
  -- While a payment for the hold is captured it has no end (hold_expires_at is infinity); this was its end.
  add column unpinned_end timestamptz,
  -- When paying gave the hold ten more minutes: once.
  add column extended_at timestamptz,
  -- The end that counts for the minutes of BOOK-06: without what paying added.
  add column counted_until timestamptz,
  add constraint appointments_pinned check (
    (unpinned_end is not null) = (status = 'held' and coalesce(hold_expires_at = 'infinity', false)));

-- How long the records of payments are kept for the accounts, from the end of the payment.
create function app.payments_kept() returns interval language sql immutable set search_path = '' as $$ select interval '6 years' $$;

-- Only the listed changes of state. What was agreed and what was taken never changes, and captured money never disappears: a later capture
-- even brings an attempt back that was declined or given up.
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

-- The refunds of a payment never exceed its capture, in concurrent requests too: the payment is locked while they are added up.
create function app.guard_refund() returns trigger language plpgsql set search_path = '' as $$
declare
  v_captured int;
begin
  if tg_op = 'DELETE' then
    if not exists (select from app.payments where payment_id = old.payment_id) then return old; end if;
    raise exception 'a refund is kept with its payment' using errcode = 'check_violation';
  end if;
  if tg_op = 'INSERT' then
    select captured_pence into v_captured from app.payments where payment_id = new.payment_id for update;
    if coalesce(v_captured, 0) < new.amount_pence + coalesce((
        select pg_catalog.sum(amount_pence) from app.refunds where payment_id = new.payment_id and state <> 'failed'), 0) then
      raise exception 'no more is returned than was taken' using errcode = 'check_violation', constraint = 'refunds_within_capture';
    end if;
    return new;
  end if;
  if (new.refund_id, new.payment_id, new.amount_pence, new.reason, new.requested_at, new.due_on, new.replaces)
       is distinct from (old.refund_id, old.payment_id, old.amount_pence, old.reason, old.requested_at, old.due_on, old.replaces)
     or (new.state <> old.state and not (
       (old.state = 'due' and new.state in ('pending', 'done', 'failed')) or (old.state = 'pending' and new.state in ('done', 'failed')))) then
    raise exception 'a refund keeps its amount, and what is back stays back' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger refunds_guard before insert or update or delete on app.refunds
  for each row execute function app.guard_refund();

revoke all on function app.payments_kept(), app.guard_payment(), app.guard_refund() from public;
