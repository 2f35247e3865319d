-- Samples, laboratory files and results (decision 026). The central safety goal is that no patient ever receives another patient's
-- result: each link from the booked patient to the released result is a row that the database refuses to change.
-- An erasure deletes the patient's rows by the foreign keys; every other deletion is refused by the guards.
-- Lock order: profile, event, appointment, sample, result; lists in order of profile_id.
create schema lab;
revoke all on schema lab from public;

-- Persons are 'Name, role', as commands give it with --by. Two entries are of one person when their keys are equal: the name in the form in
-- which names are compared (src/domain/lab-key.ts), whatever the role.
create function lab.is_clinician(p_by text) returns boolean language sql immutable set search_path = '' as $$
  select coalesce(pg_catalog.lower(pg_catalog.btrim(pg_catalog.split_part(p_by, ',', 2))) = 'clinician', false)
$$;

create table app.labs (
  lab_id bigint generated always as identity primary key,
  lab_name text not null,
  -- How names of laboratories are compared (src/domain/lab-key.ts).
  lab_key text not null unique check (lab_key <> '')
);

-- A tube, bound to its patient when the blood is taken. The identifiers are those of the profile at that moment, in the form in which they are
-- compared (src/domain/lab-key.ts); later changes of the profile do not change them.
create table app.samples (
  sample_id uuid primary key,
  label text not null unique,
  -- Null for a patient who came without an appointment.
  appointment_id uuid references app.appointments on delete cascade,
  profile_id bigint not null references app.profiles on delete cascade,
  event_id bigint not null references app.events,
  lab_id bigint not null references app.labs,
  state text not null default 'taken' check (state in ('taken', 'resulted', 'void')),
  surname_key text not null check (surname_key <> ''),
  forename_key text not null check (forename_key <> ''),
  birth_date date not null,
  -- The name as the patient wrote it then: the letter of the result is addressed to it.
  patient_name_sealed bytea not null,
  taken_at timestamptz not null,
  recorded_by text not null check (recorded_by ~ '^[^,]+, [^,]+$'),
  recorded_at timestamptz not null,
  changed_by text not null check (changed_by ~ '^[^,]+, [^,]+$'),
  change_reason text,
  constraint samples_of_patient unique (sample_id, profile_id)
);
-- L3: one live sample of an appointment, and of a patient at an event.
create unique index samples_one_live on app.samples (appointment_id) where state <> 'void';
create unique index samples_one_per_event on app.samples (event_id, profile_id) where state <> 'void';
create index samples_by_profile on app.samples (profile_id);

-- Every label that was ever bound to a sample, without the patient: it stays when the sample is erased, so that a late row of the
-- laboratory never meets another patient's tube.
create table app.spent_labels (
  label text primary key,
  spent_at timestamptz not null
);

create table app.lab_files (
  file_id uuid primary key,
  -- A file is imported once.
  sha256 bytea not null unique,
  imported_by text not null check (imported_by ~ '^[^,]+, [^,]+$'),
  imported_by_key text not null check (imported_by_key <> ''),
  imported_at timestamptz not null,
  row_count int not null
);

create table app.lab_rows (
  row_id uuid primary key,
  file_id uuid not null references app.lab_files,
  line int not null,
  -- Only one that has the form of our labels.
  label text,
  -- The sample with this label, whether or not the row was accepted.
  sample_id uuid references app.samples on delete cascade,
  decision text not null check (decision in ('accepted', 'amended', 'unchanged', 'withdrawn', 'quarantined')),
  reasons text[] not null,
  -- The row as it was sent; null once it is forgotten.
  row_sealed bytea,
  -- How a person dealt with a row in quarantine.
  resolution text check (resolution in ('confirmed', 'closed')),
  resolved_by text,
  resolved_at timestamptz,
  resolution_reason text,
  unique (file_id, line),
  constraint lab_rows_reasons check (decision <> 'quarantined' or reasons <> '{}'),
  constraint lab_rows_resolution check ((resolution is null) = (resolved_by is null) and (resolution is null) = (resolved_at is null))
);
create index lab_rows_by_sample on app.lab_rows (sample_id);
create index lab_rows_waiting on app.lab_rows (file_id, line) where decision = 'quarantined' and resolution is null;

