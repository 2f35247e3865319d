-- Booking, moving and cancelling write their audit entry in the same transaction, with the old and the new time and who did it:
-- the patient, or an operator by name. A cancelled event has one entry, and one for each of its appointments.
-- The operator who ran a command, and why; null for what a patient did.
alter table app.audit_log add column operator text;
alter table app.audit_log add column reason text;
alter table app.audit_log add column from_slot timestamptz;
alter table app.audit_log add column to_slot timestamptz;

-- `p_operator` is null for the patient's own change.
create function booking.audit(p_action text, p_appointment uuid, p_profile bigint, p_from timestamptz, p_to timestamptz,
  p_operator text, p_reason text, p_request text, p_now timestamptz) returns void
language sql set search_path = '' as $$
  insert into app.audit_log (at, action, subject, actor_profile_id, actor_user_id, from_slot, to_slot, operator, reason, request_id)
  select p_now, p_action, 'appointment:' || p_appointment, p.profile_id, p.user_id, p_from, p_to, p_operator, p_reason, p_request
    from (select 1) one left join app.profiles p on p.profile_id = p_profile and p_operator is null
$$;

drop function booking.confirm_appointment(uuid, bigint, text);
-- Turns a live hold into a booked appointment and queues its mail. Reasons: appointment-not-found, hold-over, existing-booking.
-- Idempotent.
create function booking.confirm_appointment(p_appointment uuid, p_profile bigint, p_payment_status text,
  p_request text default null, out r_reason text)
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
  perform booking.audit('appointment-booked', p_appointment, p_profile, null, a.slot_start, null, null, p_request, v_now);
end $$;

drop function booking.book_slot(bigint, timestamptz, bigint, text, text);
-- Books a slot: answers the patient's booked appointment if there is one, else uses the live hold of the slot, else a free
-- place. Reasons: those of hold_slot and confirm_appointment.
create function booking.book_slot(p_event bigint, p_slot timestamptz, p_profile bigint, p_key text, p_payment_status text,
  p_request text default null, out r_reason text, out r_appointment uuid)
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
    r_reason := booking.confirm_appointment(r_appointment, p_profile, p_payment_status, p_request);
  end if;
end $$;

drop function booking.cancel_appointment(uuid, bigint);
-- Cancels a booked appointment and queues the mail. Reasons: appointment-not-found, not-booked. Idempotent. The caller enforces
-- the 48-hour rule; it does not apply to operators.
create function booking.cancel_appointment(p_appointment uuid, p_profile bigint, p_operator text default null,
  p_reason text default null, p_request text default null, out r_reason text)
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
     set status = 'cancelled', cancelled_at = v_now, calendar_sequence = a.calendar_sequence + 1,
         cancelled_by = case when p_operator is null then 'patient' else 'charity' end
   where appointment_id = p_appointment;
  perform booking.enqueue_mail('cancelled', p_appointment, a.calendar_sequence + 1, v_now);
  perform booking.audit('appointment-cancelled', p_appointment, p_profile, a.slot_start, null, p_operator, p_reason, p_request, v_now);
end $$;

drop function booking.reschedule_appointment(uuid, bigint, timestamptz);
-- Moves a booked appointment to another slot of its event: the new place is taken before the old one is freed, in one update.
-- Reasons: appointment-not-found, not-booked, event-cancelled, slot-not-found, slot-taken. As above for operators.
create function booking.reschedule_appointment(p_appointment uuid, p_profile bigint, p_slot timestamptz, p_operator text default null,
  p_reason text default null, p_request text default null, out r_reason text)
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
  perform booking.audit('appointment-moved', p_appointment, p_profile, a.slot_start, p_slot, p_operator, p_reason, p_request, v_now);
end $$;

drop function booking.cancel_event(bigint);
-- Cancels an event with its holds and appointments and queues the mails. Answers the number of cancelled appointments.
-- Reasons: event-not-found. Idempotent.
create function booking.cancel_event(p_event bigint, p_operator text default null, p_reason text default null,
  out r_reason text, out r_freed int)
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  v_now timestamptz;
  a record;
begin
  r_freed := 0;
  select * into e from app.events where event_id = p_event for update;
  if not found then r_reason := 'event-not-found'; return; end if;
  v_now := app.clock_now();
  update app.events set cancelled_at = coalesce(cancelled_at, v_now), updated_at = v_now where event_id = p_event;
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
  if e.cancelled_at is null or r_freed > 0 then
    insert into app.audit_log (at, action, subject, operator, reason)
    values (v_now, 'event-cancelled', 'event:' || p_event, p_operator, p_reason);
  end if;
end $$;

revoke all on all functions in schema booking, app from public;
