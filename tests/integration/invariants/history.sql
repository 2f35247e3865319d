-- For tests only: records every change of an appointment, so that a forbidden change is found even when a later
-- change hides it.
create schema if not exists watch;
create table if not exists watch.changes (
  change_id bigint generated always as identity primary key,
  at timestamptz not null default app.clock_now(),
  appointment_id uuid not null,
  before jsonb,
  after jsonb
);

create or replace function watch.note() returns trigger language plpgsql as $$
begin
  insert into watch.changes (appointment_id, before, after)
  values (coalesce(new.appointment_id, old.appointment_id), to_jsonb(old), to_jsonb(new));
  return null;
end $$;

create or replace trigger watch_appointments after insert or update or delete on app.appointments
  for each row execute function watch.note();
