-- A hold that is being paid for does not end: it is pinned (BOOK-12, docs/decisions/035-payments.md). Pinned, its hold_expires_at is infinity, so that
-- every comparison keeps it, and its former end is in unpinned_end. Only a settlement, a given-up payment, a cancelled event or an erasure ends
-- it. The guards here refuse everything else, whatever the functions do.

-- What the event costs, in pence; 0 when it is free (isFree and pricePence in src/domain/event.ts).
create function booking.price_of(e app.events) returns int language sql stable
  return case when (e).payment_required is true
    then coalesce((e).price_pence, (select p.price_pence from app.products p where p.product_id = (e).product_id), 0) else 0 end;

-- The least time that a hold is kept after a payment for it has failed.
create function booking.least_after_payment() returns interval language sql immutable
  return interval '5 minutes';

-- When a hold ends whose payment is over: at its former end, but not at once; and never more than an hour after the end that counts,
-- so that one declined card after another keeps no place for ever.
create function booking.hold_end(a app.appointments, p_now timestamptz) returns timestamptz language sql stable
  return case when (a).unpinned_end is null then (a).hold_expires_at
    else greatest((a).unpinned_end,
      least(p_now + booking.least_after_payment(), (a).counted_until + interval '1 hour')) end;

-- The seconds for which an appointment kept its place as a hold, from p_since until p_now, without those that paying added.
create or replace function booking.held_seconds(p_appointment app.appointments, p_since timestamptz, p_now timestamptz) returns numeric
language sql stable
  return greatest(0, extract(epoch from
    least(p_now, coalesce((p_appointment).counted_until, (p_appointment).hold_expires_at), (p_appointment).booked_at,
      case when (p_appointment).booked_at is null then (p_appointment).cancelled_at end)
    - greatest(p_since, (p_appointment).created_at)));

-- Whether a payment of this hold is being captured, or waits for the provider.
create function app.is_being_paid(p_appointment uuid) returns boolean language sql stable
  return exists (select from app.payments where appointment_id = p_appointment and state in ('capturing', 'pending'));

-- I5: only the listed status changes; the patient and the event never change. And a hold that is being paid for does not end, unless its event is
-- cancelled: then the money goes back.
create or replace function app.guard_appointment() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.appointment_id <> old.appointment_id or new.profile_id <> old.profile_id or new.event_id <> old.event_id then
    raise exception 'an appointment keeps its patient and its event' using errcode = 'check_violation';
  end if;
  if new.status <> old.status and not (
    (old.status = 'held' and new.status in ('booked', 'cancelled', 'expired'))
    or (old.status = 'booked' and new.status in ('cancelled', 'attended', 'no_show'))
  ) then
    raise exception 'an appointment cannot change from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.slot_start <> old.slot_start or new.place_no <> old.place_no) and old.status <> 'booked' then
    raise exception 'only a booked appointment moves' using errcode = 'check_violation';
  end if;
  -- One that is over already may end: a capture that waits for the provider again may come after it, and pins nothing.
  if old.status = 'held' and old.hold_expires_at > app.clock_now() and (new.status in ('cancelled', 'expired') or (new.status = 'held' and new.hold_expires_at < old.hold_expires_at))
     and app.is_being_paid(old.appointment_id)
     and not exists (select from app.events where event_id = old.event_id and cancelled_at is not null) then
    raise exception 'a hold that is being paid for does not end' using errcode = 'check_violation', constraint = 'appointments_being_paid';
  end if;
  if new.status <> 'held' and old.unpinned_end is not null then
    if new.hold_expires_at is not null then new.hold_expires_at := old.unpinned_end; end if;
    new.unpinned_end := null;
  end if;
  new.updated_at := app.clock_now();
  return new;
end $$;

-- An appointment of an event with a price is booked only with money that was taken for it, whatever a function forgets. Checked when the
-- transaction ends, with the price as it is then.
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
  if booking.price_of(e) > 0 then
    raise exception 'an appointment of an event with a price is booked only by a payment'
      using errcode = 'check_violation', constraint = 'appointments_paid';
  end if;
  return null;
end $$;
create constraint trigger appointments_paid_insert after insert on app.appointments deferrable initially deferred
  for each row when (new.status = 'booked') execute function app.check_paid();
