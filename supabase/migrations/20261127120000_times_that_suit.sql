-- A patient whose chosen parts of the day have no time at the event any more, because an import changed its times, would wait for ever. Any time is
-- offered to them then. What they chose stays stored, and counts again when the event has such times again (decision 033).

-- The parts of the day in which the event has slots, free or not: 1 morning, 2 afternoon, 4 evening.
create function booking.parts_of_event(e app.events) returns int language sql stable set search_path = '' as $$
  select coalesce(pg_catalog.bit_or(booking.part_of_day(t)), 0)
    from pg_catalog.generate_series(e.starts_at, e.ends_at - pg_catalog.make_interval(mins => e.session_minutes),
      pg_catalog.make_interval(mins => e.session_minutes)) t
   where e.end_time is not null
$$;

-- The parts of the day for which an entry waits at an event with slots in these parts.
create function booking.suiting_parts(w app.waiting_entries, p_offered int) returns int language sql immutable
  return case when ((w).mornings::int + 2 * (w).afternoons::int + 4 * (w).evenings::int) & p_offered = 0 then 7
              else (w).mornings::int + 2 * (w).afternoons::int + 4 * (w).evenings::int end;

-- As before, but for the parts of the day.
create or replace function booking.waiting_patients(e app.events, p_now timestamptz)
returns table (waiting_id uuid, turn bigint, profile_id bigint, parts int)
language sql stable set search_path = '' as $$
  select w.waiting_id, w.turn, w.profile_id, booking.suiting_parts(w, o.parts)
    from app.waiting_entries w cross join (select booking.parts_of_event(e) as parts) o
   where w.event_id = e.event_id and w.ended_at is null
     and not exists (select from app.appointments a
                      where a.profile_id = w.profile_id and a.status = 'held'
                        and (a.hold_expires_at > p_now
                             or (a.waiting_id = w.waiting_id and not booking.is_unsent(a))))
     and not booking.has_upcoming(w.profile_id, p_now)
     and not booking.is_out_of_reach(w.waiting_id)
     and booking.entry_refusal(e, w.profile_id, p_now, false) is null
$$;

-- An event that begins at another time has other times too.
drop trigger events_follow_waiting on app.events;
create trigger events_follow_waiting after update of total_spaces, places_per_slot, start_time, end_time, session_minutes on app.events
  for each row when ((old.total_spaces, old.places_per_slot, old.start_time, old.end_time, old.session_minutes)
    is distinct from (new.total_spaces, new.places_per_slot, new.start_time, new.end_time, new.session_minutes))
  execute function booking.follow_event();

revoke all on all functions in schema booking, app from public;
