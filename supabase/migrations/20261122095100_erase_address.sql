-- Erasure of an e-mail address that belongs to no patient: of a visitor who wrote or subscribed, or of an account whose sign-up was
-- never finished (OPS-05).

-- Deletes enquiries, subscription, sessions, password resets, changes of account and pending mails of an address, and answers the
-- number of rows by table and the accounts without a profile that they were of. A former address of a patient is erased as well; the
-- patient stays. p_enquiries: those from the address, which only the application can read. Reasons: is-patient, also while a patient's
-- account is moving to the address. The tables of changes are created by the next migrations.
create function app.erase_address(p_email text, p_operator text, p_reason text, p_enquiries uuid[],
  out r_reason text, out r_user_ids uuid[], out r_rows jsonb)
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(pg_catalog.btrim(p_operator), '') = '' or coalesce(pg_catalog.btrim(p_reason), '') = '' then
    raise exception 'an erasure names its operator and its reason' using errcode = 'check_violation';
  end if;
  -- A sign-up that is finished meanwhile waits for this transaction, or is found here.
  lock table app.profiles in share row exclusive mode;
  if exists (select from app.profiles where email = p_email)
     or exists (select from app.account_changes where new_email = p_email and state = 'started') then
    r_reason := 'is-patient'; return;
  end if;
  select coalesce(pg_catalog.array_agg(user_id), '{}') into r_user_ids from (
    select user_id from app.sessions where pg_catalog.lower(email) = p_email
    union select user_id from app.account_changes where pg_catalog.lower(email) = p_email
    except select user_id from app.profiles) as unfinished;

  perform pg_catalog.set_config('app.append_only', 'erase:address', true);
  with gone_jobs as (
    delete from app.jobs
     where payload ->> 'subscription_id' in (select subscription_id::text from app.subscriptions where email = p_email)
        or payload ->> 'enquiry_id' = any (p_enquiries::text[])
        or payload ->> 'change_id' in (
          select change_id::text from app.account_changes where pg_catalog.lower(email) = p_email or new_email = p_email)
        or payload ->> 'id' in (
          select reset_id::text from app.password_resets where email = p_email
          union all select change_id::text from app.account_changes where pg_catalog.lower(email) = p_email) returning 1),
  gone_enquiries as (delete from app.enquiries where enquiry_id = any (p_enquiries) returning 1),
  gone_subscriptions as (delete from app.subscriptions where email = p_email returning 1),
  gone_sessions as (delete from app.sessions where pg_catalog.lower(email) = p_email returning 1),
  gone_resets as (delete from app.password_resets where email = p_email returning 1),
  gone_changes as (
    delete from app.account_changes where pg_catalog.lower(email) = p_email or new_email = p_email returning 1),
  -- The closing stays until the account is gone; without the address its last mail is not sent.
  closings as (update app.account_closings set email = null where email = p_email returning 1),
  anonymous as (
    update app.audit_log set actor_user_id = null, reason = null where actor_user_id = any (r_user_ids) returning 1)
  select pg_catalog.jsonb_build_object(
    'jobs', (select pg_catalog.count(*) from gone_jobs),
    'enquiries', (select pg_catalog.count(*) from gone_enquiries),
    'subscriptions', (select pg_catalog.count(*) from gone_subscriptions),
    'sessions', (select pg_catalog.count(*) from gone_sessions),
    'password_resets', (select pg_catalog.count(*) from gone_resets),
    'account_changes', (select pg_catalog.count(*) from gone_changes),
    'account_closings, without the address', (select pg_catalog.count(*) from closings),
    'audit_log, made anonymous', (select pg_catalog.count(*) from anonymous)) into r_rows;
  perform pg_catalog.set_config('app.append_only', '', true);
  insert into app.audit_log (at, action, subject, operator, reason)
  values (app.clock_now(), 'address-erased', 'address', p_operator, p_reason);
end $$;

revoke all on function app.erase_address(text, text, text, uuid[]) from public;