create constraint trigger appointments_paid_update after update of status, payment_status on app.appointments deferrable initially deferred
  for each row when (new.status = 'booked' and (old.status <> 'booked' or old.payment_status <> new.payment_status))
  execute function app.check_paid();

-- Holds a place for p_minutes. Reasons: event-not-found, event-cancelled, slot-not-found, event-passed (the slot has begun),
-- existing-booking, event-full, slot-taken, key-reused, payment-in-progress (another hold of the patient is being paid for), those of
-- entry_refusal; hold-limit when the patient would keep places of
-- this event for more than p_held_most minutes in 24 hours. A second hold replaces the first in the same transaction; of the same
-- event, it lasts for what is left of p_held_most, if that is less. The same key or slot again answers the live hold.
-- r_expires_at: when the hold ends; infinity for one that is being paid for.
--
-- An offer of the waiting list is a hold too, which counts for no limit: another slot of its event keeps its end, and a slot of
-- another event replaces it only with p_gives_up_offer (reason offer-open). What is kept for patients who wait is refused.
--
-- The caller may pass what it decided from the event before the locks: p_event_version, the version that it read (reason
-- event-changed when there is another now), p_closed, past the cut-off (booking-closed, except for a live hold of this slot),
-- and the first and last birth date that may be tested (birth-date-missing, age-restricted).
create or replace function booking.hold_slot(p_event bigint, p_slot timestamptz, p_profile bigint, p_key text, p_minutes int,
  p_held_most int default null, p_event_version text default null, p_closed boolean default false,
  p_born_from date default null, p_born_to date default null, p_gives_up_offer boolean default false,
  out r_reason text, out r_appointment uuid, out r_expires_at timestamptz, out r_is_offer boolean)
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  a app.appointments;
  old app.appointments;
  v_now timestamptz;
  v_birth date;
  v_has_booking boolean := false;
  v_has_ended boolean := false;
  v_key_status text;
  v_keeps_offer boolean;
  v_held_seconds numeric := 0;
  v_seconds numeric := p_minutes * 60;
  v_expired int;
  v_taken int;
  v_places int[];
  v_place int := 1;
