-- What counts as a test, once for the retention (OPS-07) and for what a closed account keeps (PORT-05, decision 025). The retention counted a
-- missed appointment too, and consents for days without a test: it kept patients for longer than the consent text promises.

-- The London days on which patients were tested: appointments that are attended, appointments that have begun and are not marked, and samples, whose
-- day may be another than that of the appointment.
create view app.tests with (security_invoker = true) as
  select profile_id, appointment_id, (slot_start at time zone 'Europe/London')::date as day
    from app.appointments where status = 'attended' or (status = 'booked' and slot_start <= app.clock_now())
  union all
  select profile_id, null, (taken_at at time zone 'Europe/London')::date from app.samples;

-- The day from which the eight years count, of every patient who was tested. A consent for a day with a test counts too: it may be given later.
create view app.last_tests with (security_invoker = true) as
  select d.profile_id, pg_catalog.max(d.day) as last_test_on
    from (
      select profile_id, day from app.tests
      union all
      select c.profile_id, (c.agreed_at at time zone 'Europe/London')::date from app.consents c
       where exists (select from app.tests t where t.profile_id = c.profile_id and t.day = c.test_on)) d
   group by d.profile_id;

-- What a closing keeps: the appointments of tests and the consents for their days. r_last_test_on is null: never tested. p_now is
-- not used, because the views read the clock; app.close_account passes it.
create or replace function app.kept_by_closing(p_profile bigint, p_now timestamptz,
  out r_appointments uuid[], out r_consents uuid[], out r_last_test_on date)
language plpgsql stable set search_path = '' as $$
begin
  select coalesce(pg_catalog.array_agg(distinct appointment_id) filter (where appointment_id is not null), '{}') into r_appointments
    from app.tests where profile_id = p_profile;
  select coalesce(pg_catalog.array_agg(consent_id), '{}') into r_consents
    from app.consents where profile_id = p_profile and test_on in (select day from app.tests where profile_id = p_profile);
  select last_test_on into r_last_test_on from app.last_tests where profile_id = p_profile;
end $$;
