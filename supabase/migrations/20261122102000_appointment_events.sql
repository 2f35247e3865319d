-- The history of an appointment as its patient sees it (APPT-04): booked, moved, cancelled, and by whom. The audit log has more,
-- for other readers, and no page reads it.
create table app.appointment_events (
  appointment_event_id bigint generated always as identity primary key,
  -- An erasure deletes the patient's appointments, and their history with them.
  appointment_id uuid not null references app.appointments on delete cascade,
  profile_id bigint not null references app.profiles on delete cascade,
  at timestamptz not null,
  action text not null check (action in ('booked', 'moved', 'cancelled')),
  from_slot timestamptz,
  to_slot timestamptz,
  -- Never an operator's name: that is in the audit log.
  changed_by text not null check (changed_by in ('patient', 'charity')),
  constraint appointment_events_slots check (
    (action <> 'booked') = (from_slot is not null) and (action <> 'cancelled') = (to_slot is not null))
);
create index appointment_events_by_appointment on app.appointment_events (appointment_id, appointment_event_id);
create index appointment_events_by_patient on app.appointment_events (profile_id);
-- An appointment is booked once and cancelled at most once.
create unique index appointment_events_once on app.appointment_events (appointment_id, action) where action <> 'moved';
alter table app.appointment_events enable row level security;

-- What happened before this table existed: from the audit log, and for still earlier changes from the appointment itself.
insert into app.appointment_events (appointment_id, profile_id, at, action, from_slot, to_slot, changed_by)
select a.appointment_id, a.profile_id, l.at, pg_catalog.substr(l.action, 13), l.from_slot, l.to_slot,
       case when l.actor_profile_id is null then 'charity' else 'patient' end
  from app.audit_log l join app.appointments a on l.subject = 'appointment:' || a.appointment_id
 where l.action in ('appointment-booked', 'appointment-moved', 'appointment-cancelled') and a.booked_at is not null
 order by l.audit_id;

insert into app.appointment_events (appointment_id, profile_id, at, action, to_slot, changed_by)
select a.appointment_id, a.profile_id, a.booked_at, 'booked',
       coalesce((select h.from_slot from app.appointment_events h
                  where h.appointment_id = a.appointment_id and h.action = 'moved' order by h.appointment_event_id limit 1), a.slot_start),
       'patient'
  from app.appointments a where a.booked_at is not null
    on conflict (appointment_id, action) where action <> 'moved' do nothing;

insert into app.appointment_events (appointment_id, profile_id, at, action, from_slot, changed_by)
select a.appointment_id, a.profile_id, a.cancelled_at, 'cancelled', a.slot_start, a.cancelled_by
  from app.appointments a where a.booked_at is not null and a.status = 'cancelled'
    on conflict (appointment_id, action) where action <> 'moved' do nothing;

create function app.guard_appointment_event() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and pg_catalog.current_setting('app.append_only', true) = 'erase:' || old.profile_id then return old; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger appointment_events_append_only before update or delete on app.appointment_events
  for each row execute function app.guard_appointment_event();
create trigger appointment_events_not_truncated before truncate on app.appointment_events
  for each statement execute function app.refuse_change();

-- Every change of a booked appointment is recorded here, in its transaction: for the audit log with the operator and the request,
-- and for the patient. `p_operator` is null for the patient's own change, and `p_profile` too for a cancelled event.
create or replace function booking.audit(p_action text, p_appointment uuid, p_profile bigint, p_from timestamptz, p_to timestamptz,
  p_operator text, p_reason text, p_request text, p_now timestamptz) returns void
language sql set search_path = '' as $$
  insert into app.audit_log (at, action, subject, actor_profile_id, actor_user_id, from_slot, to_slot, operator, reason, request_id)
  select p_now, p_action, 'appointment:' || p_appointment, p.profile_id, p.user_id, p_from, p_to, p_operator, p_reason, p_request
    from (select 1) one left join app.profiles p on p.profile_id = p_profile and p_operator is null;
  insert into app.appointment_events (appointment_id, profile_id, at, action, from_slot, to_slot, changed_by)
  select a.appointment_id, a.profile_id, p_now, pg_catalog.substr(p_action, 13), p_from, p_to,
         case when p_operator is null and p_profile is not null then 'patient' else 'charity' end
    from app.appointments a where a.appointment_id = p_appointment;
$$;

revoke all on function booking.audit(text, uuid, bigint, timestamptz, timestamptz, text, text, text, timestamptz),
  app.guard_appointment_event() from public;
