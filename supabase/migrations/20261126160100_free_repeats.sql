-- A patient whose tube could not be tested, or was lost, is told so and books the repeat free of charge (LAB-14): their next booking at any
-- event, once. It is used by a place that is booked or was kept, so that a cancelled one gives it back.

create table app.free_repeats (
  sample_id uuid primary key references app.samples on delete cascade,
  profile_id bigint not null references app.profiles on delete cascade,
  granted_at timestamptz not null,
  -- The newest place that was booked with it.
  appointment_id uuid unique references app.appointments on delete set null
);
create index free_repeats_by_profile on app.free_repeats (profile_id);
alter table app.free_repeats enable row level security;

-- Whether a free repeat with this newest place is unused. The one home of this condition.
create function booking.is_repeat_open(p_appointment uuid) returns boolean language sql stable set search_path = '' as $$
  select not exists (select from app.appointments
                      where appointment_id = p_appointment and status in ('booked', 'attended', 'no_show'))
$$;

-- The free repeat that a patient can use now; null: none.
create function booking.open_repeat(p_profile bigint) returns uuid language sql stable set search_path = '' as $$
  select f.sample_id from app.free_repeats f
   where f.profile_id = p_profile and booking.is_repeat_open(f.appointment_id)
   order by f.granted_at, f.sample_id limit 1
$$;

create function app.grant_repeat() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz := app.clock_now();
begin
  insert into app.free_repeats (sample_id, profile_id, granted_at) values (new.sample_id, new.profile_id, v_now);
  perform app.queue_mail('sample-spoiled:' || new.sample_id,
    pg_catalog.jsonb_build_object('template', 'sample-spoiled', 'sample_id', new.sample_id, 'profile_id', new.profile_id),
    'profile:' || new.profile_id, v_now);
  return null;
end $$;
create trigger samples_grant_repeat after update of state on app.samples
  for each row when (new.state = 'spoiled' and old.state <> 'spoiled') execute function app.grant_repeat();

-- As before (20261123130200), with the mail about a tube that could not be tested.
create or replace function app.mail_priority(p_template text) returns smallint
language sql immutable set search_path = '' as $$
  select case
    -- The patient may be about to travel; an offer ends.
    when p_template in ('event-cancelled', 'details-changed', 'place-offered', 'payment-returned', 'payment-declined', 'payment-given-up') then 0
    when p_template in ('booked', 'moved', 'cancelled', 'payment-pending') then 1
    -- Another person may be changing the account.
    when p_template in ('password-changed', 'email-change-asked', 'email-changed') then 1
    when p_template in ('verify-email', 'email-change-link', 'waiting-ended', 'receipt', 'refund-sent') then 2
    -- Behind the confirmations of bookings, before the notices of events.
    when p_template in ('reminder', 'result-ready', 'result-withdrawn', 'sample-spoiled', 'account-closed') then 2
    -- newsletter, event-notice, event-near, enquiry.
    else 3
  end::smallint
$$;

-- As before (20261122120100), and a free repeat books a place of an event with a price. The profile's lock keeps two requests from using it twice. A place
-- that is being paid for is booked by its payment only.
create or replace function booking.confirm_appointment(p_appointment uuid, p_profile bigint, p_payment_status text,
  p_request text default null, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  e app.events;
  v_repeat uuid;
  v_now timestamptz;
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  -- Shared with other confirmations, but not with a change of the event's capacity, which ignores expired holds.
  select ev.* into e from app.events ev join app.appointments ap using (event_id) where ap.appointment_id = p_appointment for share of ev;
  v_now := app.clock_now();
  select * into a from app.appointments where appointment_id = p_appointment and profile_id = p_profile for update;
  if not found then r_reason := 'appointment-not-found'; return; end if;
  if a.status = 'booked' then return; end if;
  if a.status <> 'held' or a.hold_expires_at <= v_now then r_reason := 'hold-over'; return; end if;
  r_reason := booking.entry_refusal(e, p_profile, v_now);
  if r_reason is not null then return; end if;
  if p_payment_status <> 'paid by card' then
    v_repeat := booking.open_repeat(p_profile);
    if booking.price_of(e) > 0 and (v_repeat is null or app.is_being_paid(p_appointment)) then r_reason := 'payment-required'; return; end if;
  end if;
  update app.appointments set closed_at = v_now
   where profile_id = p_profile and status = 'booked' and closed_at is null and slot_end <= v_now;
  if exists (select from app.appointments where profile_id = p_profile and status = 'booked' and closed_at is null) then
    r_reason := 'existing-booking';
    return;
  end if;
  update app.appointments
     set status = 'booked', hold_expires_at = null, booked_at = v_now, payment_status = p_payment_status
   where appointment_id = p_appointment;
  -- At a free event too: it is the repeat.
  update app.free_repeats set appointment_id = p_appointment where sample_id = v_repeat;
  perform booking.enqueue_mail('booked', p_appointment, a.calendar_sequence, v_now);
  perform booking.audit('appointment-booked', p_appointment, p_profile, null, a.slot_start, null, null, p_request, v_now);
end $$;

-- As before (20261122120100), with the free repeat.
create or replace function booking.book_slot(p_event bigint, p_slot timestamptz, p_profile bigint, p_key text, p_payment_status text,
  p_request text default null, out r_reason text, out r_appointment uuid)
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  h record;
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  select appointment_id into r_appointment from app.appointments
   where profile_id = p_profile and event_id = p_event and slot_start = p_slot and status = 'booked';
  if found then return; end if;
  -- Before a hold is made; confirm_appointment decides it under the event's lock.
  select * into e from app.events where event_id = p_event;
  if found and booking.price_of(e) > 0 and booking.open_repeat(p_profile) is null then r_reason := 'payment-required'; return; end if;
  h := booking.hold_slot(p_event, p_slot, p_profile, p_key, 1);
  r_reason := h.r_reason;
  if r_reason is null then
    r_appointment := h.r_appointment;
    r_reason := booking.confirm_appointment(r_appointment, p_profile, p_payment_status, p_request);
  end if;
end $$;

-- As before (20261122120100), and a place of a free repeat needs no money.
create or replace function app.check_paid() returns trigger language plpgsql security definer set search_path = '' as $$
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

revoke all on all functions in schema booking, app from public;
