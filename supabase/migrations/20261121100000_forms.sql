-- The two public forms: newsletter and enquiries. No data API reaches them: row-level security is on, without a policy.
create table app.subscriptions (
  subscription_id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  name text not null check (name <> ''),
  hear_about_event boolean not null,
  -- SHA-256 of the mailed link's secret: it confirms for some days and ends the subscription at any time.
  token_hash bytea unique,
  token_expires_at timestamptz,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz
);

create table app.enquiries (
  enquiry_id uuid primary key,
  -- Men write about their health here: AES-256-GCM by the application, bound to this row.
  content_sealed bytea not null,
  received_at timestamptz not null,
  -- How the form service took it: 'sent', or why it did not; null when none is configured.
  forwarded text
);
create index enquiries_by_age on app.enquiries (received_at);

alter table app.subscriptions enable row level security;
alter table app.enquiries enable row level security;
