-- Reminders of appointments by mail (REM-01), and text messages for patients who asked for them (REM-02).
-- See docs/decisions/034-reminders.md. When a reminder is due is decided by src/booking/rules/reminder.ts.

create function app.wants_sms(p_profile bigint) returns boolean
language sql stable set search_path = '' as $$
  select coalesce((select wants from app.sms_choices where profile_id = p_profile order by sms_choice_id desc limit 1), false)
$$;

-- Queues a text message for a patient who wants them; one per appointment, kind and time. Its job is not one of the mails about the appointment,
-- which are sent in order: a text message must not delay them.
create function app.queue_sms(p_kind text, p_appointment uuid, p_profile bigint, p_slot timestamptz) returns void
language plpgsql security definer set search_path = '' as $$
declare
  v_message uuid;
begin
  if not app.wants_sms(p_profile) then return; end if;
  insert into app.sms_messages (profile_id, appointment_id, kind, slot_start, queued_at)
  values (p_profile, p_appointment, p_kind, p_slot, app.clock_now())
  on conflict on constraint sms_messages_once do nothing returning sms_message_id into v_message;
  if v_message is null then return; end if;
  perform app.queue_work('sms', v_message::text, pg_catalog.jsonb_build_object('id', v_message, 'profile_id', p_profile),
    interval '0 seconds', null);
end $$;

create function app.sms_of_change() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  if new.status = 'booked' then
    perform app.queue_sms('confirmation', new.appointment_id, new.profile_id, new.slot_start);
  -- Not when one appointment is cancelled, because its patient requested that.
  elsif exists (select from app.events where event_id = new.event_id and cancelled_at is not null) then
    perform app.queue_sms('event-cancelled', new.appointment_id, new.profile_id, new.slot_start);
  end if;
  return null;
end $$;
create trigger appointments_sms_booked after update of status on app.appointments
  for each row when (old.status = 'held' and new.status = 'booked') execute function app.sms_of_change();
create trigger appointments_sms_cancelled after update of status on app.appointments
  for each row when (old.status = 'booked' and new.status = 'cancelled' and new.cancelled_by = 'charity')
  execute function app.sms_of_change();

-- Queues reminders that are due, each once, with its mail and, for the last one, its text message. An appointment that has changed
-- since the caller read it is left out. The three arrays belong together. Returns how many.
create function app.queue_reminders(p_appointments uuid[], p_kinds text[], p_slots timestamptz[]) returns int
language plpgsql security definer set search_path = '' as $$
declare
  r record;
  v_now timestamptz := app.clock_now();
  v_reminder uuid;
  v_count int := 0;
begin
  for r in
    select a.appointment_id, a.profile_id, a.slot_start, due.kind
      from rows from (pg_catalog.unnest(p_appointments), pg_catalog.unnest(p_kinds), pg_catalog.unnest(p_slots))
        as due (appointment_id, kind, slot_start)
      join app.appointments a on a.appointment_id = due.appointment_id and a.slot_start = due.slot_start
     where a.status = 'booked' and a.closed_at is null and a.slot_start > v_now
     order by a.slot_start, a.appointment_id
  loop
    v_reminder := null;
    insert into app.reminders (appointment_id, kind, slot_start, queued_at)
    values (r.appointment_id, r.kind, r.slot_start, v_now)
    on conflict on constraint reminders_once do nothing returning reminder_id into v_reminder;
    continue when v_reminder is null;
    v_count := v_count + 1;
    perform app.queue_mail('reminder:' || v_reminder,
      pg_catalog.jsonb_build_object('template', 'reminder', 'appointment_id', r.appointment_id, 'reminder_id', v_reminder),
      'profile:' || r.profile_id, v_now);
    if r.kind = 'last' then perform app.queue_sms('reminder', r.appointment_id, r.profile_id, r.slot_start); end if;
  end loop;
  return v_count;
end $$;

-- A closed account that keeps its tests keeps no choice and no message.
create function app.forget_sms() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from app.sms_choices where profile_id = new.profile_id;
  delete from app.sms_messages where profile_id = new.profile_id;
  return null;
end $$;
create trigger profiles_forget_sms after update of is_active on app.profiles
  for each row when (old.is_active and not new.is_active) execute function app.forget_sms();
