-- One place each for what a booking asks beyond order and capacity: who may book the event at all, and which of its places are
-- kept for others.

-- Why the patient may not book the event, or null.
create function booking.entry_refusal(e app.events, p_profile bigint, p_now timestamptz) returns text
language sql stable
  return null::text;

-- How many places of the event are not for this patient, although no hold is on them.
create function booking.kept_places(e app.events, p_profile bigint, p_now timestamptz) returns int
language sql stable
  return 0;

-- Holds a place for p_minutes. Reasons: event-not-found, event-cancelled, slot-not-found, event-passed (the slot has begun),
-- existing-booking, event-full, slot-taken, key-reused, those of entry_refusal; hold-limit when the patient would keep places of
-- this event for more than p_held_most minutes in 24 hours. A second hold replaces the first in the same transaction; of the same
-- event, it lasts for what is left of p_held_most, if that is less. The same key or slot again answers the live hold.
-- r_expires_at: when the hold ends.
--
-- The caller may pass what it decided from the event before the locks: p_event_version, the version that it read (reason
-- event-changed when there is another now), p_closed, past the cut-off (booking-closed, except for a live hold of this slot),
-- and the first and last birth date that may be tested (birth-date-missing, age-restricted).
create or replace function booking.hold_slot(p_event bigint, p_slot timestamptz, p_profile bigint, p_key text, p_minutes int,
  p_held_most int default null, p_event_version text default null, p_closed boolean default false,
  p_born_from date default null, p_born_to date default null,
  out r_reason text, out r_appointment uuid, out r_expires_at timestamptz)
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
    if a.event_id = p_event then
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
    return;
  end if;
  -- A change of time is not refused for minutes that it can do without: the live hold of this event counts only until now.
  if old.event_id = p_event and v_held_seconds < p_held_most * 60 then
    v_seconds := least(v_seconds, p_held_most * 60 - v_held_seconds);
  end if;
  if v_held_seconds + v_seconds > p_held_most * 60 then r_reason := 'hold-limit'; return; end if;

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
  if v_taken + booking.kept_places(e, p_profile, v_now) >= e.total_spaces then r_reason := 'event-full'; return; end if;
  -- The hold that is replaced frees its place only now: its slot is another one.
  while v_place = any (v_places) loop v_place := v_place + 1; end loop;
  if v_place > e.places_per_slot then r_reason := 'slot-taken'; return; end if;

  if old.appointment_id is not null or v_has_ended then
    -- Not by its id: whatever changed meanwhile, no other hold of the patient may be left.
    update app.appointments set status = 'cancelled', cancelled_at = v_now, cancelled_by = 'patient'
     where profile_id = p_profile and status = 'held';
  end if;
  r_expires_at := v_now + pg_catalog.make_interval(secs => v_seconds);
  insert into app.appointments
    (event_id, profile_id, slot_start, slot_end, place_no, status, hold_expires_at, idempotency_key, created_at, updated_at)
  values (p_event, p_profile, p_slot, p_slot + pg_catalog.make_interval(mins => e.session_minutes), v_place, 'held',
    r_expires_at, p_key, v_now, v_now)
  returning appointment_id into r_appointment;
end $$;

-- Turns a live hold into a booked appointment and queues its mail. Reasons: appointment-not-found, hold-over, existing-booking,
-- those of entry_refusal. Idempotent.
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


revoke all on all functions in schema booking, app from public;