begin
  select birth_date into v_birth from app.profiles where profile_id = p_profile for no key update;
  select * into e from app.events where event_id = p_event for update;
  if not found then r_reason := 'event-not-found'; return; end if;
  v_now := app.clock_now();
  if extract(epoch from e.updated_at)::text <> p_event_version then r_reason := 'event-changed'; return; end if;

  for a in select * from app.appointments
     where profile_id = p_profile and (idempotency_key = p_key or status = 'held' or (status = 'booked' and closed_at is null)
       or (event_id = p_event and created_at > v_now - interval '25 hours'))
  loop
    if a.status = 'held' and a.hold_expires_at > v_now then old := a;
    elsif a.status = 'booked' and a.closed_at is null and a.slot_end > v_now then v_has_booking := true;
    elsif a.status = 'held' or (a.status = 'booked' and a.closed_at is null) then v_has_ended := true;
    end if;
    if a.event_id = p_event and not a.is_offer then
      v_held_seconds := v_held_seconds + booking.held_seconds(a, v_now - interval '24 hours', v_now);
    end if;
    if a.idempotency_key = p_key then v_key_status := a.status; end if;
  end loop;

  if p_closed and (old.event_id = p_event and old.slot_start = p_slot) is not true then
    r_reason := 'booking-closed';
    return;
  end if;
  if p_born_from is not null and v_birth is null then r_reason := 'birth-date-missing'; return; end if;
  if v_birth < p_born_from or v_birth > p_born_to then r_reason := 'age-restricted'; return; end if;
  r_reason := booking.entry_refusal(e, p_profile, v_now);
  if r_reason is not null then return; end if;
  if v_key_status is not null then
    if old.idempotency_key = p_key and old.event_id = p_event and old.slot_start = p_slot then
      r_appointment := old.appointment_id;
      r_expires_at := old.hold_expires_at;
      r_is_offer := old.is_offer;
    elsif v_key_status = 'booked' then r_reason := 'existing-booking';
    else r_reason := 'key-reused';
    end if;
    return;
  end if;

  if e.cancelled_at is not null then r_reason := 'event-cancelled'; return; end if;
  if not booking.is_slot(e, p_slot) then r_reason := 'slot-not-found'; return; end if;
  if p_slot <= v_now then r_reason := 'event-passed'; return; end if;
  if v_has_booking then r_reason := 'existing-booking'; return; end if;
  if old.event_id = p_event and old.slot_start = p_slot then
    r_appointment := old.appointment_id;
    r_expires_at := old.hold_expires_at;
    r_is_offer := old.is_offer;
    return;
  end if;
  if old.unpinned_end is not null then r_reason := 'payment-in-progress'; return; end if;
  if old.is_offer and old.event_id <> p_event and not p_gives_up_offer then r_reason := 'offer-open'; return; end if;
  v_keeps_offer := old.is_offer and old.event_id = p_event;
  -- A change of time is not refused for minutes that it can do without: the live hold of this event counts only until now.
  if old.event_id = p_event and v_held_seconds < p_held_most * 60 then
    v_seconds := least(v_seconds, p_held_most * 60 - v_held_seconds);
  end if;
  if v_held_seconds + v_seconds > p_held_most * 60 and v_keeps_offer is not true then r_reason := 'hold-limit'; return; end if;

  if v_has_ended then perform booking.close_ended(p_profile, p_event, v_now); end if;
  -- Counted twice only when there are holds of others to expire: the event's lock keeps others from taking places meanwhile.
  loop
    select pg_catalog.count(*), pg_catalog.count(*) filter (where status = 'held' and hold_expires_at <= v_now),
           pg_catalog.array_agg(place_no) filter (where slot_start = p_slot)
      into v_taken, v_expired, v_places
      from app.appointments
     where event_id = p_event and status in ('held', 'booked', 'attended', 'no_show')
       and appointment_id is distinct from old.appointment_id;
    exit when v_expired = 0 or v_has_ended;
    perform booking.close_ended(p_profile, p_event, v_now);
    v_has_ended := true;
  end loop;
  if v_taken >= e.total_spaces then r_reason := 'event-full'; return; end if;
  -- The hold that is replaced frees its place only now: its slot is another one.
  while v_place = any (v_places) loop v_place := v_place + 1; end loop;
  if v_place > e.places_per_slot then r_reason := 'slot-taken'; return; end if;
  -- Asked here, so that an event without a list pays for nothing else.
  if exists (select from app.waiting_entries where event_id = p_event and ended_at is null)
     and booking.is_kept(e, p_profile, v_now, case when old.event_id = p_event then old.slot_start end, p_slot) then
    r_reason := case when v_taken + booking.kept_places(e, p_profile, v_now) >= e.total_spaces then 'event-full' else 'slot-taken' end;
    return;
  end if;

  if old.appointment_id is not null or v_has_ended then
    -- Not by its id: whatever changed meanwhile, no other hold of the patient may be left.
    -- An offer that goes on in another slot is taken over by the new hold.
    update app.appointments set status = 'cancelled', cancelled_at = v_now, cancelled_by = 'patient',
           waiting_id = case when v_keeps_offer is not true then waiting_id end
     where profile_id = p_profile and status = 'held';
  end if;
  r_is_offer := coalesce(v_keeps_offer, false);
  r_expires_at := case when v_keeps_offer then old.hold_expires_at else v_now + pg_catalog.make_interval(secs => v_seconds) end;
  insert into app.appointments
    (event_id, profile_id, slot_start, slot_end, place_no, status, hold_expires_at, idempotency_key, created_at, updated_at,
     is_offer, waiting_id)
  values (p_event, p_profile, p_slot, p_slot + pg_catalog.make_interval(mins => e.session_minutes), v_place, 'held',
    r_expires_at, p_key, v_now, v_now, r_is_offer, case when v_keeps_offer then old.waiting_id end)
  returning appointment_id into r_appointment;
end $$;

