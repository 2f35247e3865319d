-- The details of a patient and their consents. The database has the NHS number only encrypted, so it decides whether there is one and whether two
-- profiles have the same; the service decrypts it and checks its digits (NHS-02).

-- app.append_only names the change that the running function makes: 'erase:<profile id>' or 'reseal'. It protects from mistakes in
-- the application, not from a role that owns the tables. Only the named change is accepted, of no other column or patient. A consent on paper is taken back
-- once (lab.take_back_consent).
create function app.guard_consent() returns trigger language plpgsql set search_path = '' as $$
declare
  v_change text := coalesce(pg_catalog.current_setting('app.append_only', true), '');
begin
  if tg_op = 'DELETE' and v_change = 'erase:' || old.profile_id then return old; end if;
  if tg_op = 'UPDATE' and v_change = 'reseal'
     and pg_catalog.to_jsonb(new) - 'answers_sealed' = pg_catalog.to_jsonb(old) - 'answers_sealed' then return new; end if;
  if tg_op = 'UPDATE' and old.taken_back_at is null and new.taken_back_at is not null
     and pg_catalog.to_jsonb(new) - '{taken_back_at,taken_back_by}'::text[] = pg_catalog.to_jsonb(old) - '{taken_back_at,taken_back_by}'::text[]
  then return new; end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
create trigger consents_append_only before update or delete on app.consents
  for each row execute function app.guard_consent();
create trigger consents_not_truncated before truncate on app.consents
  for each statement execute function app.refuse_change();

create function app.count_profile_version() returns trigger language plpgsql set search_path = '' as $$
begin
  new.version := old.version + case
    when (new.first_name, new.last_name, new.gender, new.birth_date, new.ethnicity, new.occupation, new.phone, new.home_address,
          new.billing_address, new.nhs_number_hash)
      is distinct from (old.first_name, old.last_name, old.gender, old.birth_date, old.ethnicity, old.occupation, old.phone,
          old.home_address, old.billing_address, old.nhs_number_hash)
    then 1 else 0 end;
  return new;
end $$;
create trigger profiles_version before update on app.profiles
  for each row execute function app.count_profile_version();

-- Whether this laboratory needs the number: the same rule as isEsneft in src/events/rules/event.ts.
create function app.needs_nhs_number(p_lab text) returns boolean
language sql immutable
  return coalesce(p_lab ~* 'esneft', false);

-- Whether another profile that is in use has the same number.
create function app.shares_nhs_number(p app.profiles) returns boolean
language sql stable
  return exists (select from app.profiles other
    where other.nhs_number_hash = p.nhs_number_hash and other.profile_id <> p.profile_id and other.is_active);

-- While an appointment needs the number, it can be corrected but not removed. A booking locks the profile, so either the booking finds no
-- number, or this function finds the booking.
create function app.guard_nhs_number() returns trigger language plpgsql set search_path = '' as $$
begin
  if exists (
    select from app.appointments a join app.events e on e.event_id = a.event_id
     where a.profile_id = new.profile_id and a.status = 'booked' and a.closed_at is null and a.slot_end > app.clock_now()
       and app.needs_nhs_number(e.lab_name))
  then
    raise exception 'an upcoming appointment needs the NHS number' using errcode = 'check_violation', constraint = 'profiles_number_needed';
  end if;
  return new;
end $$;
create trigger profiles_guard_nhs_number before update of nhs_number_sealed on app.profiles for each row
  when (old.nhs_number_sealed is not null and new.nhs_number_sealed is null) execute function app.guard_nhs_number();
