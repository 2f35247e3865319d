-- Notices of new events (EVL-10): one mail has all events that were imported since the last one, and there is an hour between two mails of a
-- subscription. See docs/decisions/031-find-an-event.md.
alter table app.subscriptions
  -- The number of the mail that new events are collected for. It rises when that mail is written for the first time.
  add column collecting_mail int not null default 0,
  -- The last mail that had an event, and when it was written, the last time if it was written again.
  add column noticed_mail int,
  add column noticed_at timestamptz,
  add constraint subscriptions_noticed check ((noticed_mail is null) = (noticed_at is null) and noticed_mail < collecting_mail);

-- What a mail of a subscription tells. A row stays until its event has begun, so that an event is told once.
create table app.event_notices (
  subscription_id bigint not null references app.subscriptions on delete cascade,
  event_id bigint not null references app.events on delete cascade,
  mail int not null,
  noticed_at timestamptz not null default app.clock_now(),
  primary key (subscription_id, event_id)
);
create index event_notices_by_event on app.event_notices (event_id);
alter table app.event_notices enable row level security;

-- Mails that wait or are being sent, of which each has one event, become one per subscription. Those that were given up are deleted: their
-- payload cannot be written any more.
create temporary table waiting on commit drop as
  select j.job_id, s.subscription_id, (j.payload ->> 'event_id')::bigint as event_id, j.locked_until
    from app.jobs j join app.subscriptions s on s.subscription_id = (j.payload ->> 'subscription_id')::bigint
   where j.kind = 'mail' and j.payload ->> 'template' = 'event-near' and j.done_at is null and j.failed_at is null;
insert into app.event_notices (subscription_id, event_id, mail)
select distinct subscription_id, event_id, 0 from waiting join app.events using (event_id);
insert into app.jobs (kind, dedupe_key, payload, run_at, recipient, priority, turn_at, locked_until)
select 'mail', 'events-near:' || subscription_id || ':0',
       pg_catalog.jsonb_build_object('template', 'event-near', 'subscription_id', subscription_id, 'mail', 0), app.clock_now(),
       'subscription:' || subscription_id, app.mail_priority('event-near'), app.clock_now(),
       -- Held by a restore.
       case when pg_catalog.bool_or(locked_until = 'infinity') then timestamptz 'infinity' end
  from waiting group by subscription_id;
delete from app.jobs
 where kind = 'mail' and payload ->> 'template' = 'event-near' and not payload ? 'mail' and done_at is null;
