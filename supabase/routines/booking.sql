-- The booking transaction, one function per step. Lock order: the patient's profile, then the event.
-- Time is read after the locks (app.clock_now(), not now()): a transaction that waited for a lock must not use an old time.
-- Every function returns a reason, or null on success. See docs/decisions/003-booking-in-the-database.md and 020-the-hold-path.md.

-- I5: only the listed changes of status; the patient and the event never change. A hold that is being paid for does not end, unless its event is
-- cancelled: then the money goes back. An outcome may be taken back while the appointment has no live tube.
create function app.guard_appointment() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.appointment_id <> old.appointment_id or new.profile_id <> old.profile_id or new.event_id <> old.event_id then
    raise exception 'an appointment keeps its patient and its event' using errcode = 'check_violation';
  end if;
  if new.status <> old.status and not (
    (old.status = 'held' and new.status in ('booked', 'cancelled', 'expired'))
    or (old.status = 'booked' and new.status in ('cancelled', 'attended', 'no_show'))
    or (old.status in ('attended', 'no_show') and new.status = 'booked'
      and not exists (select from app.samples s where s.appointment_id = old.appointment_id and lab.is_live(s.state)))
  ) then
    raise exception 'an appointment cannot change from % to %', old.status, new.status using errcode = 'check_violation';
  end if;
  if (new.slot_start <> old.slot_start or new.place_no <> old.place_no) and old.status <> 'booked' then
    raise exception 'only a booked appointment moves' using errcode = 'check_violation';
  end if;
  -- An expired hold may still end here; a retried capture that comes later no longer protects it.
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
create trigger appointments_guard before update on app.appointments
  for each row execute function app.guard_appointment();

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

