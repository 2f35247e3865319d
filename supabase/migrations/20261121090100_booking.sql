-- The booking transaction, one function per step. Lock order: the patient's profile, then the event.
-- Time is read after the locks (app.clock_now(), not now()): a transaction that waited for a lock must not use an old time.
-- Every function answers a reason, or null on success.

-- Marks expired holds and past appointments. It waits for locks of the patient's own rows, but skips locked holds of other
-- patients (those still count as taken), so that two patients never wait for each other's rows.
create function booking.close_ended(p_profile bigint, p_event bigint, p_now timestamptz) returns void
language sql set search_path = '' as $$
  update app.appointments set status = 'expired'
   where profile_id = p_profile and status = 'held' and hold_expires_at <= p_now;
  update app.appointments set closed_at = p_now
   where profile_id = p_profile and status = 'booked' and closed_at is null and slot_end <= p_now;
  update app.appointments set status = 'expired'
   where appointment_id in (
     select appointment_id from app.appointments
      where event_id = p_event and status = 'held' and hold_expires_at <= p_now
      for update skip locked);
$$;

-- The lowest free place of a slot, or null. `p_without` is an appointment that frees its place in the same transaction.
create function booking.free_place(p_event bigint, p_slot timestamptz, p_places int, p_without uuid) returns int
language sql stable set search_path = '' as $$
  select place.no from pg_catalog.generate_series(1, p_places) as place (no)
   where not exists (
     select from app.appointments a
      where a.event_id = p_event and a.slot_start = p_slot and a.place_no = place.no
        and a.status in ('held', 'booked', 'attended', 'no_show') and a.appointment_id is distinct from p_without)
   order by place.no limit 1
$$;

-- Whether the event has a slot that starts at this instant (BOOK-03). Steps are elapsed minutes; a partial last slot does not exist.
create function booking.is_slot(p_event app.events, p_slot timestamptz) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(
    p_event.end_time is not null and p_event.session_minutes is not null
     and p_slot >= p_event.starts_at
     and p_slot + pg_catalog.make_interval(mins => p_event.session_minutes) <= p_event.ends_at
     and pg_catalog.mod(extract(epoch from p_slot - p_event.starts_at), p_event.session_minutes * 60) = 0,
    false)
$$;

-- Mails are rendered when they are sent; the payload holds ids only. One job per appointment, template and change.
create function booking.enqueue_mail(p_template text, p_appointment uuid, p_sequence int, p_now timestamptz) returns void
language sql set search_path = '' as $$
  insert into app.jobs (kind, dedupe_key, payload, run_at)
  values ('mail', p_template || ':' || p_appointment || ':' || p_sequence,
    pg_catalog.jsonb_build_object('template', p_template, 'appointment_id', p_appointment, 'sequence', p_sequence), p_now)
  on conflict (kind, dedupe_key) do nothing
$$;

-- Holds a place for p_minutes. Reasons: event-not-found, event-cancelled, slot-not-found, event-passed (the slot has begun),
-- existing-booking, event-full, slot-taken, key-reused. A second hold replaces the first in the same
-- transaction; the same key or slot again answers the live hold.
create function booking.hold_slot(p_event bigint, p_slot timestamptz, p_profile bigint, p_key text, p_minutes int,
  out r_reason text, out r_appointment uuid, out r_expires_at timestamptz)
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  old app.appointments;
  v_now timestamptz;
  v_taken int;
  v_place int;
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  select * into e from app.events where event_id = p_event for update;
  if not found then r_reason := 'event-not-found'; return; end if;
  v_now := app.clock_now();

  select * into old from app.appointments where profile_id = p_profile and idempotency_key = p_key;
  if found then
    if old.event_id = p_event and old.slot_start = p_slot and old.status = 'held' and old.hold_expires_at > v_now then
      r_appointment := old.appointment_id;
      r_expires_at := old.hold_expires_at;
    elsif old.status = 'booked' then r_reason := 'existing-booking';
    else r_reason := 'key-reused';
    end if;
    return;
  end if;

  if e.cancelled_at is not null then r_reason := 'event-cancelled'; return; end if;
  if not booking.is_slot(e, p_slot) then r_reason := 'slot-not-found'; return; end if;
  if p_slot <= v_now then r_reason := 'event-passed'; return; end if;
  perform booking.close_ended(p_profile, p_event, v_now);
  if exists (select from app.appointments where profile_id = p_profile and status = 'booked' and closed_at is null) then
    r_reason := 'existing-booking';
    return;
  end if;

  select * into old from app.appointments where profile_id = p_profile and status = 'held';
  if old.event_id = p_event and old.slot_start = p_slot then
    r_appointment := old.appointment_id;
    r_expires_at := old.hold_expires_at;
    return;
  end if;

  select pg_catalog.count(*) into v_taken from app.appointments
   where event_id = p_event and status in ('held', 'booked', 'attended', 'no_show')
     and appointment_id is distinct from old.appointment_id;
  if v_taken >= e.total_spaces then r_reason := 'event-full'; return; end if;
  v_place := booking.free_place(p_event, p_slot, e.places_per_slot, null);
  if v_place is null then r_reason := 'slot-taken'; return; end if;

  -- Housekeeping may have marked the old hold expired meanwhile.
  update app.appointments set status = 'cancelled', cancelled_at = v_now, cancelled_by = 'patient'
   where appointment_id = old.appointment_id and status = 'held';
  r_expires_at := v_now + pg_catalog.make_interval(mins => p_minutes);
  insert into app.appointments
    (event_id, profile_id, slot_start, slot_end, place_no, status, hold_expires_at, idempotency_key)
  values (p_event, p_profile, p_slot, p_slot + pg_catalog.make_interval(mins => e.session_minutes), v_place, 'held',
    r_expires_at, p_key)
  returning appointment_id into r_appointment;