-- Turns a live hold into a booked appointment and queues its mail. Reasons: appointment-not-found, hold-over, existing-booking,
-- payment-required (the event has a price: only booking.settle_payment books it), those of entry_refusal. Idempotent.
create or replace function booking.confirm_appointment(p_appointment uuid, p_profile bigint, p_payment_status text,
  p_request text default null, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  e app.events;
  v_now timestamptz;
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  -- Shared with other confirmations, but not with a change of the event's capacity, which ignores holds that are over.
  select ev.* into e from app.events ev join app.appointments ap using (event_id) where ap.appointment_id = p_appointment for share of ev;
  v_now := app.clock_now();
  select * into a from app.appointments where appointment_id = p_appointment and profile_id = p_profile for update;
  if not found then r_reason := 'appointment-not-found'; return; end if;
  if a.status = 'booked' then return; end if;
  if a.status <> 'held' or a.hold_expires_at <= v_now then r_reason := 'hold-over'; return; end if;
  r_reason := booking.entry_refusal(e, p_profile, v_now);
  if r_reason is not null then return; end if;
  if p_payment_status <> 'paid by card' and booking.price_of(e) > 0 then r_reason := 'payment-required'; return; end if;
  update app.appointments set closed_at = v_now
   where profile_id = p_profile and status = 'booked' and closed_at is null and slot_end <= v_now;
  if exists (select from app.appointments where profile_id = p_profile and status = 'booked' and closed_at is null) then
    r_reason := 'existing-booking';
    return;
  end if;
  update app.appointments
     set status = 'booked', hold_expires_at = null, booked_at = v_now, payment_status = p_payment_status
   where appointment_id = p_appointment;
  perform booking.enqueue_mail('booked', p_appointment, a.calendar_sequence, v_now);
  perform booking.audit('appointment-booked', p_appointment, p_profile, null, a.slot_start, null, null, p_request, v_now);
end $$;

-- Books a slot of a free event: answers the patient's booked appointment if there is one, else uses the live hold of the slot, else a free
-- place. Reasons: those of hold_slot and confirm_appointment.
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
  if found and booking.price_of(e) > 0 then r_reason := 'payment-required'; return; end if;
  h := booking.hold_slot(p_event, p_slot, p_profile, p_key, 1);
  r_reason := h.r_reason;
  if r_reason is null then
    r_appointment := h.r_appointment;
    r_reason := booking.confirm_appointment(r_appointment, p_profile, p_payment_status, p_request);
  end if;
end $$;

-- Releases a hold; one that expired, is being paid for or belongs to another patient is left as it is.
create or replace function booking.release_hold(p_appointment uuid, p_profile bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The lock first: a payment that pins the hold at this moment is seen.
  perform from app.profiles where profile_id = p_profile for no key update;
  update app.appointments set status = 'cancelled', cancelled_at = app.clock_now(), cancelled_by = 'patient'
   where appointment_id = p_appointment and profile_id = p_profile and status = 'held' and unpinned_end is null;
end $$;

-- Takes a patient off a list; an offer ends with it, and one that is being paid for stays with its entry. Idempotent; the entry of another
-- patient is left as it is.
create or replace function booking.leave_waiting_list(p_waiting uuid, p_profile bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  if exists (select from app.appointments
              where waiting_id = p_waiting and profile_id = p_profile and status = 'held' and unpinned_end is not null) then return; end if;
  update app.appointments set status = 'cancelled', cancelled_at = app.clock_now(), cancelled_by = 'patient'
   where waiting_id = p_waiting and profile_id = p_profile and status = 'held';
  update app.waiting_entries set ended_at = app.clock_now(), ended_because = 'left'
   where waiting_id = p_waiting and profile_id = p_profile and ended_at is null;
end $$;

-- Gives back an offer that its patient may no longer take: the access code was revoked, or the NHS number is another's as well. The entry
-- stays. One that is being paid for is left: the settlement asks again, and returns the money. Answers whether it did.
create or replace function booking.withdraw_offer(p_appointment uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  v_profile bigint;
  v_event bigint;
begin
  select profile_id, event_id into v_profile, v_event from app.appointments where appointment_id = p_appointment;
  perform from app.profiles where profile_id = v_profile for no key update;
  select * into e from app.events where event_id = v_event for update;
  if booking.entry_refusal(e, v_profile, app.clock_now(), false) is null then return false; end if;
  -- Without its entry, which would end with it.
  update app.appointments set status = 'cancelled', cancelled_at = app.clock_now(), cancelled_by = 'charity', waiting_id = null
   where appointment_id = p_appointment and status = 'held' and is_offer and unpinned_end is null;
  return found;
end $$;

revoke all on all functions in schema booking, app from public;
