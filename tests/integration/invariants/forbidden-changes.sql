-- I5 over the whole history that history.sql records: each statement returns the changes that violate it.

select 'I5 created in a later status' as violated, change_id, appointment_id, after ->> 'status' as status
  from watch.changes where before is null and after ->> 'status' <> 'held';

select 'I5 an appointment was deleted' as violated, change_id, appointment_id
  from watch.changes where after is null;

select 'I5 a change of status that is not listed' as violated, change_id, appointment_id,
       before ->> 'status' as was, after ->> 'status' as became
  from watch.changes
 where before ->> 'status' <> after ->> 'status'
   and (before ->> 'status', after ->> 'status') not in (
     ('held', 'booked'), ('held', 'cancelled'), ('held', 'expired'),
     ('booked', 'cancelled'), ('booked', 'attended'), ('booked', 'no_show'));

select 'I5 booked after the hold had expired' as violated, change_id, appointment_id
  from watch.changes
 where before ->> 'status' = 'held' and after ->> 'status' = 'booked'
   and (after ->> 'booked_at')::timestamptz >= (before ->> 'hold_expires_at')::timestamptz;

select 'I5 expired before its time' as violated, change_id, appointment_id
  from watch.changes
 where before ->> 'status' = 'held' and after ->> 'status' = 'expired' and (after ->> 'hold_expires_at')::timestamptz > at;

select 'I5 moved to another patient or event, or while not booked' as violated, change_id, appointment_id
  from watch.changes
 where before is not null and after is not null
   and (before -> 'profile_id' <> after -> 'profile_id' or before -> 'event_id' <> after -> 'event_id'
     or (before ->> 'status' <> 'booked'
       and (before -> 'slot_start' <> after -> 'slot_start' or before -> 'place_no' <> after -> 'place_no')));
