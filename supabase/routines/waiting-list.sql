-- The waiting list of a full event (WAIT-01 to WAIT-03, docs/decisions/033-waiting-list.md).
--
-- A place that a waiting patient fits is kept from the moment it is free: waiting_served counts how many of those who wait could have
-- a place, and whatever another patient takes or moves to must not lower that number. A separate job then offers the place as a
-- hold with a longer end; it is queued in the transaction that frees the place. Locks: profile, then event, then the appointment,
-- then the entry of the list.

-- How many waiting patients other than p_without could have a place, if p_freed were free and p_taken were taken as well. The
-- greatest number of patients with a place is the least cut between patients, parts of the day and places (the max-flow min-cut
-- theorem): for each set of parts, the free places in it and the patients whom it does not satisfy.
create function booking.waiting_served(e app.events, p_without bigint, p_now timestamptz,
  p_freed timestamptz default null, p_taken timestamptz default null) returns int
language plpgsql stable set search_path = '' as $$
declare
  v_spaces int;
  v_served int;
begin
  if not exists (select from app.waiting_entries where event_id = e.event_id and ended_at is null) then return 0; end if;
  v_spaces := booking.free_spaces(e, p_now) + (p_freed is not null)::int - (p_taken is not null)::int;
  if v_spaces <= 0 then return 0; end if;
  with change as (
    select part, pg_catalog.sum(free) as free from (
      select booking.part_of_day(slot) as part, free from booking.free_slots(e, p_now)
      union all select booking.part_of_day(p_freed), 1 where p_freed > p_now
      union all select booking.part_of_day(p_taken), -1 where p_taken is not null) places
     group by part),
  waiting as (
    select parts, pg_catalog.count(*) as patients from booking.waiting_patients(e, p_now)
     where profile_id is distinct from p_without group by parts)
  select pg_catalog.min(
      coalesce((select pg_catalog.sum(free) from change where part & cut.parts <> 0), 0)
      + coalesce((select pg_catalog.sum(patients) from waiting where parts & (7 - cut.parts) <> 0), 0))
    into v_served from pg_catalog.generate_series(0, 7) as cut (parts);
  return least(v_spaces, v_served);
end $$;

-- The places of the event that are kept for waiting patients other than this one (null: for all).
create function booking.kept_places(e app.events, p_profile bigint, p_now timestamptz) returns int
language sql stable set search_path = '' as $$
  select booking.waiting_served(e, p_profile, p_now)
$$;

create function app.guard_waiting_entry() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.ended_at is not null or new.profile_id <> old.profile_id or new.event_id <> old.event_id or new.turn <> old.turn then
    raise exception 'an entry of a waiting list keeps its patient, event and turn, and ends once' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger waiting_entries_guard before update on app.waiting_entries
  for each row execute function app.guard_waiting_entry();

-- The part of the day of a slot, as one bit: 1 morning, 2 afternoon, 4 evening (partOfDay in src/events/rules/slot.ts).
create function booking.part_of_day(p_slot timestamptz) returns int language sql immutable
  return case when (p_slot at time zone 'Europe/London')::time < '12:00' then 1
              when (p_slot at time zone 'Europe/London')::time < '17:00' then 2 else 4 end;

-- The slots of an event that have not begun and have a free place, with the number of places. Of a label that occurs twice on the
-- night the clocks go back only the first (BOOK-03).
create function booking.free_slots(e app.events, p_now timestamptz) returns table (slot timestamptz, free int)
language sql stable set search_path = '' as $$
  select s.slot, (e.places_per_slot - pg_catalog.count(a.appointment_id))::int
    from (
      select pg_catalog.min(t) as slot
        from pg_catalog.generate_series(e.starts_at, e.ends_at - pg_catalog.make_interval(mins => e.session_minutes),
          pg_catalog.make_interval(mins => e.session_minutes)) t
       where e.end_time is not null
       group by t at time zone 'Europe/London') s
    left join app.appointments a
      on a.event_id = e.event_id and a.slot_start = s.slot
     and (a.status in ('booked', 'attended', 'no_show') or (a.status = 'held' and a.hold_expires_at > p_now))
   where s.slot > p_now
   group by s.slot having pg_catalog.count(a.appointment_id) < e.places_per_slot
$$;

-- The free places of an event.
create function booking.free_spaces(e app.events, p_now timestamptz) returns int
language sql stable set search_path = '' as $$
  select (e.total_spaces - pg_catalog.count(*))::int from app.appointments a
   where a.event_id = e.event_id
     and (a.status in ('booked', 'attended', 'no_show') or (a.status = 'held' and a.hold_expires_at > p_now))
