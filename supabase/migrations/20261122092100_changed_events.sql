-- A change of what booked patients were told about an event is mailed to them in the same transaction (BOOK-10). Date, start and
-- length do not change while there are appointments (app.guard_event).

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

revoke all on function app.told_details(app.events), app.mail_changed_event() from public;
