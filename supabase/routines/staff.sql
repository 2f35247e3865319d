-- Staff: accounts of the two kinds, and rules that hold whatever the application does (STF-01 to STF-06).

-- A profile makes its account a patient's. An account of staff is refused by the foreign key.
create function app.make_patient_account() returns trigger language plpgsql set search_path = '' as $$
begin
  insert into app.accounts (user_id, kind) values (new.user_id, 'patient') on conflict (user_id) do nothing;
  return new;
end $$;
create trigger profiles_make_account before insert or update of user_id on app.profiles
  for each row execute function app.make_patient_account();

-- The account of an erased profile: the identity provider deletes it too.
create function app.drop_patient_account() returns trigger language plpgsql set search_path = '' as $$
begin
  delete from app.accounts where user_id = old.user_id and kind = 'patient';
  return null;
end $$;
create trigger profiles_drop_account after delete on app.profiles
  for each row execute function app.drop_patient_account();

-- STF-06: at least one administrator stays active once there is one, also when two administrators change each other at the same time.
create function app.guard_administrators() returns trigger language plpgsql set search_path = '' as $$
begin
  if old.state = 'active' and 'administrator' = any(old.roles)
    and (tg_op = 'DELETE' or new.state <> 'active' or not 'administrator' = any(new.roles)) then
    perform from app.staff where state = 'active' and 'administrator' = any(roles) order by staff_id for update;
    if not exists (select from app.staff where state = 'active' and 'administrator' = any(roles) and staff_id <> old.staff_id) then
      raise exception 'STF-06 the last administrator stays active' using errcode = 'check_violation';
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  new.version := old.version + 1;
  new.changed_at := app.clock_now();
  return new;
end $$;
create trigger staff_guard before update or delete on app.staff
  for each row execute function app.guard_administrators();

-- Sessions of staff end with a suspension.
create function app.end_staff_sessions() returns trigger language plpgsql set search_path = '' as $$
begin
  if new.state = 'suspended' and old.state <> 'suspended' then
    update app.sessions set ended_at = app.clock_now() where staff_id = new.staff_id and ended_at is null;
  end if;
  return null;
end $$;
create trigger staff_end_sessions after update of state on app.staff
  for each row execute function app.end_staff_sessions();
