-- For a refused access to another patient's data: which one of its actor in this hour it was. Not every one has a row: see
-- src/server/services/foreign-access.ts.
alter table app.audit_log add column attempts int;

-- Tells at the start whether the configured keys are those that the data was encrypted with (decision 007).
create table app.key_checks (
  kind text not null check (kind in ('data', 'lookup')),
  key_id text not null,
  -- A constant, sealed by the data key or hashed by the look-up key.
  check_value bytea not null,
  created_at timestamptz not null,
  primary key (kind, key_id)
);
alter table app.key_checks enable row level security;
