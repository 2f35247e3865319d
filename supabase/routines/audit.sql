-- AUD-03: a change of samples, results, refunds, events, consents or staff whose transaction has no entry in the audit log fails when the
-- transaction ends. The entries of samples, results and refunds are made by the database; those of the others by the function that changes them.
-- `app.audited_0` to `_255` have the subjects of the transaction's entries, one a line, and the word before the id of each, so that no check reads the
-- log. They are kept by hash, because each check copies what it looks through: a laboratory file of 100,000 rows has 190,000 entries, and is checked in
-- parts (app.settle_audited).

create function app.audited_setting(p_line text) returns text language sql immutable
  return 'app.audited_' || (pg_catalog.hashtext(p_line) & 255)::text;

create function app.note_audited() returns trigger language plpgsql set search_path = '' as $$
begin
  perform pg_catalog.set_config(n.setting, coalesce(nullif(pg_catalog.current_setting(n.setting, true), ''), E'\n') || n.lines, true)
    from (select app.audited_setting(l.line) as setting, pg_catalog.string_agg(l.line || E'\n', '') as lines
            from (select subject from fresh union select pg_catalog.split_part(subject, ':', 1) || ':' from fresh) l (line) group by 1) n;
  return null;
end $$;
create trigger audit_log_note_audited after insert on app.audit_log referencing new table as fresh
  for each statement execute function app.note_audited();

create function app.is_audited(p_line text) returns boolean language sql stable
  return coalesce(pg_catalog.strpos(pg_catalog.current_setting(app.audited_setting(p_line), true), E'\n' || p_line || E'\n') > 0, false);

-- Arguments: the word before the id in a subject, the column of the id, and the word of an entry about many rows ('events:3 created').
create function app.check_audited() returns trigger language plpgsql set search_path = '' as $$
declare
  v_row jsonb;
begin
  if tg_op = 'DELETE' then v_row := pg_catalog.to_jsonb(old); else v_row := pg_catalog.to_jsonb(new); end if;
  if not app.is_audited(tg_argv[0] || ':' || (v_row ->> tg_argv[1])) and (tg_nargs < 3 or not app.is_audited(tg_argv[2] || ':')) then
    raise exception 'AUD-03 a change of % has its entry in the audit log', tg_table_name
      using errcode = 'check_violation', constraint = tg_name;
  end if;
  return null;
end $$;

-- Checks the changes of the transaction so far, and forgets its entries, so that each check searches the entries of one part only. A later change needs an
-- entry of its own.
create function app.settle_audited() returns void language plpgsql set search_path = '' as $$
begin
  set constraints all immediate;
  set constraints all deferred;
  perform pg_catalog.set_config(s.setting, '', true) from (select 'app.audited_' || n as setting from pg_catalog.generate_series(0, 255) n) s
    where pg_catalog.current_setting(s.setting, true) <> '';
end $$;

create constraint trigger samples_audited_insert after insert on app.samples deferrable initially deferred
  for each row execute function app.check_audited('sample', 'sample_id');
create constraint trigger samples_audited_update after update on app.samples deferrable initially deferred
  for each row when (old.state <> new.state) execute function app.check_audited('sample', 'sample_id');
create constraint trigger samples_audited_delete after delete on app.samples deferrable initially deferred
  for each row execute function app.check_audited('profile', 'profile_id');

create constraint trigger results_audited_insert after insert on app.results deferrable initially deferred
  for each row execute function app.check_audited('result', 'result_id');
create constraint trigger results_audited_update after update on app.results deferrable initially deferred
  for each row when ((old.state, old.judgement_mac, old.refused_by_lab_at, old.held, old.changed_by, old.changed_at)
    is distinct from (new.state, new.judgement_mac, new.refused_by_lab_at, new.held, new.changed_by, new.changed_at))
  execute function app.check_audited('result', 'result_id');
create constraint trigger results_audited_delete after delete on app.results deferrable initially deferred
  for each row execute function app.check_audited('profile', 'profile_id');

-- Refunds go with their payment only (app.guard_refund).
create constraint trigger refunds_audited_insert after insert on app.refunds deferrable initially deferred
  for each row execute function app.check_audited('payment', 'payment_id');
create constraint trigger refunds_audited_update after update on app.refunds deferrable initially deferred
  for each row when (old.state <> new.state) execute function app.check_audited('payment', 'payment_id');

create constraint trigger events_audited_insert after insert or delete on app.events deferrable initially deferred
  for each row execute function app.check_audited('event', 'event_id', 'events');
create constraint trigger events_audited_update after update on app.events deferrable initially deferred
  for each row when (pg_catalog.to_jsonb(old) - '{version,updated_at}'::text[] <> pg_catalog.to_jsonb(new) - '{version,updated_at}'::text[])
  execute function app.check_audited('event', 'event_id', 'events');

-- Consents are append-only, but for one that is taken back; a new encryption has its own entry.
create constraint trigger consents_audited_insert after insert on app.consents deferrable initially deferred
  for each row execute function app.check_audited('consent', 'consent_id', 'consents');
create constraint trigger consents_audited_update after update on app.consents deferrable initially deferred
  for each row when (old.taken_back_at is distinct from new.taken_back_at) execute function app.check_audited('consent', 'consent_id');
create constraint trigger consents_audited_delete after delete on app.consents deferrable initially deferred
  for each row execute function app.check_audited('profile', 'profile_id');

create constraint trigger staff_audited_insert after insert or delete on app.staff deferrable initially deferred
  for each row execute function app.check_audited('staff', 'staff_id', 'staff-members');
create constraint trigger staff_audited_update after update on app.staff deferrable initially deferred
  for each row when (pg_catalog.to_jsonb(old) - '{version,changed_at}'::text[] <> pg_catalog.to_jsonb(new) - '{version,changed_at}'::text[])
  execute function app.check_audited('staff', 'staff_id', 'staff-members');
