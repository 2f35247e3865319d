-- The queue of jobs: fair per recipient, urgent mails first, and a later mail about an appointment supersedes an earlier one
-- that cannot be delivered. See docs/decisions/018-the-mail-queue.md.

-- A recipient's next turn: `p_at`, or a minute after their last one.
create function app.next_turn(p_recipient text, p_at timestamptz) returns timestamptz
language sql stable set search_path = '' as $$
  select greatest(p_at, (select pg_catalog.max(turn_at) + interval '1 minute' from app.jobs where recipient = p_recipient))
$$;

-- Queues a mail, one per key: a repetition changes nothing. The payload holds a template and ids; the text is composed when
-- it is sent.
create function app.queue_mail(p_key text, p_payload jsonb, p_recipient text, p_now timestamptz) returns void
language sql set search_path = '' as $$
  insert into app.jobs (kind, dedupe_key, payload, run_at, recipient, priority, turn_at)
  values ('mail', p_key, p_payload, p_now, p_recipient, app.mail_priority(p_payload ->> 'template'), app.next_turn(p_recipient, p_now))
  on conflict (kind, dedupe_key) do nothing
$$;

-- Mails are rendered when they are sent; the payload holds ids only. One job per appointment, template and change.
create function booking.enqueue_mail(p_template text, p_appointment uuid, p_sequence int, p_now timestamptz) returns void
language sql set search_path = '' as $$
  select app.queue_mail(
    p_template || ':' || p_appointment || ':' || p_sequence,
    pg_catalog.jsonb_build_object('template', p_template, 'appointment_id', p_appointment, 'sequence', p_sequence),
    'profile:' || a.profile_id,
    p_now)
    from app.appointments a where a.appointment_id = p_appointment
$$;

-- Leases the next job of these kinds. The head of the queue is the most urgent due job, of one priority the one whose turn is
-- first; with p_longest_waiting the priority does not count. Mails about one appointment keep their order:
--   * none is claimed while an earlier one is being sent; a mail that a restore holds (locked until infinity) is not being sent;
--   * an earlier one that is due is claimed in place of the head;
--   * an earlier one that waits for its next attempt, was given up, or waits together with a later one of the same template is
--     superseded, because the later letter has everything that the patient needs.
create function app.claim_job(p_kinds text[], p_lease_seconds int, p_longest_waiting boolean) returns setof app.jobs
language plpgsql set search_path = '' as $$
declare
  v_now timestamptz;
  v_job bigint;
  v_appointment text;
begin
  -- Claims run one after the other, so the mails of an appointment do not change until this one commits.
  perform pg_catalog.pg_advisory_xact_lock(pg_catalog.hashtext('halyard: claim of a job'));
  v_now := app.clock_now();
  -- Planned for each call, because each order has its index.
  execute '
    select j.job_id, j.payload ->> ''appointment_id''
      from app.jobs j
     where j.kind = any ($1) and j.done_at is null and j.failed_at is null and j.run_at <= $2
       and (j.locked_until is null or j.locked_until <= $2)
       and not exists (
         select from app.jobs earlier
          where earlier.payload ->> ''appointment_id'' = j.payload ->> ''appointment_id'' and earlier.done_at is null
            and earlier.job_id < j.job_id and earlier.failed_at is null
            and earlier.locked_until > $2 and earlier.locked_until < ''infinity'')
     order by ' || case when p_longest_waiting then '' else 'j.priority, ' end || 'j.turn_at, j.job_id
     limit 1'
    into v_job, v_appointment using p_kinds, v_now;
  if v_job is null then return; end if;

  if v_appointment is not null then
    with due as (
      select job_id, payload ->> 'template' as template from app.jobs
       where payload ->> 'appointment_id' = v_appointment and done_at is null and failed_at is null and run_at <= v_now
         and (locked_until is null or locked_until <= v_now))
    select pg_catalog.min(job_id) into v_job from due
     where not exists (select from due later where later.template = due.template and later.job_id > due.job_id);
    update app.jobs set done_at = v_now, superseded_by = v_job, failed_at = null, locked_until = null
     where payload ->> 'appointment_id' = v_appointment and done_at is null and job_id < v_job;
  end if;
  return query
    update app.jobs set attempts = attempts + 1, locked_until = v_now + pg_catalog.make_interval(secs => p_lease_seconds)
     where job_id = v_job and done_at is null
    returning *;
end $$;

-- Queues work other than a mail, due after p_delay; one job per kind and key. Jobs of one p_turns take turns like the mails of one
-- recipient. Anyone can request codes, so they come after the urgent mails.
create function app.queue_work(p_kind text, p_key text, p_payload jsonb, p_delay interval, p_turns text) returns void
language sql set search_path = '' as $$
  insert into app.jobs (kind, dedupe_key, payload, run_at, recipient, priority, turn_at)
  select p_kind, p_key, p_payload, due, p_turns, case p_kind when 'password-code' then 1 else 0 end, app.next_turn(p_turns, due)
    from (select app.clock_now() + p_delay as due) as at
  on conflict (kind, dedupe_key) do nothing
$$;
