-- Events: what may change beside appointments, which changes are mailed, and who may book (access codes, NHS number).
-- Lock order: profile, event, code. A code's row is the last lock of a booking.

-- Whether the event has a slot that starts at this instant (BOOK-03). Steps are elapsed minutes; a partial last slot does not exist.
create function booking.is_slot(p_event app.events, p_slot timestamptz) returns boolean language sql stable
  return coalesce(
    (p_event).end_time is not null and (p_event).session_minutes is not null
     and p_slot >= (p_event).starts_at
     and p_slot + pg_catalog.make_interval(mins => (p_event).session_minutes) <= (p_event).ends_at
     and pg_catalog.mod(extract(epoch from p_slot - (p_event).starts_at), (p_event).session_minutes * 60) = 0,
    false);

-- I1, I2 for changes of an event: capacity is never reduced below the places taken, and times do not change while there are appointments. An event is
-- published once: patients may have seen it. Only a draft has nothing outside that refers to it.
create function app.guard_event() returns trigger language plpgsql set search_path = '' as $$
declare
  v_fault text := app.event_change_fault(old, new);
begin
  if v_fault is not null then raise exception '%', v_fault using errcode = 'check_violation'; end if;
  if old.published_at is not null and new.published_at is null then
    raise exception 'a published event does not become a draft again' using errcode = 'check_violation';
  end if;
  new.version := old.version + 1;
  new.updated_at := app.clock_now();
  return new;
end $$;
create trigger events_guard before update on app.events for each row execute function app.guard_event();

-- Place, contact and end of an event as mails and calendar entries show them. Spaces and missing values make no difference.
create function app.told_details(e app.events) returns text[]
language sql stable set search_path = '' as $$
  select array[
    coalesce(pg_catalog.btrim(e.address_line_1), ''), coalesce(pg_catalog.btrim(e.address_line_2), ''),
    coalesce(pg_catalog.btrim(e.city), ''), coalesce(pg_catalog.btrim(e.postcode), ''), coalesce(pg_catalog.btrim(e.country), ''),
    coalesce(pg_catalog.btrim(e.contact_email), ''), e.ends_at::text]
$$;

create function app.mail_changed_event() returns trigger language plpgsql set search_path = '' as $$
declare
  v_now timestamptz := app.clock_now();
  a record;
begin
  if new.cancelled_at is not null or app.told_details(new) = app.told_details(old) then return null; end if;
  for a in
    update app.appointments set calendar_sequence = calendar_sequence + 1
     where event_id = new.event_id and status = 'booked' and closed_at is null and slot_end > v_now
    returning appointment_id, calendar_sequence
  loop
    perform booking.enqueue_mail('details-changed', a.appointment_id, a.calendar_sequence, v_now);
  end loop;
  return null;
end $$;
create trigger events_mail_changes after update of address_line_1, address_line_2, city, postcode, country, contact_email, end_time
  on app.events for each row execute function app.mail_changed_event();

-- Why appointments forbid a change of their event, or null. The guard of the table calls it, and the import calls it for all its rows before it locks
-- one (OPS-02). Held and booked places count; an expired hold does not. An event does not begin to need the NHS number while a patient without one
-- has a place.
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
  if p_old.closed_at is not null and (p_new.event_on, p_new.start_time, p_new.end_time, p_new.session_minutes)
      is distinct from (p_old.event_on, p_old.start_time, p_old.end_time, p_old.session_minutes) then
    return 'a closed event keeps its date and times';
  end if;
  if (p_new.event_on, p_new.start_time, p_new.session_minutes)
      is distinct from (p_old.event_on, p_old.start_time, p_old.session_minutes) then
    if v_taken > 0 then return 'an event with appointments keeps its date, start and session length'; end if;
    -- Patients without an appointment (CLI-06).
    if exists (select from app.samples where event_id = p_old.event_id) or exists (select from app.desk_records where event_id = p_old.event_id) then
      return 'an event with recorded patients keeps its date, start and session length';
    end if;
  end if;
  if v_last > v_ends_at then return 'an event cannot end before its last appointment'; end if;
  if app.needs_nhs_number(p_new.lab_name) and not app.needs_nhs_number(p_old.lab_name) and exists (
    select from app.appointments a join app.profiles p on p.profile_id = a.profile_id
     where a.event_id = p_old.event_id and a.status = 'booked' and p.nhs_number_sealed is null)
  then return 'lab_name cannot be ESNEFT: a patient without an NHS number is booked'; end if;
  return null;
end $$;

-- 'access-code-required' without a grant of a private event (EVD-05).
create function booking.code_refusal(e app.events, p_profile bigint, p_now timestamptz, p_locks boolean) returns text
language plpgsql set search_path = '' as $$
declare
  c app.access_codes;
  v_others bigint;
