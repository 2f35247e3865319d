-- The waiting list of a full event (WAIT-01 to WAIT-03, docs/decisions/033-waiting-list.md).
--
-- A place that a waiting patient fits is kept from the moment it is free: waiting_served counts how many of those who wait could have
-- a place, and whatever another patient takes or moves to must not lower that number. A job of its own then offers the place as a
-- hold with a longer end; it is queued in the transaction that frees the place. Locks: profile, then event, then the appointment,
-- then the entry of the list.

create table app.waiting_entries (
  waiting_id uuid primary key default gen_random_uuid(),
  -- The order of the list.
  turn bigint generated always as identity unique,
  event_id bigint not null references app.events,
  profile_id bigint not null references app.profiles on delete cascade,
  -- The parts of the day that suit, as of booking.part_of_day.
  mornings boolean not null,
  afternoons boolean not null,
  evenings boolean not null,
  joined_at timestamptz not null,
  ended_at timestamptz,
  ended_because text check (ended_because in
    ('left', 'booked', 'offer-expired', 'offer-declined', 'not-eligible', 'event-closed', 'event-cancelled')),
  constraint waiting_entries_some_part check (mornings or afternoons or evenings),
  constraint waiting_entries_end check ((ended_at is null) = (ended_because is null))
);
create unique index waiting_entries_one on app.waiting_entries (profile_id, event_id) where ended_at is null;
create index waiting_entries_by_event on app.waiting_entries (event_id, turn) where ended_at is null;
create index waiting_entries_by_end on app.waiting_entries (ended_at) where ended_at is not null;
alter table app.waiting_entries enable row level security;

alter table app.appointments
  -- Made as an offer of the waiting list, or in place of one: its minutes count for no limit (BOOK-06).
  add column is_offer boolean not null default false,
  -- The entry of the list that a live offer is for, or that it was for when it ended.
  add column waiting_id uuid references app.waiting_entries on delete set null,
  add constraint appointments_offer check (waiting_id is null or is_offer);
create unique index appointments_one_offer on app.appointments (waiting_id) where status = 'held';
create index appointments_by_waiting on app.appointments (waiting_id) where waiting_id is not null;

create function app.guard_waiting_entry() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.ended_at is not null or new.profile_id <> old.profile_id or new.event_id <> old.event_id or new.turn <> old.turn then
    raise exception 'an entry of a waiting list keeps its patient, event and turn, and ends once' using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger waiting_entries_guard before update on app.waiting_entries
  for each row execute function app.guard_waiting_entry();

-- The part of the day of a slot, as one bit: 1 morning, 2 afternoon, 4 evening (partOfDay in src/domain/slot.ts).
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

-- The places of an event that nobody has.
create function booking.free_spaces(e app.events, p_now timestamptz) returns int
language sql stable set search_path = '' as $$
  select (e.total_spaces - pg_catalog.count(*))::int from app.appointments a
   where a.event_id = e.event_id
     and (a.status in ('booked', 'attended', 'no_show') or (a.status = 'held' and a.hold_expires_at > p_now))
$$;

-- Whether the patient has a booked appointment that has not ended (BOOK-05).
create function booking.has_upcoming(p_profile bigint, p_now timestamptz) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from app.appointments
                  where profile_id = p_profile and status = 'booked' and closed_at is null and slot_end > p_now)
$$;

-- Whether the mail of an offer to this entry was given up: another offer would not reach the patient. A retry of the job by an operator
-- ends that.
create function booking.is_out_of_reach(p_waiting uuid) returns boolean language sql stable
  return exists (
    select from app.appointments a join app.jobs j on j.kind = 'mail' and j.dedupe_key = 'place-offered:' || a.appointment_id || ':0'
     where a.waiting_id = p_waiting and j.failed_at is not null and j.done_at is null);

-- The patients who could be offered a place now, with the parts of the day that suit (bits of part_of_day). Left out, without losing
-- their turn: who holds a place anywhere, an offer included, who has an upcoming appointment, whom no mail reaches, and whom the event
-- refuses.
create function booking.waiting_patients(e app.events, p_now timestamptz)
returns table (waiting_id uuid, turn bigint, profile_id bigint, parts int)
language sql stable set search_path = '' as $$
  select w.waiting_id, w.turn, w.profile_id, w.mornings::int + 2 * w.afternoons::int + 4 * w.evenings::int
    from app.waiting_entries w
   where w.event_id = e.event_id and w.ended_at is null
     and not exists (select from app.appointments a
                      where a.profile_id = w.profile_id and a.status = 'held'
                        and (a.waiting_id is not null or a.hold_expires_at > p_now))
     and not booking.has_upcoming(w.profile_id, p_now)
     and not booking.is_out_of_reach(w.waiting_id)
     and booking.entry_refusal(e, w.profile_id, p_now, false) is null
