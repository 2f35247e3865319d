-- Postgres keeps the plan of a statement that it made while a table was empty, when any index that fits costs the same. "The hold of this patient" and
-- "the booking of this patient" fitted indexes of all holds and of all bookings: each hold that replaced another could read all holds of the site.
-- These indexes now name their own column in the condition, so that only statements about that column fit. They hold the same rows as before
-- (appointments_hold_has_end; slot_start is never null), and appointments_one_offer only the holds that it is about.
drop index app.appointments_one_offer;
create unique index appointments_one_offer on app.appointments (waiting_id) where status = 'held' and waiting_id is not null;
drop index app.appointments_by_hold_end;
create index appointments_by_hold_end on app.appointments (hold_expires_at) where status = 'held' and hold_expires_at is not null;
drop index app.appointments_booked_by_start;
create index appointments_booked_by_start on app.appointments (slot_start) where status = 'booked' and closed_at is null and slot_start is not null;