-- Holds a place for p_minutes. Reasons: event-not-found (also for a draft), event-cancelled, slot-not-found, event-passed (the slot has begun, or the event is closed),
-- existing-booking, event-full, slot-taken, key-reused, payment-in-progress (another hold of the patient is being paid for), hold-limit (the
-- patient would hold places of this event for more than p_held_most minutes in 24 hours), and the reasons of entry_refusal. A second hold
-- replaces the first in the same transaction; a second hold of the same event lasts no longer than the rest of p_held_most. Repeating the key
-- or slot returns the live hold.
-- r_expires_at: when the hold ends; infinity for one that is being paid for.
--
-- An offer of the waiting list is a hold too, which counts for no limit: another slot of its event keeps its end, and a slot of
-- another event replaces it only with p_gives_up_offer (reason offer-open). Places that are kept for waiting patients are refused.
--
-- The caller may pass its decisions from before the locks: p_event_version, the version of the event that it read (reason
-- event-changed when the event has another version now), p_closed, past the cut-off (booking-closed, except for a live hold of this slot),
-- and the first and last birth date that may be tested (birth-date-missing, age-restricted).
create function booking.hold_slot(p_event bigint, p_slot timestamptz, p_profile bigint, p_key text, p_minutes int,
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
  if not found or e.published_at is null then r_reason := 'event-not-found'; return; end if;
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
  if p_slot <= v_now or e.closed_at is not null then r_reason := 'event-passed'; return; end if;
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
  -- The live hold of this event counts only until now, so that a change of time is not refused for minutes that it gives back.
  if old.event_id = p_event and v_held_seconds < p_held_most * 60 then
    v_seconds := least(v_seconds, p_held_most * 60 - v_held_seconds);
  end if;
  if v_held_seconds + v_seconds > p_held_most * 60 and v_keeps_offer is not true then r_reason := 'hold-limit'; return; end if;

  if v_has_ended then perform booking.close_ended(p_profile, p_event, v_now); end if;
  -- Counted again only when holds of other patients expire; under the event's lock no other transaction takes places.
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
  -- The replaced hold frees its place only now, because it has another slot.
  while v_place = any (v_places) loop v_place := v_place + 1; end loop;
  if v_place > e.places_per_slot then r_reason := 'slot-taken'; return; end if;
  -- Checked here, so that an event without a list costs nothing more.
  if exists (select from app.waiting_entries where event_id = p_event and ended_at is null)
     and booking.is_kept(e, p_profile, v_now, case when old.event_id = p_event then old.slot_start end, p_slot) then
    r_reason := case when v_taken + booking.kept_places(e, p_profile, v_now) >= e.total_spaces then 'event-full' else 'slot-taken' end;
    return;
  end if;

  if old.appointment_id is not null or v_has_ended then
    -- Not by its id, so that no other hold of the patient is left if it has changed.
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
-- payment-required (the event has a price, and there is no free repeat: only booking.settle_payment books it), the reasons of entry_refusal.
-- Idempotent. The profile's lock keeps two requests from using one repeat twice. A place that is being paid for is booked by its payment only.
create function booking.confirm_appointment(p_appointment uuid, p_profile bigint, p_payment_status text,
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
  -- Also at a free event, which then is the repeat.
  update app.free_repeats set appointment_id = p_appointment where sample_id = v_repeat;
  perform booking.enqueue_mail('booked', p_appointment, a.calendar_sequence, v_now);
  perform booking.audit('appointment-booked', p_appointment, p_profile, null, a.slot_start, null, null, p_request, v_now);
end $$;

-- Books a slot of a free event, or with a free repeat: returns the patient's booked appointment if there is one, else uses the live hold of the slot,
-- else a free place. Reasons: as of hold_slot and confirm_appointment.
create function booking.book_slot(p_event bigint, p_slot timestamptz, p_profile bigint, p_key text, p_payment_status text,
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
  -- Before a hold is made; confirm_appointment decides under the event's lock.
  select * into e from app.events where event_id = p_event and published_at is not null;
  if found and booking.price_of(e) > 0 and booking.open_repeat(p_profile) is null then r_reason := 'payment-required'; return; end if;
  h := booking.hold_slot(p_event, p_slot, p_profile, p_key, 1);
  r_reason := h.r_reason;
  if r_reason is null then
    r_appointment := h.r_appointment;
    r_reason := booking.confirm_appointment(r_appointment, p_profile, p_payment_status, p_request);
  end if;
end $$;

-- Releases a hold; one that expired, is being paid for or belongs to another patient is left as it is.
create function booking.release_hold(p_appointment uuid, p_profile bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  -- The lock first, so that a payment that pins the hold at this moment is not missed.
  perform from app.profiles where profile_id = p_profile for no key update;
  update app.appointments set status = 'cancelled', cancelled_at = app.clock_now(), cancelled_by = 'patient'
   where appointment_id = p_appointment and profile_id = p_profile and status = 'held' and unpinned_end is null;
end $$;

-- Cancels a booked appointment, requests its refund, and queues the mail. p_refund_pence: how much the patient gets back, decided by
-- the caller from the version p_version of the appointment (calendar_sequence; reason appointment-changed when it has another now);
-- null: all of it. Reasons: appointment-not-found, not-booked, appointment-changed. Idempotent: a repetition returns nothing more. The
-- caller enforces the 48-hour rule; it does not apply to operators.
create function booking.cancel_appointment(p_appointment uuid, p_profile bigint, p_operator text default null,
  p_reason text default null, p_request text default null, p_refund_pence int default null, p_version int default null,
  out r_reason text, out r_refund uuid)
language plpgsql security definer set search_path = '' as $$
declare
  a app.appointments;
  p app.payments;
  v_now timestamptz;
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  v_now := app.clock_now();
  select * into a from app.appointments where appointment_id = p_appointment and profile_id = p_profile for update;
  if not found then r_reason := 'appointment-not-found'; return; end if;
  if a.status = 'cancelled' and a.booked_at is not null then
    select f.refund_id into r_refund from app.refunds f join app.payments y using (payment_id)
     where y.appointment_id = p_appointment and f.reason in ('cancelled-by-patient', 'cancelled-by-charity') and f.state <> 'failed'
     order by f.requested_at limit 1;
    return;
  end if;
  if a.status <> 'booked' then r_reason := 'not-booked'; return; end if;
  if a.calendar_sequence <> p_version then r_reason := 'appointment-changed'; return; end if;
  update app.appointments
     set status = 'cancelled', cancelled_at = v_now, calendar_sequence = a.calendar_sequence + 1,
         cancelled_by = case when p_operator is null then 'patient' else 'charity' end
   where appointment_id = p_appointment;
  select * into p from app.payments where appointment_id = p_appointment and state = 'booked' for update;
  if found then
    r_refund := booking.add_refund(p, p_refund_pence,
      case when p_operator is null then 'cancelled-by-patient' else 'cancelled-by-charity' end, p_operator, null, v_now);
  end if;
  perform booking.enqueue_mail('cancelled', p_appointment, a.calendar_sequence + 1, v_now);
  perform booking.audit('appointment-cancelled', p_appointment, p_profile, a.slot_start, null, p_operator, p_reason, p_request, v_now);
end $$;

-- Moves a booked appointment to another slot of its event: the new place is taken before the old one is freed, in one update.
-- Reasons: appointment-not-found, not-booked, appointment-changed, event-cancelled, slot-not-found, slot-taken (also
-- when it is kept for a waiting patient). Repeating a move changes nothing. Without p_version, as operators call it, any version is moved. The caller enforces the 48-hour rule.
create function booking.reschedule_appointment(p_appointment uuid, p_profile bigint, p_slot timestamptz, p_operator text default null,
  p_reason text default null, p_request text default null, p_version int default null, out r_reason text)
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
  if a.calendar_sequence <> p_version then r_reason := 'appointment-changed'; return; end if;
  if e.cancelled_at is not null then r_reason := 'event-cancelled'; return; end if;
  if p_slot <= v_now or not booking.is_slot(e, p_slot) then r_reason := 'slot-not-found'; return; end if;
  v_place := booking.free_place(e.event_id, p_slot, e.places_per_slot, p_appointment);
  if v_place is null or booking.is_kept(e, p_profile, v_now, a.slot_start, p_slot) then r_reason := 'slot-taken'; return; end if;
  update app.appointments
     set slot_start = p_slot, slot_end = p_slot + pg_catalog.make_interval(mins => e.session_minutes), place_no = v_place,
         calendar_sequence = a.calendar_sequence + 1
   where appointment_id = p_appointment;
  perform booking.enqueue_mail('moved', p_appointment, a.calendar_sequence + 1, v_now);
  perform booking.audit('appointment-moved', p_appointment, p_profile, a.slot_start, p_slot, p_operator, p_reason, p_request, v_now);
end $$;

-- Cancels an event with its holds, its appointments and its waiting list, requests refunds of everything that was paid for unused places, and
-- queues the mails. A payment that is under way ends by its settlement, which returns it. Returns the number of cancelled
-- appointments. Reasons: event-not-found. Idempotent.
create function booking.cancel_event(p_event bigint, p_operator text default null, p_reason text default null,
  out r_reason text, out r_freed int)
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  v_now timestamptz;
  a record;
  p app.payments;
begin
  r_freed := 0;
  select * into e from app.events where event_id = p_event for update;
  if not found then r_reason := 'event-not-found'; return; end if;
  v_now := app.clock_now();
  update app.events set cancelled_at = coalesce(cancelled_at, v_now), updated_at = v_now where event_id = p_event;
  -- Every appointment is locked before the first access code is: a cancellation by a patient locks them in this order too.
  perform from app.appointments
    where event_id = p_event and slot_end > v_now and status in ('held', 'booked') order by appointment_id for update;
  for a in
    update app.appointments
       set status = 'cancelled', cancelled_at = v_now, cancelled_by = 'charity',
           calendar_sequence = calendar_sequence + 1
     where event_id = p_event and slot_end > v_now and status in ('held', 'booked')
    returning appointment_id, calendar_sequence, booked_at, slot_start
  loop
    if a.booked_at is not null then
      r_freed := r_freed + 1;
      perform booking.enqueue_mail('event-cancelled', a.appointment_id, a.calendar_sequence, v_now);
      perform booking.audit('appointment-cancelled', a.appointment_id, null, a.slot_start, null, p_operator, p_reason, null, v_now);
    end if;
  end loop;
  for p in
    select y.* from app.payments y join app.appointments c using (appointment_id)
     where y.event_id = p_event and y.state = 'booked' and c.status = 'cancelled' order by y.payment_id for update of y
  loop
    perform booking.add_refund(p, null, 'cancelled-by-charity', p_operator, null, v_now);
  end loop;
  perform booking.end_waiting_list(p_event, 'event-cancelled', v_now);
  if e.cancelled_at is null or r_freed > 0 then
    insert into app.audit_log (at, action, subject, operator, reason)
    values (v_now, 'event-cancelled', 'event:' || p_event, p_operator, p_reason);
  end if;
end $$;

-- Marks expired holds; housekeeping only, because an expired hold never blocks a place. Returns how many.
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

-- The seconds for which an appointment kept its place as a hold, from p_since until p_now, without those that paying added.
create function booking.held_seconds(p_appointment app.appointments, p_since timestamptz, p_now timestamptz) returns numeric
language sql stable
  return greatest(0, extract(epoch from
    least(p_now, coalesce((p_appointment).counted_until, (p_appointment).hold_expires_at), (p_appointment).booked_at,
      case when (p_appointment).booked_at is null then (p_appointment).cancelled_at end)
    - greatest(p_since, (p_appointment).created_at)));

-- A request for a hold: counts it, unless p_limit is null, then holds. Further reason: too-many-requests, with r_seconds_left.
create function booking.request_hold(p_event bigint, p_slot timestamptz, p_profile bigint, p_key text, p_minutes int,
  p_held_most int, p_event_version text, p_closed boolean, p_born_from date, p_born_to date,
  p_limit text, p_subject bytea, p_limit_most int, p_limit_seconds int, p_gives_up_offer boolean default false,
  out r_reason text, out r_appointment uuid, out r_expires_at timestamptz, out r_is_offer boolean, out r_seconds_left int)
language plpgsql security definer set search_path = '' as $$
declare
  v_used int;
begin
  if p_limit is not null then
    select l.used, l.seconds_left into v_used, r_seconds_left from app.use_limit(p_limit, p_subject, p_limit_seconds) l;
    if v_used > p_limit_most then r_reason := 'too-many-requests'; return; end if;
  end if;
  select h.r_reason, h.r_appointment, h.r_expires_at, h.r_is_offer into r_reason, r_appointment, r_expires_at, r_is_offer
    from booking.hold_slot(p_event, p_slot, p_profile, p_key, p_minutes, p_held_most, p_event_version, p_closed,
      p_born_from, p_born_to, p_gives_up_offer) h;
end $$;

create function app.guard_appointment_event() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and pg_catalog.current_setting('app.append_only', true) = 'erase:' || old.profile_id then return old; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger appointment_events_append_only before update or delete on app.appointment_events
  for each row execute function app.guard_appointment_event();
create trigger appointment_events_not_truncated before truncate on app.appointment_events
  for each statement execute function app.refuse_change();

-- Whether the patient has a booked appointment that has not ended (BOOK-05).
create function booking.has_upcoming(p_profile bigint, p_now timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from app.appointments
                  where profile_id = p_profile and status = 'booked' and closed_at is null and slot_end > p_now)
$$;

-- The least time that a hold is kept after a payment for it has failed.
create function booking.least_after_payment() returns interval language sql immutable
  return interval '5 minutes';

-- When a hold ends after its payment has failed: at its former end, but some minutes from now at the earliest; and at the latest an hour after the
-- end that counts, so that declined cards cannot keep a place for ever.
create function booking.hold_end(a app.appointments, p_now timestamptz) returns timestamptz language sql stable
  return case when (a).unpinned_end is null then (a).hold_expires_at
    else greatest((a).unpinned_end,
      least(p_now + booking.least_after_payment(), (a).counted_until + interval '1 hour')) end;

-- Whether a free repeat with this newest place is unused.
create function booking.is_repeat_open(p_appointment uuid) returns boolean language sql stable set search_path = '' as $$
  select not exists (select from app.appointments
                      where appointment_id = p_appointment and status in ('booked', 'attended', 'no_show'))
$$;

-- The free repeat that a patient can use now, or null.
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
