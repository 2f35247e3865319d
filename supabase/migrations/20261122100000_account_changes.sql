-- Password reset (AUTH-06) and changes of password and e-mail address (AUTH-13): decision 024.

-- One ask for a code, by one browser: only that browser may try codes for this address.
create table app.password_resets (
  reset_id uuid primary key default gen_random_uuid(),
  -- Of the cookie that the browser got.
  token_hash bytea not null unique,
  -- As typed, in lower case: also addresses without an account.
  email text not null,
  -- Wrong codes of this browser.
  tries smallint not null default 0,
  asked_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_by_email on app.password_resets (email);
alter table app.password_resets enable row level security;

-- A change that the identity provider and this database both have to make. 'started': the provider may have made it already.
create table app.account_changes (
  change_id uuid primary key,
  kind text not null check (kind in ('password', 'email')),
  user_id uuid not null,
  -- Null while the account has no profile.
  profile_id bigint references app.profiles on delete cascade,
  -- The session that asked: it stays signed in when a password changes.
  session_id uuid,
  -- The account's address when the change was asked for.
  email text not null,
  new_email text,
  -- Of the link that is mailed to new_email.
  token_hash bytea unique,
  link_expires_at timestamptz,
  -- Whether the patient had verified the old address when it was changed: then what belongs to that address is theirs.
  was_verified boolean not null default false,
  state text not null check (state in ('asked', 'started', 'done', 'refused', 'replaced')),
  asked_at timestamptz not null,
  ended_at timestamptz,
  check (kind = 'password' or (profile_id is not null and new_email is not null)),
  check ((ended_at is null) = (state in ('asked', 'started')))
);
create unique index account_changes_one_open_email on app.account_changes (profile_id)
  where kind = 'email' and ended_at is null;
create index account_changes_open on app.account_changes (user_id) where ended_at is null;
create index account_changes_by_profile on app.account_changes (profile_id);
alter table app.account_changes enable row level security;

-- Until when this session may choose a new password without the old one: it was opened by the code of a reset.
alter table app.sessions add column reset_until timestamptz;

-- Deletes what names an account or its addresses and no foreign key reaches: also other patients' wish to have the address.
create function app.forget_addresses(p_user uuid, p_email text) returns void language plpgsql set search_path = '' as $$
declare
  v_emails text[] := array(
    select p_email union select pg_catalog.lower(email) from app.account_changes where user_id = p_user and was_verified);
begin
  delete from app.jobs where kind = 'password-code'
    and payload ->> 'id' in (select reset_id::text from app.password_resets where email = any (v_emails));
  delete from app.password_resets where email = any (v_emails);
  delete from app.jobs where payload ->> 'change_id' in (
    select change_id::text from app.account_changes where user_id = p_user or (new_email = p_email and state <> 'started'));
  delete from app.jobs where kind = 'account-change'
    and payload ->> 'id' in (select change_id::text from app.account_changes where user_id = p_user);
  delete from app.account_changes where user_id = p_user or (new_email = p_email and state <> 'started');
end $$;

-- An erasure also removes what no foreign key reaches.
create function app.forget_account() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  perform app.forget_addresses(old.user_id, old.email);
  return old;
end $$;
-- Before: the foreign key deletes the changes, which name the earlier addresses.
create trigger profiles_forget_account before delete on app.profiles
  for each row execute function app.forget_account();

create or replace function app.mail_priority(p_template text) returns smallint
language sql immutable set search_path = '' as $$
  select case
    -- The patient may be about to travel.
    when p_template in ('event-cancelled', 'details-changed') then 0
    when p_template in ('booked', 'moved', 'cancelled') then 1
    -- Another person may be changing the account.
    when p_template in ('password-changed', 'email-change-asked', 'email-changed') then 1
    when p_template in ('verify-email', 'email-change-link') then 2
    else 3
  end::smallint
$$;

-- Queues work that is no mail, due after p_delay; one job per kind and key. Jobs of one p_turns take turns like the mails of one
-- recipient. Codes can be asked for by everyone: they stand behind the mails that are urgent.
create function app.queue_work(p_kind text, p_key text, p_payload jsonb, p_delay interval, p_turns text) returns void
language sql set search_path = '' as $$
  insert into app.jobs (kind, dedupe_key, payload, run_at, recipient, priority, turn_at)
  select p_kind, p_key, p_payload, due, p_turns, case p_kind when 'password-code' then 1 else 0 end, app.next_turn(p_turns, due)
    from (select app.clock_now() + p_delay as due) as at
  on conflict (kind, dedupe_key) do nothing
$$;

revoke all on function app.forget_account(), app.mail_priority(text), app.queue_work(text, text, jsonb, interval, text),
  app.forget_addresses(uuid, text) from public;
