-- A booked patient does not move to a time that is kept for a waiting patient (WAIT-02).

-- Moves a booked appointment to another slot of its event: the new place is taken before the old one is freed, in one update.
-- Reasons: appointment-not-found, not-booked, appointment-changed, event-cancelled, slot-not-found, slot-taken (also kept for a waiting patient). A repeated move is done
-- already. Without p_version, as operators call it, any version is moved. The caller enforces the 48-hour rule.
create or replace function booking.reschedule_appointment(p_appointment uuid, p_profile bigint, p_slot timestamptz, p_operator text default null,
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

revoke all on function booking.reschedule_appointment(uuid, bigint, timestamptz, text, text, text, int) from public;
