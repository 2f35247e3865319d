-- Tables of thresholds by age (LAB-13, decision 043). The newest accepted one is in force; its only use is that a colour milder than it needs a
-- second clinician. The application compares, because value and colour are encrypted.
create table app.thresholds (
  thresholds_id uuid primary key,
  -- By age: [[40, 2.5, 10]] is from 40 years, and the lower and the upper threshold in ng/mL.
  bands jsonb not null check (pg_catalog.jsonb_typeof(bands) = 'array' and pg_catalog.jsonb_array_length(bands) > 0),
  proposed_by text not null check (lab.is_clinician(proposed_by)),
  proposed_by_key text not null check (proposed_by_key <> ''),
  proposed_at timestamptz not null,
  accepted_by text check (accepted_by is null or lab.is_clinician(accepted_by)),
  accepted_by_key text check (accepted_by_key <> proposed_by_key and accepted_by_key <> ''),
  accepted_at timestamptz,
  constraint thresholds_accepted check ((accepted_at is null) = (accepted_by is null) and (accepted_at is null) = (accepted_by_key is null))
);
alter table app.thresholds enable row level security;

-- A proposal is accepted once; nothing else changes, so that it can be said which table was in force on a day.
create function app.guard_thresholds() returns trigger language plpgsql set search_path = '' as $$
begin
  if tg_op = 'INSERT' and new.accepted_at is null then return new; end if;
  if tg_op = 'UPDATE' and old.accepted_at is null and new.accepted_at is not null
     and pg_catalog.to_jsonb(new) - '{accepted_by,accepted_by_key,accepted_at}'::text[]
       = pg_catalog.to_jsonb(old) - '{accepted_by,accepted_by_key,accepted_at}'::text[] then
    return new;
  end if;
  raise exception '% is append-only: a proposal is accepted once, by another clinician', tg_table_name using errcode = 'check_violation';
end $$;
create trigger thresholds_append_only before insert or update or delete on app.thresholds
  for each row execute function app.guard_thresholds();
create trigger thresholds_not_truncated before truncate on app.thresholds
  for each statement execute function app.refuse_change();
revoke execute on function app.guard_thresholds() from public;

-- L7: a colour is given by a clinician who did not import the row; the second judgement of a round is by another person. A judgement after
-- another one, and every second one, is of a round that needs two.
create or replace function app.guard_grading() returns trigger language plpgsql set search_path = '' as $$
declare
  r app.results;
begin
  if tg_op = 'DELETE' then
    -- The result may be gone already.
    if pg_catalog.current_setting('app.append_only', true) like 'erase:%' then return old; end if;
  elsif tg_op = 'UPDATE' then
    if lab.is_reseal(pg_catalog.to_jsonb(old), pg_catalog.to_jsonb(new)) then return new; end if;
  else
    select * into r from app.results where result_id = new.result_id;
    if not lab.is_clinician(new.given_by) then
      raise exception 'L7 a colour is given by a clinician' using errcode = 'check_violation';
    end if;
    if new.given_by_key = r.matched_by_key or exists (
      select from app.lab_rows w join app.lab_files f using (file_id) where w.row_id = r.row_id and f.imported_by_key = new.given_by_key) then
      raise exception 'L7 the person who imported a result does not judge it' using errcode = 'check_violation';
    end if;
    if not new.second_needed and (new.reader = 2 or new.round > 1) then
      raise exception 'L9 this judgement needs a second person' using errcode = 'check_violation';
    end if;
    if new.reader = 2 and not exists (
      select from app.gradings g where g.result_id = new.result_id and g.round = new.round and g.reader = 1
         and g.given_by_key <> new.given_by_key) then
      raise exception 'L9 a second judgement follows the first, by another person' using errcode = 'check_violation';
    end if;
    return new;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;