$$;

-- Whether another offer would not reach the patient: the mail of an offer to this entry was given up, or three offers ended before their mails
-- were sent and no other mail to the patient has been sent since. An ended offer that left its entry had no mail.
create function booking.is_out_of_reach(p_waiting uuid) returns boolean language sql stable
  return exists (
    select from app.appointments a join app.jobs j on j.kind = 'mail' and j.dedupe_key = 'place-offered:' || a.appointment_id || ':0'
     where a.waiting_id = p_waiting and j.failed_at is not null and j.done_at is null)
  or 3 <= (
    select pg_catalog.count(*) from app.appointments a
     where a.waiting_id = p_waiting and a.status = 'expired'
       and not exists (select from app.jobs j
                        where j.kind = 'mail' and j.recipient = 'profile:' || a.profile_id and j.done_at > a.hold_expires_at
                          and j.superseded_by is null and j.payload ->> 'template' <> 'place-offered'));

-- Whether the mail of an offer was not sent while the offer was live. An offer that the patient moved to another slot has no mail.
create function booking.is_unsent(a app.appointments) returns boolean language sql stable
  return exists (
    select from app.jobs
     where kind = 'mail' and dedupe_key = 'place-offered:' || (a).appointment_id || ':0'
       and (done_at is null or done_at > (a).hold_expires_at));

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

-- The patients who could be offered a place now, with the parts of the day that suit (bits of part_of_day). Left out, without losing
-- their turn, are patients who hold a place anywhere (an offer included), have an upcoming appointment, cannot be reached by mail, or are refused by
-- the event. An expired offer whose row is still held, because another transaction is ending it, is not a hold: its place counts as free, so its
-- patient must count as waiting. Otherwise the place of the next patient on the list looks like a place to spare.
create function booking.waiting_patients(e app.events, p_now timestamptz)
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

-- Whether a place of this slot is kept for a waiting patient: taking it, and giving p_freed back, leaves one of them without a place. p_freed counts
-- only while the patient has that place: a release that committed since the caller read it has freed it already.
create function booking.is_kept(e app.events, p_profile bigint, p_now timestamptz, p_freed timestamptz, p_slot timestamptz)
returns boolean language sql stable set search_path = '' as $$
  select booking.waiting_served(e, p_profile, p_now,
      case when exists (
        select from app.appointments a
         where a.event_id = e.event_id and a.profile_id = p_profile and a.slot_start = p_freed
           and (a.status = 'booked' or (a.status = 'held' and a.hold_expires_at > p_now))) then p_freed end,
      p_slot) < booking.waiting_served(e, p_profile, p_now)
$$;

-- Queues the job that offers the places of an event, if it has a list and is not cancelled. Each job has a unique key: with a shared one transactions
-- would wait for each other. PL/pgSQL, because Postgres plans the body of an SQL function that it cannot inline at each call: 0.29 ms of the
-- 0.74 ms of a hold were spent here and in app.is_being_paid.
create function booking.queue_offers(p_event bigint) returns void language plpgsql set search_path = '' as $$
begin
  if exists (select from app.waiting_entries where event_id = p_event and ended_at is null)
     and exists (select from app.events where event_id = p_event and cancelled_at is null) then
    insert into app.jobs (kind, dedupe_key, payload, run_at, priority)
    values ('offer-places', p_event || ':' || pg_catalog.gen_random_uuid(), pg_catalog.jsonb_build_object('event_id', p_event),
            app.clock_now(), 0);
  end if;
end $$;

-- Updates the lists after a change of an appointment: an ended offer ends its entry, unless it expired before its mail was sent;
-- a booking ends all entries of the patient, and a freed place is offered.
create function booking.follow_appointment() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.status = 'held' and new.status <> 'held' and new.waiting_id is not null
     and not (new.status = 'expired' and booking.is_unsent(new)) then
    update app.waiting_entries
       set ended_at = app.clock_now(), ended_because = case
         when new.status = 'booked' then 'booked'
         when new.status = 'expired' then 'offer-expired'
         when new.cancelled_by = 'charity' then 'event-cancelled'
         else 'offer-declined' end
     where waiting_id = new.waiting_id and ended_at is null;
  end if;
  if old.status = 'held' and new.status = 'booked' then
    update app.waiting_entries set ended_at = app.clock_now(), ended_because = 'booked'
     where profile_id = new.profile_id and ended_at is null;
  end if;
  if new.status in ('cancelled', 'expired') or new.slot_start <> old.slot_start then perform booking.queue_offers(new.event_id); end if;
  return null;