create table app.results (
  result_id uuid primary key,
  sample_id uuid not null,
  appointment_id uuid references app.appointments on delete cascade,
  profile_id bigint not null,
  row_id uuid not null unique references app.lab_rows on delete cascade,
  version int not null check (version >= 1),
  state text not null default 'matched'
    check (state in ('matched', 'graded', 'deferred', 'released', 'on_hold', 'superseded', 'withdrawn')),
  -- AES-256-GCM by the application, each bound to this row and its column.
  finding_sealed bytea not null,
  light_sealed bytea,
  risk_group_sealed bytea,
  comments_sealed bytea,
  retest_on date,
  -- The round of judgements (app.gradings) that gave the colour, and their keyed hash: it can be compared within one result only.
  round int,
  judgement_mac bytea,
  matched_by text not null check (matched_by ~ '^[^,]+, [^,]+$'),
  matched_by_key text not null check (matched_by_key <> ''),
  matched_at timestamptz not null,
  -- The first release.
  released_at timestamptz,
  -- It replaces something that the patient was shown: an earlier version, or another judgement.
  corrected boolean not null default false,
  -- The laboratory took the value back (status W): never released again.
  refused_by_lab_at timestamptz,
  -- A person holds it: it is shown only by the named command that ends the hold (lab.release_held). A new version is held too.
  held boolean not null default false,
  -- Counts the changes of this row: a judgement is about what its sheet showed.
  revision int not null default 1,
  changed_by text not null check (changed_by ~ '^[^,]+, [^,]+$'),
  changed_at timestamptz not null,
  change_reason text,
  -- L1, with app.guard_result.
  foreign key (sample_id, profile_id) references app.samples (sample_id, profile_id) on delete cascade,
  unique (sample_id, version),
  constraint results_held_are_hidden check (not held or state <> 'released'),
  constraint results_judged check ((judgement_mac is null) = (light_sealed is null) and (judgement_mac is null) = (round is null)
    and (judgement_mac is null) = (risk_group_sealed is null)),
  constraint results_shown_are_judged check (state not in ('graded', 'released', 'on_hold') or judgement_mac is not null),
  constraint results_shown_have_release check (state not in ('released', 'on_hold') or released_at is not null)
);
-- L2: one shown result of an appointment, and of a sample.
create unique index results_one_shown on app.results (appointment_id) where state in ('released', 'on_hold');
create unique index results_one_shown_of_sample on app.results (sample_id) where state in ('released', 'on_hold');
create index results_by_profile on app.results (profile_id);
create index results_by_appointment on app.results (appointment_id);
create index results_to_do on app.results (state) where state in ('matched', 'graded', 'deferred');

-- One judgement by one person. A green result needs one, any other two of different people that agree. Append-only.
create table app.gradings (
  grading_id uuid primary key,
  result_id uuid not null references app.results on delete cascade,
  round int not null check (round >= 1),
  reader int not null check (reader in (1, 2)),
  given_by text not null check (given_by ~ '^[^,]+, [^,]+$'),
  given_by_key text not null check (given_by_key <> ''),
  given_at timestamptz not null,
  light_sealed bytea not null,
  risk_group_sealed bytea not null,
  comments_sealed bytea,
  retest_on date,
  judgement_mac bytea not null,
  second_needed boolean not null,
  unique (result_id, round, reader)
);

-- What the portal reads, and nothing else. A result that was shown and is held or withdrawn says so, and nothing of its content.
create view app.released_results as
  select r.result_id, r.profile_id, r.appointment_id, s.event_id, l.lab_name, s.taken_at, r.version, r.corrected,
    case when r.state = 'released' then 'released' else 'withheld' end as state,
    case when r.state = 'released' then r.finding_sealed end as finding_sealed,
    case when r.state = 'released' then r.light_sealed end as light_sealed,
    case when r.state = 'released' then r.risk_group_sealed end as risk_group_sealed,
    case when r.state = 'released' then r.comments_sealed end as comments_sealed,
    case when r.state = 'released' then r.retest_on end as retest_on,
    r.released_at
    from app.results r
    join app.samples s on s.sample_id = r.sample_id
    join app.labs l on l.lab_id = s.lab_id
   where r.released_at is not null and r.state in ('released', 'on_hold', 'withdrawn');

alter table app.labs enable row level security;
alter table app.samples enable row level security;
alter table app.spent_labels enable row level security;
alter table app.lab_files enable row level security;
alter table app.lab_rows enable row level security;
alter table app.results enable row level security;
alter table app.gradings enable row level security;

revoke all on all functions in schema lab from public;