$$;

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
create or replace function booking.kept_places(e app.events, p_profile bigint, p_now timestamptz) returns int
language sql stable set search_path = '' as $$
  select booking.waiting_served(e, p_profile, p_now)
$$;

-- Whether a place of this slot is kept for a waiting patient: taking it, and giving p_freed back, leaves one of them without a place.
create function booking.is_kept(e app.events, p_profile bigint, p_now timestamptz, p_freed timestamptz, p_slot timestamptz)
returns boolean language sql stable set search_path = '' as $$
  select booking.waiting_served(e, p_profile, p_now, p_freed, p_slot) < booking.waiting_served(e, p_profile, p_now)
$$;

-- Has the places of an event offered, if it has a list and is not cancelled. A key of its own: a shared one would let transactions wait for each other.
create function booking.queue_offers(p_event bigint) returns void language sql set search_path = '' as $$
  insert into app.jobs (kind, dedupe_key, payload, run_at, priority)
  select 'offer-places', p_event || ':' || pg_catalog.gen_random_uuid(), pg_catalog.jsonb_build_object('event_id', p_event),
         app.clock_now(), 0
   where exists (select from app.waiting_entries where event_id = p_event and ended_at is null)
     and exists (select from app.events where event_id = p_event and cancelled_at is null)
$$;

-- Whether the mail of an offer was not sent while the offer was live. An offer that the patient moved to another slot has no mail.
create function booking.is_unsent(a app.appointments) returns boolean language sql stable
  return exists (
    select from app.jobs
     where kind = 'mail' and dedupe_key = 'place-offered:' || (a).appointment_id || ':0'
       and (done_at is null or done_at > (a).hold_expires_at));

-- What a change of an appointment means for the lists: an offer that ended ends its entry, unless it ran out before its mail was sent;
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

create function booking.follow_waiting_entry() returns trigger language plpgsql set search_path = '' as $$
begin
  perform booking.queue_offers(new.event_id);
  -- Who left, booked or let an offer end knows it.
  if new.ended_because in ('event-closed', 'event-cancelled') then
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
create trigger events_follow_waiting after update of total_spaces, places_per_slot, end_time, session_minutes on app.events
  for each row when ((old.total_spaces, old.places_per_slot, old.end_time, old.session_minutes)
    is distinct from (new.total_spaces, new.places_per_slot, new.end_time, new.session_minutes))
  execute function booking.follow_event();

-- A closed account waits for nothing and keeps no access. An erasure deletes both with the profile.
create function app.forget_waiting() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  delete from app.waiting_entries where profile_id = new.profile_id;
  delete from app.access_grants where profile_id = new.profile_id;
  return null;
end $$;
create trigger profiles_forget_waiting after update of is_active on app.profiles
  for each row when (old.is_active and not new.is_active) execute function app.forget_waiting();

-- Puts a patient on the list of a full event, or changes the parts of the day of their entry, which keeps its turn. Reasons:
-- event-not-found, event-changed (p_event_version is what the caller decided from), event-cancelled, those of entry_refusal,
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
  if not found then r_reason := 'event-not-found'; return; end if;
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

-- Takes a patient off a list; an offer ends with it. Idempotent; the entry of another patient is left as it is.
create function booking.leave_waiting_list(p_waiting uuid, p_profile bigint) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform from app.profiles where profile_id = p_profile for no key update;
  update app.appointments set status = 'cancelled', cancelled_at = app.clock_now(), cancelled_by = 'patient'
   where waiting_id = p_waiting and profile_id = p_profile and status = 'held';
  update app.waiting_entries set ended_at = app.clock_now(), ended_because = 'left'
   where waiting_id = p_waiting and profile_id = p_profile and ended_at is null;
end $$;

