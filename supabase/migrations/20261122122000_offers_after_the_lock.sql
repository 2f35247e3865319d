-- An offer is made by the parts of the day as they are under the locks: by those that were read before, no slot may fit.
create or replace function booking.offer_place(p_event bigint, p_event_version text, p_expires_at timestamptz, p_born_from date, p_born_to date,
  out r_reason text, out r_appointment uuid)
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  w record;
  v_first record;
  v_birth date;
  v_now timestamptz := app.clock_now();
  v_slot timestamptz;
  v_place int;
begin
  select * into e from app.events where event_id = p_event;
  if not found then r_reason := 'event-not-found'; return; end if;
  select * into w from booking.first_waiting(e, v_now);
  if not found then r_reason := 'nobody-fits'; return; end if;
  select birth_date into v_birth from app.profiles where profile_id = w.profile_id for no key update;
  select * into e from app.events where event_id = p_event for update;
  v_now := app.clock_now();
  if extract(epoch from e.updated_at)::text <> p_event_version then r_reason := 'event-changed'; return; end if;
  if e.cancelled_at is not null or p_expires_at <= v_now then r_reason := 'nobody-fits'; return; end if;
  perform booking.close_ended(w.profile_id, p_event, v_now);
  select * into v_first from booking.first_waiting(e, v_now);
  if v_first.waiting_id is distinct from w.waiting_id then r_reason := 'repeat'; return; end if;
  -- The patient may have chosen other parts of the day before the lock.
  w := v_first;
  if v_birth is null or v_birth < p_born_from or v_birth > p_born_to then
    update app.waiting_entries set ended_at = v_now, ended_because = 'not-eligible' where waiting_id = w.waiting_id;
    r_reason := 'repeat';
    return;
  end if;
  select slot into v_slot from (
    select pg_catalog.min(f.slot) as slot from booking.free_slots(e, v_now) f
     where booking.part_of_day(f.slot) & w.parts <> 0 group by booking.part_of_day(f.slot)) candidate
   order by booking.waiting_served(e, w.profile_id, v_now, null, slot) desc, slot limit 1;
  if v_slot is null then r_reason := 'repeat'; return; end if;
  v_place := booking.free_place(p_event, v_slot, e.places_per_slot, null);
  -- A hold that is over, but locked by another transaction, still has the place.
  if v_place is null then r_reason := 'repeat'; return; end if;
  insert into app.appointments
    (event_id, profile_id, slot_start, slot_end, place_no, status, hold_expires_at, idempotency_key, created_at, updated_at,
     is_offer, waiting_id)
  values (p_event, w.profile_id, v_slot, v_slot + pg_catalog.make_interval(mins => e.session_minutes), v_place, 'held',
    p_expires_at, 'offer-' || pg_catalog.gen_random_uuid(), v_now, v_now, true, w.waiting_id)
  returning appointment_id into r_appointment;
  perform booking.enqueue_mail('place-offered', r_appointment, 0, v_now);
end $$;
