-- An offer whose time is over counts as ended, also before its row says so (WAIT-02).

-- As before, but for offers that are over and whose row is still held, because another transaction is just ending it. Their place counts as
-- free, so the patient must count as waiting when the entry goes on: otherwise the place of the next on the list looks like a place to spare.
create or replace function booking.waiting_patients(e app.events, p_now timestamptz)
returns table (waiting_id uuid, turn bigint, profile_id bigint, parts int)
language sql stable set search_path = '' as $$
  select w.waiting_id, w.turn, w.profile_id, w.mornings::int + 2 * w.afternoons::int + 4 * w.evenings::int
    from app.waiting_entries w
   where w.event_id = e.event_id and w.ended_at is null
     and not exists (select from app.appointments a
                      where a.profile_id = w.profile_id and a.status = 'held'
                        and (a.hold_expires_at > p_now
                             or (a.waiting_id = w.waiting_id and not booking.is_unsent(a))))
     and not booking.has_upcoming(w.profile_id, p_now)
     and not booking.is_out_of_reach(w.waiting_id)
     and booking.entry_refusal(e, w.profile_id, p_now, false) is null
$$;

revoke all on function booking.waiting_patients(app.events, timestamptz) from public;