end $$;

-- Turns a live hold into a booked appointment and queues its mail. Reasons: appointment-not-found, hold-over, existing-booking.
-- Idempotent.
create function booking.confirm_appointment(p_appointment uuid, p_profile bigint, p_payment_status text, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  v_now timestamptz;
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  -- Shared with other confirmations, but not with a change of the event's capacity, which ignores holds that are over.
  perform from app.events ev join app.appointments ap using (event_id) where ap.appointment_id = p_appointment for share of ev;
  v_now := app.clock_now();
  select * into a from app.appointments where appointment_id = p_appointment and profile_id = p_profile for update;
  if not found then r_reason := 'appointment-not-found'; return; end if;
  if a.status = 'booked' then return; end if;
  if a.status <> 'held' or a.hold_expires_at <= v_now then r_reason := 'hold-over'; return; end if;
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
end $$;

-- Books a slot: answers the patient's booked appointment if there is one, else uses the live hold of the slot, else a free
-- place. Reasons: those of hold_slot and confirm_appointment.
create function booking.book_slot(p_event bigint, p_slot timestamptz, p_profile bigint, p_key text, p_payment_status text,
  out r_reason text, out r_appointment uuid)
language plpgsql security definer set search_path = '' as $$
declare
  h record;
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  select appointment_id into r_appointment from app.appointments
   where profile_id = p_profile and event_id = p_event and slot_start = p_slot and status = 'booked';
  if found then return; end if;
  h := booking.hold_slot(p_event, p_slot, p_profile, p_key, 1);
  r_reason := h.r_reason;
  if r_reason is null then
    r_appointment := h.r_appointment;
    r_reason := booking.confirm_appointment(r_appointment, p_profile, p_payment_status);
  end if;
end $$;

-- Releases a hold; one that expired or belongs to another patient is left as it is.
create function booking.release_hold(p_appointment uuid, p_profile bigint) returns void
language sql security definer set search_path = '' as $$
  update app.appointments set status = 'cancelled', cancelled_at = app.clock_now(), cancelled_by = 'patient'
   where appointment_id = p_appointment and profile_id = p_profile and status = 'held'
$$;

-- Cancels a booked appointment and queues the mail. Reasons: appointment-not-found, not-booked. Idempotent.
create function booking.cancel_appointment(p_appointment uuid, p_profile bigint, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  v_now timestamptz;
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  v_now := app.clock_now();
  select * into a from app.appointments where appointment_id = p_appointment and profile_id = p_profile for update;
  if not found then r_reason := 'appointment-not-found'; return; end if;
  if a.status = 'cancelled' and a.booked_at is not null then return; end if;
  if a.status <> 'booked' then r_reason := 'not-booked'; return; end if;
  update app.appointments
     set status = 'cancelled', cancelled_at = v_now, cancelled_by = 'patient', calendar_sequence = a.calendar_sequence + 1
   where appointment_id = p_appointment;
  perform booking.enqueue_mail('cancelled', p_appointment, a.calendar_sequence + 1, v_now);
end $$;

-- Moves a booked appointment to another slot of its event: the new place is taken before the old one is freed, in one update.
-- Reasons: appointment-not-found, not-booked, event-cancelled, slot-not-found, slot-taken.
create function booking.reschedule_appointment(p_appointment uuid, p_profile bigint, p_slot timestamptz, out r_reason text)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  e app.events;
  v_now timestamptz;
  v_place int;
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  select ev.* into e from app.events ev join app.appointments ap using (event_id)
   where ap.appointment_id = p_appointment and ap.profile_id = p_profile for update of ev;
  if not found then r_reason := 'appointment-not-found'; return; end if;
  v_now := app.clock_now();
  perform booking.close_ended(p_profile, e.event_id, v_now);
  select * into a from app.appointments where appointment_id = p_appointment for update;
  if a.status <> 'booked' or a.closed_at is not null then r_reason := 'not-booked'; return; end if;
  if a.slot_start = p_slot then return; end if;
  if e.cancelled_at is not null then r_reason := 'event-cancelled'; return; end if;
  if p_slot <= v_now or not booking.is_slot(e, p_slot) then r_reason := 'slot-not-found'; return; end if;
  v_place := booking.free_place(e.event_id, p_slot, e.places_per_slot, p_appointment);
  if v_place is null then r_reason := 'slot-taken'; return; end if;
  update app.appointments
     set slot_start = p_slot, slot_end = p_slot + pg_catalog.make_interval(mins => e.session_minutes), place_no = v_place,
         calendar_sequence = a.calendar_sequence + 1
   where appointment_id = p_appointment;
  perform booking.enqueue_mail('moved', p_appointment, a.calendar_sequence + 1, v_now);
end $$;

-- Cancels an event with its holds and appointments and queues the mails. Answers the number of cancelled appointments.
-- Reasons: event-not-found. Idempotent.
create function booking.cancel_event(p_event bigint, out r_reason text, out r_freed int)
language plpgsql security definer set search_path = '' as $$
declare
  v_now timestamptz;
  a record;
begin
  r_freed := 0;
  perform from app.events where event_id = p_event for update;
  if not found then r_reason := 'event-not-found'; return; end if;
  v_now := app.clock_now();
  update app.events set cancelled_at = coalesce(cancelled_at, v_now), updated_at = v_now where event_id = p_event;
  for a in
    update app.appointments
       set status = 'cancelled', cancelled_at = v_now, cancelled_by = 'charity',
           calendar_sequence = calendar_sequence + 1
     where event_id = p_event and slot_end > v_now and status in ('held', 'booked')
    returning appointment_id, calendar_sequence, booked_at
  loop
    if a.booked_at is not null then
      r_freed := r_freed + 1;
      perform booking.enqueue_mail('event-cancelled', a.appointment_id, a.calendar_sequence, v_now);
    end if;
  end loop;
end $$;

-- Marks expired holds; housekeeping only, because an expired hold never blocks a place. Answers how many.
create function booking.expire_holds(p_most int) returns bigint
language sql security definer set search_path = '' as $$
  with stale as (
    select appointment_id from app.appointments
     where status = 'held' and hold_expires_at <= app.clock_now()
     order by hold_expires_at for update skip locked limit p_most),
  expired as (
    update app.appointments a set status = 'expired' from stale
     where a.appointment_id = stale.appointment_id returning 1)
  select pg_catalog.count(*) from expired
$$;

-- I1, I2 for changes of an event: capacity is never reduced below the places taken, and times do not change while there are appointments.
create function app.guard_event() returns trigger language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.clock_now();
  v_taken int;
  v_places int;
  -- Generated columns are not computed yet in a before-update trigger: this repeats the expression of events.ends_at.
  v_ends_at timestamptz := (case when new.end_time is null or new.end_time = '00:00'
    then new.event_on + 1 + time '00:00' else new.event_on + new.end_time end) at time zone 'Europe/London';
begin
  select pg_catalog.count(*), coalesce(pg_catalog.max(place_no), 0) into v_taken, v_places from app.appointments
   where event_id = old.event_id
     and (status in ('booked', 'attended', 'no_show') or (status = 'held' and hold_expires_at > v_now));
  if new.total_spaces < old.total_spaces and new.total_spaces < v_taken then
    raise exception 'total_spaces cannot be less than the % places taken', v_taken using errcode = 'check_violation';
  end if;
  if new.places_per_slot < old.places_per_slot and new.places_per_slot < v_places then
    raise exception 'places_per_slot cannot be less than the % places taken', v_places using errcode = 'check_violation';
  end if;
  if v_taken > 0 and (new.event_on, new.start_time, new.session_minutes) is distinct from (old.event_on, old.start_time, old.session_minutes) then
    raise exception 'an event with appointments keeps its date, start and session length' using errcode = 'check_violation';
  end if;
  if v_taken > 0 and exists (
    select from app.appointments where event_id = old.event_id and slot_end > v_ends_at
       and (status in ('booked', 'attended', 'no_show') or (status = 'held' and hold_expires_at > v_now))) then
    raise exception 'an event cannot end before its last appointment' using errcode = 'check_violation';
  end if;
  new.updated_at := v_now;
  return new;
end $$;
create trigger events_guard before update on app.events for each row execute function app.guard_event();

revoke all on all functions in schema booking, app from public;
