-- Why appointments forbid a change of their event, as one function: the guard of the table uses it, and the import asks it about
-- all its rows before it locks one (OPS-02).

-- The fault of a change, or null. Held and booked places count; a hold that is over does not.
create function app.event_change_fault(p_old app.events, p_new app.events) returns text
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
  return null;
end $$;

create or replace function app.guard_event() returns trigger language plpgsql set search_path = '' as $$
declare
  v_fault text := app.event_change_fault(old, new);
begin
  if v_fault is not null then raise exception '%', v_fault using errcode = 'check_violation'; end if;
  new.updated_at := app.clock_now();
  return new;
end $$;

revoke all on function app.event_change_fault(app.events, app.events), app.guard_event() from public;
