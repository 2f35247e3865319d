-- One function for each thing that a kind of event asks of the patient. They run under the locks of profile and event, for every
-- hold and booking, so the row is tested first: an ordinary event costs nothing more.

-- 'access-code-required' without a grant of a private event (EVD-05).
create function booking.code_refusal(e app.events, p_profile bigint, p_now timestamptz) returns text
language sql stable
  return null::text;

-- 'nhs-number-required' without a valid number at an event of the laboratory ESNEFT (NHS-02).
create function booking.number_refusal(e app.events, p_profile bigint, p_now timestamptz) returns text
language sql stable
  return null::text;

create or replace function booking.entry_refusal(e app.events, p_profile bigint, p_now timestamptz) returns text
language sql stable
  return coalesce(
    case when e.is_private then booking.code_refusal(e, p_profile, p_now) end,
    case when e.lab_name ilike '%esneft%' then booking.number_refusal(e, p_profile, p_now) end);

revoke all on all functions in schema booking from public;
