-- Who acted, as in booking.audit_payment: the operator; the patient for what came with their request; otherwise the system, which books what was paid
-- for. The patient's own history still says that they booked: they did, by paying.
create or replace function booking.audit(p_action text, p_appointment uuid, p_profile bigint, p_from timestamptz, p_to timestamptz,
  p_operator text, p_reason text, p_request text, p_now timestamptz) returns void
language sql set search_path = '' as $$
  insert into app.audit_log (at, action, subject, actor_profile_id, actor_user_id, from_slot, to_slot, operator, reason, request_id)
  select p_now, p_action, 'appointment:' || p_appointment, p.profile_id, p.user_id, p_from, p_to, p_operator, p_reason, p_request
    from (select 1) one left join app.profiles p on p.profile_id = p_profile and p_operator is null and p_request is not null;
  insert into app.appointment_events (appointment_id, profile_id, at, action, from_slot, to_slot, changed_by)
  select a.appointment_id, a.profile_id, p_now, pg_catalog.substr(p_action, 13), p_from, p_to,
         case when p_operator is null and p_profile is not null then 'patient' else 'charity' end
    from app.appointments a where a.appointment_id = p_appointment;
$$;
