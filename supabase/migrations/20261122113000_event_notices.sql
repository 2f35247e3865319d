-- 'Tell me when there is one near' (EVL-10): a second kind of subscription, with the same double opt-in, end, erasure and retention.
-- See docs/decisions/031-find-an-event.md.
alter table app.subscriptions
  add column kind text not null default 'newsletter' check (kind in ('newsletter', 'events-near')),
  -- A postcode district or area, never a whole postcode: events within 30 miles of it are told.
  add column district text check (district ~ '^[A-Z]{1,2}([0-9][A-Z0-9]?)?$'),
  -- Another district that was asked for while the subscription runs; it counts when the mailed link is confirmed.
  add column asked_district text check (asked_district ~ '^[A-Z]{1,2}([0-9][A-Z0-9]?)?$'),
  add constraint subscriptions_district check ((kind = 'events-near') = (district is not null)),
  add constraint subscriptions_asked_district check (kind = 'events-near' or asked_district is null),
  drop constraint subscriptions_name_check,
  add constraint subscriptions_name check ((kind = 'newsletter') = (name <> '')),
  drop constraint subscriptions_email_key,
  add constraint subscriptions_once unique (email, kind);
create index subscriptions_by_district on app.subscriptions (district)
  where kind = 'events-near' and confirmed_at is not null and ended_at is null;

-- A link in each mail about an event: it ends the subscription and can do nothing else. SHA-256 of its token.
create table app.subscription_links (
  token_hash bytea primary key,
  subscription_id bigint not null references app.subscriptions on delete cascade,
  made_at timestamptz not null default app.clock_now()
);
create index subscription_links_by_subscription on app.subscription_links (subscription_id);
create index subscription_links_by_age on app.subscription_links (made_at);
alter table app.subscription_links enable row level security;