-- The first patient on the list for whom a place is free now: no row when there is none.
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
-- that leaves the most to the others who wait. Reasons: event-not-found, event-changed, nobody-fits, and repeat: what it had chosen
-- changed before it had the locks, or the patient may not be tested at this event and was taken off the list.
create function booking.offer_place(p_event bigint, p_event_version text, p_expires_at timestamptz, p_born_from date, p_born_to date,
  out r_reason text, out r_appointment uuid)
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  w record;
  v_first uuid;
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
  select first.waiting_id into v_first from booking.first_waiting(e, v_now) first;
  if v_first is distinct from w.waiting_id then r_reason := 'repeat'; return; end if;
  if v_birth is null or v_birth < p_born_from or v_birth > p_born_to then
    update app.waiting_entries set ended_at = v_now, ended_because = 'not-eligible' where waiting_id = w.waiting_id;
    r_reason := 'repeat';
    return;
  end if;
  select slot into v_slot from (
    select pg_catalog.min(f.slot) as slot from booking.free_slots(e, v_now) f
     where booking.part_of_day(f.slot) & w.parts <> 0 group by booking.part_of_day(f.slot)) candidate
   order by booking.waiting_served(e, w.profile_id, v_now, null, slot) desc, slot limit 1;
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

-- Gives back an offer that its patient may no longer take: the access code was revoked, or the NHS number is another's as well. The entry
-- stays. Answers whether it did.
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
   where appointment_id = p_appointment and status = 'held' and is_offer;
  return found;
end $$;

-- Ends the list of an event that the caller has locked, and tells everyone on it. Who has an offer keeps it.
create function booking.end_waiting_list(p_event bigint, p_because text, p_now timestamptz) returns int
language sql set search_path = '' as $$
  with ended as (
    update app.waiting_entries w set ended_at = p_now, ended_because = p_because
     where w.event_id = p_event and w.ended_at is null
       and not exists (select from app.appointments a where a.waiting_id = w.waiting_id and a.status = 'held')
    returning 1)
  select pg_catalog.count(*)::int from ended
$$;