begin
  select ac.* into c from app.access_grants g join app.access_codes ac using (code_id)
   where g.profile_id = p_profile and g.event_id = e.event_id;
  if p_locks then select * into c from app.access_codes where code_id = c.code_id for no key update; end if;
  if c.code_id is null or not app.code_is_open(c, p_now) then return 'access-code-required'; end if;
  if c.most_uses is null then return null; end if;
  -- Separate statements, so that they see what the last transaction with this lock committed.
  select pg_catalog.count(distinct a.profile_id) into v_others from app.appointments a
   where a.access_code_id = c.code_id and a.status in ('booked', 'attended', 'no_show') and a.profile_id <> p_profile;
  if not exists (select from app.appointments a where a.profile_id = p_profile and a.event_id = e.event_id
      and a.status = 'held' and a.hold_expires_at > p_now) then
    v_others := v_others + (select pg_catalog.count(*) from app.appointments a join app.access_grants g using (profile_id, event_id)
      where g.code_id = c.code_id and a.event_id = e.event_id and a.status = 'held' and a.hold_expires_at > p_now
        and not exists (select from app.appointments b where b.access_code_id = c.code_id and b.profile_id = a.profile_id
          and b.status in ('booked', 'attended', 'no_show')));
  end if;
  if v_others >= c.most_uses then return 'access-code-used-up'; end if;
  return null;
end $$;

-- Why the NHS number of the patient forbids the event, or null: nhs-number-required (there is none), nhs-number-check (the patient has
-- to call us about it, because another profile has the same).
create function booking.number_refusal(e app.events, p_profile bigint, p_now timestamptz) returns text
language sql stable
  return case when app.needs_nhs_number(e.lab_name) then
    (select case when p.nhs_number_sealed is null then 'nhs-number-required' when app.shares_nhs_number(p) then 'nhs-number-check' end
       from (select) one left join app.profiles p on p.profile_id = p_profile) end;

-- Why the patient may not book the event, or null: every rule of a booking beyond order and capacity, one function for each. They run under the locks of profile and event, for every hold and booking, so the row is tested first: an ordinary event costs nothing more.
-- Volatile, because with p_locks it takes the code's lock.
create function booking.entry_refusal(e app.events, p_profile bigint, p_now timestamptz, p_locks boolean default true) returns text
language sql volatile
  return coalesce(
    case when e.is_private then booking.code_refusal(e, p_profile, p_now, p_locks) end,
    case when app.needs_nhs_number(e.lab_name) then booking.number_refusal(e, p_profile, p_now) end);

create function app.code_is_open(c app.access_codes, p_now timestamptz) returns boolean language sql immutable
  return (c).revoked_at is null and coalesce((c).valid_from <= p_now, true) and coalesce(p_now < (c).valid_until, true);

-- Whether the patient could book with this code: it is open and has a use left, or is the code of a place that they booked.
create function app.code_serves(p_code uuid, p_profile bigint, p_now timestamptz) returns boolean language sql stable
  return exists (select from app.access_codes c where c.code_id = p_code and app.code_is_open(c, p_now)
    and (c.most_uses is null or c.used < c.most_uses or exists (select from app.appointments a
      where a.access_code_id = c.code_id and a.profile_id = p_profile and a.status in ('booked', 'attended', 'no_show'))));

-- Counts the booked patients of a code, each once, however often they book. A cancelled place gives its use back; an attended or
-- missed one has used it.
create function app.count_code_use() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  c_used constant text[] := array['booked', 'attended', 'no_show'];
  v_code uuid;
begin
  -- Volatile: the other rows of the same statement that were changed before this one are seen as they are now.
  if tg_op <> 'INSERT' and old.status = any (c_used) and (tg_op = 'DELETE' or new.status <> all (c_used)) then
    if old.access_code_id is not null then
      update app.access_codes set used = used - 1 where code_id = old.access_code_id
         and not exists (select from app.appointments a where a.access_code_id = old.access_code_id
           and a.profile_id = old.profile_id and a.status = any (c_used) and a.appointment_id <> old.appointment_id);
    end if;
  elsif tg_op <> 'DELETE' and new.status = any (c_used) and (tg_op = 'INSERT' or old.status <> all (c_used)) then
    select g.code_id into v_code from app.access_grants g
     where g.profile_id = new.profile_id and g.event_id = new.event_id
       and exists (select from app.events e where e.event_id = new.event_id and e.is_private);
    if found then
      new.access_code_id := v_code;
      update app.access_codes set used = used + 1 where code_id = v_code
         and not exists (select from app.appointments a where a.access_code_id = v_code
           and a.profile_id = new.profile_id and a.status = any (c_used) and a.appointment_id <> new.appointment_id);
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger appointments_count_code_insert before insert on app.appointments
  for each row when (new.status in ('booked', 'attended', 'no_show')) execute function app.count_code_use();
create trigger appointments_count_code_delete before delete on app.appointments
  for each row when (old.status in ('booked', 'attended', 'no_show')) execute function app.count_code_use();
create trigger appointments_count_code_update before update of status on app.appointments
  for each row when (old.status is distinct from new.status) execute function app.count_code_use();
