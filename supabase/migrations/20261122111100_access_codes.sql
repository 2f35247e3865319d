-- Private events (EVD-05, decision 029): several codes per event, and grants, the server's record that a patient or a browser gave one.
-- Lock order: profile, event, code. A code's row is the last lock of a booking.

create table app.access_codes (
  code_id uuid primary key,
  event_id bigint not null references app.events,
  label text not null check (btrim(label) <> ''),
  -- AES-256-GCM by the application, bound to this row; the keyed hash finds a code without decrypting.
  code_sealed bytea not null,
  code_lookup bytea not null,
  -- The booked patients that the code is for; null without a limit.
  most_uses int check (most_uses >= 1),
  used int not null default 0 check (used >= 0),
  valid_from timestamptz,
  valid_until timestamptz,
  revoked_at timestamptz,
  -- From the column access_code of an import: another code in a later import replaces it.
  imported boolean not null default false,
  created_at timestamptz not null,
  constraint access_codes_within_uses check (used <= most_uses),
  constraint access_codes_order check (valid_until > valid_from),
  constraint access_codes_one_per_event unique (event_id, code_lookup),
  constraint access_codes_of_event unique (code_id, event_id)
);
alter table app.access_codes enable row level security;

-- One grant per event of a patient, or of a browser: then only the hash of its cookie's token is known.
create table app.access_grants (
  grant_id uuid primary key default gen_random_uuid(),
  event_id bigint not null,
  code_id uuid not null,
  profile_id bigint references app.profiles on delete cascade,
  token_hash bytea,
  granted_at timestamptz not null,
  expires_at timestamptz,
  constraint access_grants_of_code foreign key (code_id, event_id) references app.access_codes (code_id, event_id),
  constraint access_grants_one_holder check (num_nonnulls(profile_id, token_hash) = 1),
  constraint access_grants_browser_ends check ((token_hash is null) = (expires_at is null))
);
create unique index access_grants_by_patient on app.access_grants (profile_id, event_id) where profile_id is not null;
create unique index access_grants_by_browser on app.access_grants (token_hash, event_id) where token_hash is not null;
create index access_grants_by_code on app.access_grants (code_id);
alter table app.access_grants enable row level security;

-- The code that a booked place uses up: set by the trigger below.
alter table app.appointments add column access_code_id uuid references app.access_codes;
create index appointments_by_code on app.appointments (access_code_id) where access_code_id is not null;

-- The codes of an event were hashes that nothing can be looked up by, and no patient could enter one.
alter table app.events drop constraint events_private_needs_code, drop column access_code_hash;

create function app.code_is_open(c app.access_codes, p_now timestamptz) returns boolean language sql immutable
  return (c).revoked_at is null and coalesce((c).valid_from <= p_now, true) and coalesce(p_now < (c).valid_until, true);

-- Whether the patient could book with this code: it is open and has a use left, or is the code of a place that they booked.
create function app.code_serves(p_code uuid, p_profile bigint, p_now timestamptz) returns boolean language sql stable
  return exists (select from app.access_codes c where c.code_id = p_code and app.code_is_open(c, p_now)
    and (c.most_uses is null or c.used < c.most_uses or exists (select from app.appointments a
      where a.access_code_id = c.code_id and a.profile_id = p_profile and a.status in ('booked', 'attended', 'no_show'))));

-- Reasons: access-code-required; access-code-used-up when others have every use of the patient's code, or have them on hold while the
-- patient holds no place here yet. With p_locks the code's row stays locked until the transaction ends: what is counted here is still
-- true when the place is taken. The caller has locked profile and event then; without, for those who only look or have locked the
-- event for update, which keeps every booking of it away.
drop function booking.entry_refusal(app.events, bigint, timestamptz);
drop function booking.code_refusal(app.events, bigint, timestamptz);
create function booking.code_refusal(e app.events, p_profile bigint, p_now timestamptz, p_locks boolean) returns text
language plpgsql set search_path = '' as $$
declare
  c app.access_codes;
  v_others bigint;
begin
  select ac.* into c from app.access_grants g join app.access_codes ac using (code_id)
   where g.profile_id = p_profile and g.event_id = e.event_id;
  if p_locks then select * into c from app.access_codes where code_id = c.code_id for no key update; end if;
  if c.code_id is null or not app.code_is_open(c, p_now) then return 'access-code-required'; end if;
  if c.most_uses is null then return null; end if;
  -- Statements of their own: they see what the last transaction with this lock committed.
  select pg_catalog.count(distinct a.profile_id) into v_others from app.appointments a
   where a.access_code_id = c.code_id and a.status in ('booked', 'attended', 'no_show') and a.profile_id <> p_profile;
  if not exists (select from app.appointments a where a.profile_id = p_profile and a.event_id = e.event_id
      and a.status = 'held' and a.hold_expires_at > p_now) then
    v_others := v_others + (select pg_catalog.count(*) from app.appointments a join app.access_grants g using (profile_id, event_id)
      where g.code_id = c.code_id and a.event_id = e.event_id and a.status = 'held' and a.hold_expires_at > p_now
        and not exists (select from app.appointments b where b.access_code_id = c.code_id and b.profile_id = a.profile_id
          and b.status in ('booked', 'attended', 'no_show')));
  end if;
  if v_others >= c.most_uses then return 'access-code-used-up'; end if;
  return null;
