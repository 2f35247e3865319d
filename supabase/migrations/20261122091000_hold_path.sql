-- The hold in fewer and cheaper steps, with the rate limit and the checks of the caller inside; decision 020.
-- Same locks in the same order as before: the patient's profile, then the event.

-- Without a SET clause Postgres inlines both functions; their names were resolved here, so that no search_path can change them.
create or replace function app.clock_now() returns timestamptz language sql volatile
  return pg_catalog.clock_timestamp()
    + pg_catalog.make_interval(secs => coalesce(nullif(pg_catalog.current_setting('app.clock_offset', true), '')::double precision, 0));

create or replace function booking.is_slot(p_event app.events, p_slot timestamptz) returns boolean language sql stable
  return coalesce(
    (p_event).end_time is not null and (p_event).session_minutes is not null
     and p_slot >= (p_event).starts_at
     and p_slot + pg_catalog.make_interval(mins => (p_event).session_minutes) <= (p_event).ends_at
     and pg_catalog.mod(extract(epoch from p_slot - (p_event).starts_at), (p_event).session_minutes * 60) = 0,
    false);

-- Counts one use of a limit whose window starts at the subject's first use. Answers the uses in the window and the seconds
-- until it ends.
create function app.use_limit(p_name text, p_subject bytea, p_seconds int, out used int, out seconds_left int)
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.clock_now();
  v_start timestamptz;
begin
  insert into app.rate_limits as l (limit_name, subject_hash, window_start, used) values (p_name, p_subject, v_now, 1)
  on conflict (limit_name, subject_hash) do update
     set used = case when l.window_start + pg_catalog.make_interval(secs => p_seconds) <= v_now then 1 else l.used + 1 end,
         window_start = case when l.window_start + pg_catalog.make_interval(secs => p_seconds) <= v_now then v_now else l.window_start end
  returning l.used, l.window_start into used, v_start;
  seconds_left := ceil(extract(epoch from v_start - v_now) + p_seconds);
end $$;

-- The seconds for which an appointment kept its place as a hold, from p_since until p_now.
create function booking.held_seconds(p_appointment app.appointments, p_since timestamptz, p_now timestamptz) returns numeric
language sql stable
  return greatest(0, extract(epoch from
    least(p_now, (p_appointment).hold_expires_at, (p_appointment).booked_at,
      case when (p_appointment).booked_at is null then (p_appointment).cancelled_at end)
    - greatest(p_since, (p_appointment).created_at)));

drop function booking.hold_slot(bigint, timestamptz, bigint, text, int);

-- Holds a place for p_minutes. Reasons: event-not-found, event-cancelled, slot-not-found, event-passed (the slot has begun),
-- existing-booking, event-full, slot-taken, key-reused; hold-limit when the patient would keep places of this event for more
-- than p_held_most minutes in 24 hours. A second hold replaces the first in the same transaction; of the same event, it lasts for
-- what is left of p_held_most, if that is less. The same key or slot again answers the live hold. r_expires_at: when the hold ends.
--
-- The caller may pass what it decided from the event before the locks: p_event_version, the version that it read (reason
-- event-changed when there is another now), p_closed, past the cut-off (booking-closed, except for a live hold of this slot),
-- and the first and last birth date that may be tested (birth-date-missing, age-restricted).
create function booking.hold_slot(p_event bigint, p_slot timestamptz, p_profile bigint, p_key text, p_minutes int,
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
  if v_taken >= e.total_spaces then r_reason := 'event-full'; return; end if;
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

-- A request for a hold: counts it, unless p_limit is null, then holds. Further reason: too-many-requests, with r_seconds_left.
create function booking.request_hold(p_event bigint, p_slot timestamptz, p_profile bigint, p_key text, p_minutes int,
  p_held_most int, p_event_version text, p_closed boolean, p_born_from date, p_born_to date,
  p_limit text, p_subject bytea, p_limit_most int, p_limit_seconds int,
  out r_reason text, out r_appointment uuid, out r_expires_at timestamptz, out r_seconds_left int)
language plpgsql security definer set search_path = '' as $$
declare
  v_used int;
begin
  if p_limit is not null then
    select l.used, l.seconds_left into v_used, r_seconds_left from app.use_limit(p_limit, p_subject, p_limit_seconds) l;
    if v_used > p_limit_most then r_reason := 'too-many-requests'; return; end if;
  end if;
  select h.r_reason, h.r_appointment, h.r_expires_at into r_reason, r_appointment, r_expires_at
    from booking.hold_slot(p_event, p_slot, p_profile, p_key, p_minutes, p_held_most, p_event_version, p_closed,
      p_born_from, p_born_to) h;
end $$;

revoke all on all functions in schema booking, app from public;