end $$;
create trigger appointments_follow_waiting after update of status, slot_start on app.appointments
  for each row when (old.status <> new.status or old.slot_start <> new.slot_start)
  execute function booking.follow_appointment();

-- Mails the end of an entry that the patient did not bring about. No mail for patients who left, booked or let an offer lapse: they know.
create function booking.follow_waiting_entry() returns trigger language plpgsql set search_path = '' as $$
begin
  perform booking.queue_offers(new.event_id);
  if new.ended_because in ('event-closed', 'event-cancelled', 'not-eligible') then
    perform app.queue_mail('waiting-ended:' || new.waiting_id,
      pg_catalog.jsonb_build_object('template', 'waiting-ended', 'waiting_id', new.waiting_id, 'profile_id', new.profile_id),
      'profile:' || new.profile_id, new.ended_at);
  end if;
  return null;
end $$;
create trigger waiting_entries_follow after insert or update on app.waiting_entries
  for each row execute function booking.follow_waiting_entry();

create function booking.follow_event() returns trigger language plpgsql set search_path = '' as $$
begin
  perform booking.queue_offers(new.event_id);
  return null;
end $$;
create trigger events_follow_waiting after update of total_spaces, places_per_slot, start_time, end_time, session_minutes on app.events
  for each row when ((old.total_spaces, old.places_per_slot, old.start_time, old.end_time, old.session_minutes)
    is distinct from (new.total_spaces, new.places_per_slot, new.start_time, new.end_time, new.session_minutes))
  execute function booking.follow_event();

-- Closing an account ends its entries and its access to private events. An erasure deletes both with the profile.
create function app.forget_waiting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from app.waiting_entries where profile_id = new.profile_id;
  delete from app.access_grants where profile_id = new.profile_id;
  return null;
end $$;
create trigger profiles_forget_waiting after update of is_active on app.profiles
  for each row when (old.is_active and not new.is_active) execute function app.forget_waiting();

-- Puts a patient on the list of a full event, or changes the parts of the day of their entry, which keeps its turn. Reasons:
-- event-not-found (also for a draft), event-changed (p_event_version: the version that the caller read), event-cancelled, the reasons of entry_refusal,
-- existing-booking, place-held (a hold of this event), places-free (one could be booked now), waiting-limit (on p_most lists).
create function booking.join_waiting_list(p_event bigint, p_profile bigint, p_mornings boolean, p_afternoons boolean,
  p_evenings boolean, p_most int, p_event_version text, out r_reason text, out r_waiting uuid)
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  v_now timestamptz;
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  select * into e from app.events where event_id = p_event for update;
  if not found or e.published_at is null then r_reason := 'event-not-found'; return; end if;
  v_now := app.clock_now();
  if extract(epoch from e.updated_at)::text <> p_event_version then r_reason := 'event-changed'; return; end if;
  if e.cancelled_at is not null then r_reason := 'event-cancelled'; return; end if;
  r_reason := booking.entry_refusal(e, p_profile, v_now);
  if r_reason is not null then return; end if;
  if booking.has_upcoming(p_profile, v_now) then r_reason := 'existing-booking'; return; end if;
  perform booking.close_ended(p_profile, p_event, v_now);
  update app.waiting_entries set mornings = p_mornings, afternoons = p_afternoons, evenings = p_evenings
   where profile_id = p_profile and event_id = p_event and ended_at is null
  returning waiting_id into r_waiting;
  if found then return; end if;
  if exists (select from app.appointments where profile_id = p_profile and event_id = p_event and status = 'held') then
    r_reason := 'place-held';
    return;
  end if;
  if booking.free_spaces(e, v_now) > booking.kept_places(e, p_profile, v_now)
     and exists (select from booking.free_slots(e, v_now) f where not booking.is_kept(e, p_profile, v_now, null, f.slot)) then
    r_reason := 'places-free';
    return;
  end if;
  if (select pg_catalog.count(*) from app.waiting_entries where profile_id = p_profile and ended_at is null) >= p_most then
    r_reason := 'waiting-limit';
    return;
  end if;
  insert into app.waiting_entries (event_id, profile_id, mornings, afternoons, evenings, joined_at)
  values (p_event, p_profile, p_mornings, p_afternoons, p_evenings, v_now) returning waiting_id into r_waiting;
