-- The two public forms: newsletter and enquiries. No data API can read them: row-level security is enabled, without policies.
create table app.subscriptions (
  subscription_id bigint generated always as identity primary key,
  email text not null unique check (email = lower(email)),
  name text not null check (name <> ''),
  hear_about_event boolean not null,
  -- SHA-256 of the mailed link's token, which confirms until token_expires_at and ends the subscription at any time.
  token_hash bytea unique,
  token_expires_at timestamptz,
  asked_at timestamptz not null,
  confirmed_at timestamptz,
  ended_at timestamptz
);

create table app.enquiries (
  enquiry_id uuid primary key,
  -- May contain health data: AES-256-GCM by the application, bound to this row.
  content_sealed bytea not null,
  received_at timestamptz not null,
  -- The form service's answer: 'sent', or why it refused; null when none is configured.
  forwarded text
);
create index enquiries_by_age on app.enquiries (received_at);

alter table app.subscriptions enable row level security;
alter table app.enquiries enable row level security;