end $$;

-- Volatile, because with p_locks it takes the code's lock.
create function booking.entry_refusal(e app.events, p_profile bigint, p_now timestamptz, p_locks boolean default true) returns text
language sql volatile
  return coalesce(
    case when e.is_private then booking.code_refusal(e, p_profile, p_now, p_locks) end,
    case when e.lab_name ilike '%esneft%' then booking.number_refusal(e, p_profile, p_now) end);

-- Counts the booked patients of a code, each once, however often they book. A cancelled place gives its use back; an attended or
-- missed one has used it.
create function app.count_code_use() returns trigger language plpgsql security definer set search_path = '' as $$
declare
  c_used constant text[] := array['booked', 'attended', 'no_show'];
  v_code uuid;
begin
  -- Volatile: the other rows of the same statement that were changed before this one are seen as they are now.
  if tg_op <> 'INSERT' and old.status = any (c_used) and (tg_op = 'DELETE' or new.status <> all (c_used)) then
    if old.access_code_id is not null then
      update app.access_codes set used = used - 1 where code_id = old.access_code_id
         and not exists (select from app.appointments a where a.access_code_id = old.access_code_id
           and a.profile_id = old.profile_id and a.status = any (c_used) and a.appointment_id <> old.appointment_id);
    end if;
  elsif tg_op <> 'DELETE' and new.status = any (c_used) and (tg_op = 'INSERT' or old.status <> all (c_used)) then
    select g.code_id into v_code from app.access_grants g
     where g.profile_id = new.profile_id and g.event_id = new.event_id
       and exists (select from app.events e where e.event_id = new.event_id and e.is_private);
    if found then
      new.access_code_id := v_code;
      update app.access_codes set used = used + 1 where code_id = v_code
         and not exists (select from app.appointments a where a.access_code_id = v_code
           and a.profile_id = new.profile_id and a.status = any (c_used) and a.appointment_id <> new.appointment_id);
    end if;
  end if;
  if tg_op = 'DELETE' then return old; end if;
  return new;
end $$;
create trigger appointments_count_code_insert before insert on app.appointments
  for each row when (new.status in ('booked', 'attended', 'no_show')) execute function app.count_code_use();
create trigger appointments_count_code_delete before delete on app.appointments
  for each row when (old.status in ('booked', 'attended', 'no_show')) execute function app.count_code_use();
create trigger appointments_count_code_update before update of status on app.appointments
  for each row when (old.status is distinct from new.status) execute function app.count_code_use();

-- As before, with the access codes.
create or replace function app.reseal(p_table text, p_rows text[], p_old bytea[], p_new bytea[], p_key text, p_operator text) returns int
language plpgsql security definer set search_path = '' as $$
declare
  v_count int;
  v_id text := case pg_catalog.split_part(p_table, '.', 1) when 'profiles' then 'user_id' when 'enquiries' then 'enquiry_id'
    when 'consents' then 'consent_id' when 'lab_rows' then 'row_id' when 'samples' then 'sample_id'
    when 'results' then 'result_id' when 'gradings' then 'grading_id' when 'access_codes' then 'code_id' end;
  v_column text := case p_table when 'profiles' then 'nhs_number_sealed' when 'enquiries' then 'content_sealed'
    when 'consents' then 'answers_sealed' when 'lab_rows' then 'row_sealed' when 'samples' then 'patient_name_sealed'
    when 'access_codes' then 'code_sealed' else pg_catalog.split_part(p_table, '.', 2) end;
begin
  if coalesce(pg_catalog.btrim(p_operator), '') = '' then
    raise exception 'a new encryption names its operator' using errcode = 'check_violation';
  end if;
  if v_id is null or v_column not like '%\_sealed' then
    raise exception '% has no encrypted values', p_table using errcode = 'check_violation';
  end if;
  perform pg_catalog.set_config('app.append_only', 'reseal', true);
  execute pg_catalog.format('update app.%1$I t set %2$I = v.new
      from unnest($1, $2, $3) as v (id, old, new)
     where t.%3$I = v.id::uuid and t.%2$I = v.old', pg_catalog.split_part(p_table, '.', 1), v_column, v_id)
    using p_rows, p_old, p_new;
  get diagnostics v_count = row_count;
  perform pg_catalog.set_config('app.append_only', '', true);
  insert into app.audit_log (at, action, subject, operator)
  values (app.clock_now(), 'resealed', p_table || ':' || v_count || ' values, key ' || p_key, p_operator);
  return v_count;
end $$;

revoke all on all functions in schema booking, app from public;