-- Ends the list of an event that can no longer be booked. Answers how many waited; none when the event has changed.
create function booking.close_waiting_list(p_event bigint, p_event_version text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_version text;
begin
  select extract(epoch from updated_at)::text into v_version from app.events where event_id = p_event for update;
  if v_version is distinct from p_event_version then return 0; end if;
  return booking.end_waiting_list(p_event, 'event-closed', app.clock_now());
end $$;

drop function booking.hold_slot(bigint, timestamptz, bigint, text, int, int, text, boolean, date, date);
-- Holds a place for p_minutes. Reasons: event-not-found, event-cancelled, slot-not-found, event-passed (the slot has begun),
-- existing-booking, event-full, slot-taken, key-reused, those of entry_refusal; hold-limit when the patient would keep places of
-- this event for more than p_held_most minutes in 24 hours. A second hold replaces the first in the same transaction; of the same
-- event, it lasts for what is left of p_held_most, if that is less. The same key or slot again answers the live hold.
-- r_expires_at: when the hold ends.
--
-- An offer of the waiting list is a hold too, which counts for no limit: another slot of its event keeps its end, and a slot of
-- another event replaces it only with p_gives_up_offer (reason offer-open). What is kept for patients who wait is refused.
--
-- The caller may pass what it decided from the event before the locks: p_event_version, the version that it read (reason
-- event-changed when there is another now), p_closed, past the cut-off (booking-closed, except for a live hold of this slot),
-- and the first and last birth date that may be tested (birth-date-missing, age-restricted).
create function booking.hold_slot(p_event bigint, p_slot timestamptz, p_profile bigint, p_key text, p_minutes int,
  p_held_most int default null, p_event_version text default null, p_closed boolean default false,
  p_born_from date default null, p_born_to date default null, p_gives_up_offer boolean default false,
  out r_reason text, out r_appointment uuid, out r_expires_at timestamptz, out r_is_offer boolean)
language plpgsql security definer set search_path = '' as $$
declare
  e app.events;
  a app.appointments;
  old app.appointments;
  v_now timestamptz;
  v_birth date;
  v_has_booking boolean := false;
  v_has_ended boolean := false;
  v_key_status text;
  v_keeps_offer boolean;
  v_held_seconds numeric := 0;
  v_seconds numeric := p_minutes * 60;
  v_expired int;
  v_taken int;
  v_places int[];
  v_place int := 1;
begin
  select birth_date into v_birth from app.profiles where profile_id = p_profile for no key update;
  select * into e from app.events where event_id = p_event for update;
  if not found then r_reason := 'event-not-found'; return; end if;
  v_now := app.clock_now();
  if extract(epoch from e.updated_at)::text <> p_event_version then r_reason := 'event-changed'; return; end if;

  for a in select * from app.appointments
     where profile_id = p_profile and (idempotency_key = p_key or status = 'held' or (status = 'booked' and closed_at is null)
       or (event_id = p_event and created_at > v_now - interval '25 hours'))
  loop
    if a.status = 'held' and a.hold_expires_at > v_now then old := a;
    elsif a.status = 'booked' and a.closed_at is null and a.slot_end > v_now then v_has_booking := true;
    elsif a.status = 'held' or (a.status = 'booked' and a.closed_at is null) then v_has_ended := true;
    end if;
    if a.event_id = p_event and not a.is_offer then
      v_held_seconds := v_held_seconds + booking.held_seconds(a, v_now - interval '24 hours', v_now);
    end if;
    if a.idempotency_key = p_key then v_key_status := a.status; end if;
  end loop;

  if p_closed and (old.event_id = p_event and old.slot_start = p_slot) is not true then
    r_reason := 'booking-closed';
    return;
  end if;
  if p_born_from is not null and v_birth is null then r_reason := 'birth-date-missing'; return; end if;
  if v_birth < p_born_from or v_birth > p_born_to then r_reason := 'age-restricted'; return; end if;
  r_reason := booking.entry_refusal(e, p_profile, v_now);
  if r_reason is not null then return; end if;
  if v_key_status is not null then
    if old.idempotency_key = p_key and old.event_id = p_event and old.slot_start = p_slot then
      r_appointment := old.appointment_id;
      r_expires_at := old.hold_expires_at;
      r_is_offer := old.is_offer;
    elsif v_key_status = 'booked' then r_reason := 'existing-booking';
    else r_reason := 'key-reused';
    end if;
    return;
  end if;

  if e.cancelled_at is not null then r_reason := 'event-cancelled'; return; end if;
  if not booking.is_slot(e, p_slot) then r_reason := 'slot-not-found'; return; end if;
  if p_slot <= v_now then r_reason := 'event-passed'; return; end if;
  if v_has_booking then r_reason := 'existing-booking'; return; end if;
  if old.event_id = p_event and old.slot_start = p_slot then
    r_appointment := old.appointment_id;
    r_expires_at := old.hold_expires_at;
    r_is_offer := old.is_offer;
    return;
  end if;
  if old.is_offer and old.event_id <> p_event and not p_gives_up_offer then r_reason := 'offer-open'; return; end if;
  v_keeps_offer := old.is_offer and old.event_id = p_event;
  -- A change of time is not refused for minutes that it can do without: the live hold of this event counts only until now.
  if old.event_id = p_event and v_held_seconds < p_held_most * 60 then
    v_seconds := least(v_seconds, p_held_most * 60 - v_held_seconds);
  end if;
  if v_held_seconds + v_seconds > p_held_most * 60 and v_keeps_offer is not true then r_reason := 'hold-limit'; return; end if;

  if v_has_ended then perform booking.close_ended(p_profile, p_event, v_now); end if;
  -- Counted twice only when there are holds of others to expire: the event's lock keeps others from taking places meanwhile.
  loop
    select pg_catalog.count(*), pg_catalog.count(*) filter (where status = 'held' and hold_expires_at <= v_now),
           pg_catalog.array_agg(place_no) filter (where slot_start = p_slot)
      into v_taken, v_expired, v_places
      from app.appointments
     where event_id = p_event and status in ('held', 'booked', 'attended', 'no_show')
       and appointment_id is distinct from old.appointment_id;
    exit when v_expired = 0 or v_has_ended;
    perform booking.close_ended(p_profile, p_event, v_now);
    v_has_ended := true;
  end loop;
  if v_taken >= e.total_spaces then r_reason := 'event-full'; return; end if;
  -- The hold that is replaced frees its place only now: its slot is another one.
  while v_place = any (v_places) loop v_place := v_place + 1; end loop;
  if v_place > e.places_per_slot then r_reason := 'slot-taken'; return; end if;
  -- Asked here, so that an event without a list pays for nothing else.
  if exists (select from app.waiting_entries where event_id = p_event and ended_at is null)
     and booking.is_kept(e, p_profile, v_now, case when old.event_id = p_event then old.slot_start end, p_slot) then
    r_reason := case when v_taken + booking.kept_places(e, p_profile, v_now) >= e.total_spaces then 'event-full' else 'slot-taken' end;
    return;
  end if;

  if old.appointment_id is not null or v_has_ended then
    -- Not by its id: whatever changed meanwhile, no other hold of the patient may be left.
    -- An offer that goes on in another slot is taken over by the new hold.
    update app.appointments set status = 'cancelled', cancelled_at = v_now, cancelled_by = 'patient',
           waiting_id = case when v_keeps_offer is not true then waiting_id end
     where profile_id = p_profile and status = 'held';
  end if;
  r_is_offer := coalesce(v_keeps_offer, false);
  r_expires_at := case when v_keeps_offer then old.hold_expires_at else v_now + pg_catalog.make_interval(secs => v_seconds) end;
  insert into app.appointments
    (event_id, profile_id, slot_start, slot_end, place_no, status, hold_expires_at, idempotency_key, created_at, updated_at,
     is_offer, waiting_id)
  values (p_event, p_profile, p_slot, p_slot + pg_catalog.make_interval(mins => e.session_minutes), v_place, 'held',
    r_expires_at, p_key, v_now, v_now, r_is_offer, case when v_keeps_offer then old.waiting_id end)
  returning appointment_id into r_appointment;
end $$;

drop function booking.request_hold(bigint, timestamptz, bigint, text, int, int, text, boolean, date, date, text, bytea, int, int);

-- A request for a hold: counts it, unless p_limit is null, then holds. Further reason: too-many-requests, with r_seconds_left.
create function booking.request_hold(p_event bigint, p_slot timestamptz, p_profile bigint, p_key text, p_minutes int,
  p_held_most int, p_event_version text, p_closed boolean, p_born_from date, p_born_to date,
  p_limit text, p_subject bytea, p_limit_most int, p_limit_seconds int, p_gives_up_offer boolean default false,
  out r_reason text, out r_appointment uuid, out r_expires_at timestamptz, out r_is_offer boolean, out r_seconds_left int)
language plpgsql security definer set search_path = '' as $$
declare
  v_used int;
begin
  if p_limit is not null then
    select l.used, l.seconds_left into v_used, r_seconds_left from app.use_limit(p_limit, p_subject, p_limit_seconds) l;
    if v_used > p_limit_most then r_reason := 'too-many-requests'; return; end if;
  end if;
  select h.r_reason, h.r_appointment, h.r_expires_at, h.r_is_offer into r_reason, r_appointment, r_expires_at, r_is_offer
    from booking.hold_slot(p_event, p_slot, p_profile, p_key, p_minutes, p_held_most, p_event_version, p_closed,
      p_born_from, p_born_to, p_gives_up_offer) h;
end $$;

-- Cancels an event with its holds, its appointments and its waiting list and queues the mails. Answers the number of cancelled appointments.
-- Reasons: event-not-found. Idempotent.
create or replace function booking.cancel_event(p_event bigint, p_operator text default null, p_reason text default null,
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
  -- Every appointment is locked before the first access code is: a cancellation by a patient locks them in this order too.
  perform from app.appointments
    where event_id = p_event and slot_end > v_now and status in ('held', 'booked') order by appointment_id for update;
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
  perform booking.end_waiting_list(p_event, 'event-cancelled', v_now);
  if e.cancelled_at is null or r_freed > 0 then
    insert into app.audit_log (at, action, subject, operator, reason)
    values (v_now, 'event-cancelled', 'event:' || p_event, p_operator, p_reason);
  end if;
end $$;

create or replace function app.mail_priority(p_template text) returns smallint
language sql immutable set search_path = '' as $$
  select case
    -- The patient may be about to travel; an offer ends.
    when p_template in ('event-cancelled', 'details-changed', 'place-offered') then 0
    when p_template in ('booked', 'moved', 'cancelled') then 1
    -- Another person may be changing the account.
    when p_template in ('password-changed', 'email-change-asked', 'email-changed') then 1
    when p_template in ('verify-email', 'email-change-link', 'waiting-ended') then 2
    else 3
  end::smallint
$$;

revoke all on all functions in schema booking, app from public;
