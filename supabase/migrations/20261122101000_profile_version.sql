-- The version of the details that a patient edits (PORT-03): a save names the version that it was made from, and changes nothing when
-- there is a newer one. Counted here, so that no change of a detail is missed. A new encryption of the same number is no change.
alter table app.profiles add column version int not null default 1;

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

revoke all on function app.count_profile_version() from public;
