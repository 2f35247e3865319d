-- The rate limits and the audit log.

create function app.refuse_change() returns trigger language plpgsql set search_path = '' as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger audit_log_not_truncated before truncate on app.audit_log
  for each statement execute function app.refuse_change();

-- An erasure removes the account's id and free text from the entries that name the patient; the entries stay.
create function app.guard_audit_log() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'DELETE' and old.at < app.clock_now() - app.audit_log_kept() then return old; end if;
  if tg_op = 'UPDATE' and pg_catalog.current_setting('app.append_only', true) like 'erase:%'
     and new.actor_user_id is null and new.reason is null
     and pg_catalog.to_jsonb(new) - '{actor_user_id,reason}'::text[] = pg_catalog.to_jsonb(old) - '{actor_user_id,reason}'::text[] then
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger audit_log_append_only before update or delete on app.audit_log
  for each row execute function app.guard_audit_log();

-- Counts one use of a limit whose window starts at the subject's first use. Returns the uses in the window and the seconds
-- until it ends.
create function app.use_limit(p_name text, p_subject bytea, p_seconds int, out used int, out seconds_left int)
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.clock_now();
  v_start timestamptz;
begin
  insert into app.rate_limits as l (limit_name, subject_hash, window_start, used) values (p_name, p_subject, v_now, 1)
  on conflict (limit_name, subject_hash) do update
     set used = case when l.window_start + pg_catalog.make_interval(secs => p_seconds) <= v_now then 1 else l.used + 1 end,
         window_start = case when l.window_start + pg_catalog.make_interval(secs => p_seconds) <= v_now then v_now else l.window_start end
  returning l.used, l.window_start into used, v_start;
  seconds_left := ceil(extract(epoch from v_start - v_now) + p_seconds);
end $$;

-- Every change of a booked appointment is recorded here, in its transaction: for the audit log with the operator and the request, and for the
-- patient. Who acted, as in booking.audit_payment: the operator; the patient for what came with their request (`p_profile`, null for a cancelled
-- event); otherwise the system, which books what was paid for. The patient's own history still says that they booked, because they paid.
create function booking.audit(p_action text, p_appointment uuid, p_profile bigint, p_from timestamptz, p_to timestamptz,
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

-- How long an entry of the audit log is kept (docs/operating.md).
create function app.audit_log_kept() returns interval language sql immutable set search_path = '' as $$ select interval '8 years' $$;