end $$;

-- Takes a patient off a list; an offer ends with it, and one that is being paid for stays with its entry. Idempotent; the entry of another
-- patient is left as it is.
create function booking.leave_waiting_list(p_waiting uuid, p_profile bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  if exists (select from app.appointments
              where waiting_id = p_waiting and profile_id = p_profile and status = 'held' and unpinned_end is not null) then return; end if;
  update app.appointments set status = 'cancelled', cancelled_at = app.clock_now(), cancelled_by = 'patient'
   where waiting_id = p_waiting and profile_id = p_profile and status = 'held';
  update app.waiting_entries set ended_at = app.clock_now(), ended_because = 'left'
   where waiting_id = p_waiting and profile_id = p_profile and ended_at is null;
end $$;

-- The first patient on the list for whom a place is free now, or no row.
create function booking.first_waiting(e app.events, p_now timestamptz)
returns table (waiting_id uuid, profile_id bigint, parts int)
language sql stable set search_path = '' as $$
  select w.waiting_id, w.profile_id, w.parts
    from booking.waiting_patients(e, p_now) w
   where booking.free_spaces(e, p_now) > 0
     and w.parts & (select pg_catalog.bit_or(booking.part_of_day(slot)) from booking.free_slots(e, p_now)) <> 0
   order by w.turn limit 1
$$;

-- Offers one free place to the first who fits, as a hold until p_expires_at, and queues the mail. Of the slots that suit, the earliest
-- that leaves the most to the others who wait. Reasons: event-not-found, event-changed, nobody-fits, and repeat (its choice changed
-- before it had the locks, or the patient may not be tested at this event and was taken off the list).
create function booking.offer_place(p_event bigint, p_event_version text, p_expires_at timestamptz, p_born_from date, p_born_to date,
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
  -- An expired hold that is locked by another transaction still has the place.
  if v_place is null then r_reason := 'repeat'; return; end if;
  insert into app.appointments
    (event_id, profile_id, slot_start, slot_end, place_no, status, hold_expires_at, idempotency_key, created_at, updated_at,
     is_offer, waiting_id)
  values (p_event, w.profile_id, v_slot, v_slot + pg_catalog.make_interval(mins => e.session_minutes), v_place, 'held',
    p_expires_at, 'offer-' || pg_catalog.gen_random_uuid(), v_now, v_now, true, w.waiting_id)
  returning appointment_id into r_appointment;
  perform booking.enqueue_mail('place-offered', r_appointment, 0, v_now);
end $$;

-- Withdraws an offer that its patient may no longer take: the access code was revoked, or another profile has the same NHS number. The entry
-- stays. An offer that is being paid for is left: the settlement checks again, and returns the money. Returns whether it was withdrawn.
create function booking.withdraw_offer(p_appointment uuid) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  v_profile bigint;
  v_event bigint;
begin
  select profile_id, event_id into v_profile, v_event from app.appointments where appointment_id = p_appointment;
  perform from app.profiles where profile_id = v_profile for no key update;
  select * into e from app.events where event_id = v_event for update;
  if booking.entry_refusal(e, v_profile, app.clock_now(), false) is null then return false; end if;
  -- Without its entry, which would end with it.
  update app.appointments set status = 'cancelled', cancelled_at = app.clock_now(), cancelled_by = 'charity', waiting_id = null
   where appointment_id = p_appointment and status = 'held' and is_offer and unpinned_end is null;
  return found;
end $$;

-- Ends the list of an event that the caller has locked, and mails every patient on it. A patient with an offer keeps it.
create function booking.end_waiting_list(p_event bigint, p_because text, p_now timestamptz) returns int
language sql set search_path = '' as $$
  with ended as (
    update app.waiting_entries w set ended_at = p_now, ended_because = p_because
     where w.event_id = p_event and w.ended_at is null
       and not exists (select from app.appointments a where a.waiting_id = w.waiting_id and a.status = 'held')
    returning 1)
  select pg_catalog.count(*)::int from ended
$$;

-- Ends the list of an event that can no longer be booked. Returns how many waited; 0 when the event has changed.
create function booking.close_waiting_list(p_event bigint, p_event_version text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_version text;
begin
  select extract(epoch from updated_at)::text into v_version from app.events where event_id = p_event for update;
  if v_version is distinct from p_event_version then return 0; end if;
  return booking.end_waiting_list(p_event, 'event-closed', app.clock_now());
end $$;
