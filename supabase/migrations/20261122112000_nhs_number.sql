-- Events whose laboratory needs an NHS number (NHS-02). The database knows the number only encrypted, so it decides whether there is
-- one and whether two profiles have the same; the service decrypts it and checks its digits.

create index profiles_by_nhs_number on app.profiles (nhs_number_hash) where nhs_number_hash is not null;

-- Whether this laboratory needs the number: the same rule as isEsneft in src/domain/event.ts.
create function app.needs_nhs_number(p_lab text) returns boolean
language sql immutable
  return coalesce(p_lab ~* 'esneft', false);

-- Whether another profile that is in use has the same number.
create function app.shares_nhs_number(p app.profiles) returns boolean
language sql stable
  return exists (select from app.profiles other
    where other.nhs_number_hash = p.nhs_number_hash and other.profile_id <> p.profile_id and other.is_active);

-- Why the NHS number of the patient forbids the event, or null: nhs-number-required (there is none), nhs-number-check (the patient has
-- to call us about it, because another profile has the same).
create or replace function booking.number_refusal(e app.events, p_profile bigint, p_now timestamptz) returns text
language sql stable
  return case when app.needs_nhs_number(e.lab_name) then
    (select case when p.nhs_number_sealed is null then 'nhs-number-required' when app.shares_nhs_number(p) then 'nhs-number-check' end
       from (select) one left join app.profiles p on p.profile_id = p_profile) end;

-- While an appointment needs the number it can be corrected, but not removed. A booking locks the profile, so either it sees that the
-- number is gone, or this sees the booking.
create function app.guard_nhs_number() returns trigger language plpgsql set search_path = '' as $$
begin
  if exists (
    select from app.appointments a join app.events e on e.event_id = a.event_id
     where a.profile_id = new.profile_id and a.status = 'booked' and a.closed_at is null and a.slot_end > app.clock_now()
       and app.needs_nhs_number(e.lab_name))
  then
    raise exception 'an upcoming appointment needs the NHS number' using errcode = 'check_violation', constraint = 'profiles_number_needed';
  end if;
  return new;
end $$;
create trigger profiles_guard_nhs_number before update of nhs_number_sealed on app.profiles for each row
  when (old.nhs_number_sealed is not null and new.nhs_number_sealed is null) execute function app.guard_nhs_number();

-- As in 20261122095000, and: an event does not begin to need the number while a patient without one has a place.
create or replace function app.event_change_fault(p_old app.events, p_new app.events) returns text
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.clock_now();
  v_taken int;
  v_places int;
  v_last timestamptz;
  -- Generated columns are not computed yet in a before-update trigger: this repeats the expression of events.ends_at.
  v_ends_at timestamptz := (case when p_new.end_time is null or p_new.end_time = '00:00'
    then p_new.event_on + 1 + time '00:00' else p_new.event_on + p_new.end_time end) at time zone 'Europe/London';
begin
  select pg_catalog.count(*), coalesce(pg_catalog.max(place_no), 0), pg_catalog.max(slot_end) into v_taken, v_places, v_last
    from app.appointments
   where event_id = p_old.event_id
     and (status in ('booked', 'attended', 'no_show') or (status = 'held' and hold_expires_at > v_now));
  if p_new.total_spaces < p_old.total_spaces and p_new.total_spaces < v_taken then
    return pg_catalog.format('total_spaces cannot be less than the %s places taken', v_taken);
  end if;
  if p_new.places_per_slot < p_old.places_per_slot and p_new.places_per_slot < v_places then
    return pg_catalog.format('places_per_slot cannot be less than the %s places taken', v_places);
  end if;
  if v_taken > 0 and (p_new.event_on, p_new.start_time, p_new.session_minutes)
      is distinct from (p_old.event_on, p_old.start_time, p_old.session_minutes) then
    return 'an event with appointments keeps its date, start and session length';
  end if;
  if v_last > v_ends_at then return 'an event cannot end before its last appointment'; end if;
  if app.needs_nhs_number(p_new.lab_name) and not app.needs_nhs_number(p_old.lab_name) and exists (
    select from app.appointments a join app.profiles p on p.profile_id = a.profile_id
     where a.event_id = p_old.event_id and a.status = 'booked' and p.nhs_number_sealed is null)
  then return 'lab_name cannot be ESNEFT: a patient without an NHS number is booked'; end if;
  return null;
end $$;

revoke all on all functions in schema booking, app from public;
