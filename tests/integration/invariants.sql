-- Rules that hold for the bookings at all times. Each statement returns the rows that violate its rule; a consistent
-- database returns no rows. Run it against any migrated database: psql "$DATABASE_URL" -f tests/integration/invariants.sql
-- "Live" is a booked place, a used one, or a hold that has not expired.

-- I1: never more live appointments in a slot than it has places.
select 'I1 more patients in a slot than places' as violated, a.event_id, a.slot_start, count(*) as live, e.places_per_slot
  from app.appointments a join app.events e using (event_id)
 where a.status in ('booked', 'attended', 'no_show') or (a.status = 'held' and a.hold_expires_at > app.clock_now())
 group by a.event_id, a.slot_start, e.places_per_slot
having count(*) > e.places_per_slot;

select 'I1 one place twice' as violated, event_id, slot_start, place_no, array_agg(appointment_id) as appointments
  from app.appointments
 where status in ('held', 'booked', 'attended', 'no_show')
 group by event_id, slot_start, place_no
having count(*) > 1;

select 'I1 a place the slot does not have' as violated, a.appointment_id, a.place_no, e.places_per_slot
  from app.appointments a join app.events e using (event_id)
 where a.place_no not between 1 and e.places_per_slot
   and (a.status in ('booked', 'attended', 'no_show') or (a.status = 'held' and a.hold_expires_at > app.clock_now()));

-- A time between slots would overlap two of them and be counted in neither.
select 'I1 a time the event does not offer' as violated, a.appointment_id, a.slot_start, a.slot_end
  from app.appointments a join app.events e using (event_id)
 where (a.status in ('booked', 'attended', 'no_show') or (a.status = 'held' and a.hold_expires_at > app.clock_now()))
   and (not booking.is_slot(e, a.slot_start) or a.slot_end <> a.slot_start + make_interval(mins => e.session_minutes));

-- I2: never more live appointments in an event than total_spaces.
select 'I2 more patients in an event than spaces' as violated, e.event_id, count(*) as live, e.total_spaces
  from app.appointments a join app.events e using (event_id)
 where a.status in ('booked', 'attended', 'no_show') or (a.status = 'held' and a.hold_expires_at > app.clock_now())
 group by e.event_id, e.total_spaces
having count(*) > e.total_spaces;

select 'I2 a place in a cancelled event' as violated, a.appointment_id, a.status, e.cancelled_at
  from app.appointments a join app.events e using (event_id)
 where e.cancelled_at is not null and a.status in ('held', 'booked') and a.slot_end > e.cancelled_at;

-- I3: never two upcoming appointments of one patient.
select 'I3 two upcoming appointments of one patient' as violated, profile_id, array_agg(appointment_id) as appointments
  from app.appointments
 where status = 'booked' and slot_end > app.clock_now()
 group by profile_id
having count(*) > 1;

-- A closed appointment no longer blocks another: none may be closed before it has ended.
select 'I3 closed before its end' as violated, appointment_id, slot_end, closed_at
  from app.appointments
 where closed_at is not null and (closed_at < slot_end or status not in ('booked', 'attended', 'no_show', 'cancelled'));

select 'I3 two holds of one patient' as violated, profile_id, array_agg(appointment_id) as appointments
  from app.appointments
 where status = 'held'
 group by profile_id
having count(*) > 1;

-- I4: an idempotency key has one effect.
select 'I4 one key, two appointments' as violated, profile_id, idempotency_key, array_agg(appointment_id) as appointments
  from app.appointments
 group by profile_id, idempotency_key
having count(*) > 1;

select 'I4 one change, two mails' as violated, payload ->> 'appointment_id' as appointment_id, payload ->> 'template' as template,
       payload ->> 'sequence' as sequence, count(*) as mails
  from app.jobs
 where kind = 'mail' and payload ? 'appointment_id'
 group by 2, 3, 4
having count(*) > 1;

-- I5: only the listed changes of status. The columns of a row must fit a permitted sequence of statuses.
select 'I5 a status without its facts' as violated, appointment_id, status, hold_expires_at, booked_at, cancelled_at
  from app.appointments
 where status not in ('held', 'booked', 'cancelled', 'expired', 'attended', 'no_show')
    or (status in ('held', 'expired') and (hold_expires_at is null or booked_at is not null))
    or (status in ('booked', 'attended', 'no_show') and (booked_at is null or hold_expires_at is not null))
    or (status = 'cancelled') <> (cancelled_at is not null)
    or (status = 'cancelled') <> (cancelled_by is not null);

-- BOOK-06: how long a patient really kept places of one event as holds, in the 24 hours before the end of each hold.
with held as (
  select profile_id, event_id, created_at as since,
         least(app.clock_now(), hold_expires_at, booked_at, case when booked_at is null then cancelled_at end) as until
    from app.appointments)
select 'BOOK-06 places of an event held for more than 45 minutes in 24 hours' as violated, l.profile_id, l.event_id, l.until
  from held l join held h using (profile_id, event_id)
 where h.until > h.since and h.until > l.until - interval '24 hours' and h.since < l.until
 group by l.profile_id, l.event_id, l.until
having sum(least(h.until, l.until) - greatest(h.since, l.until - interval '24 hours')) > interval '45 minutes';
