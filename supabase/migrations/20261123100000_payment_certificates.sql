-- Certificates that the payment provider has signed webhooks with, by address. A process that starts knows them at once: forged events that
-- name other addresses cannot use up what it may fetch (PAY-07). Each is verified again when it is read.
create table app.payment_certificates (
  certificate_url text primary key check (pg_catalog.length(certificate_url) <= 1000),
  -- The certificate and its issuers.
  pem text not null check (pg_catalog.length(pem) <= 100000),
  valid_until timestamptz not null
);
alter table app.payment_certificates enable row level security;
