-- Each template has its priority (decision 018; src/domain/mail-templates.ts has all). Reminders, results and the last mail of an account fell to
-- the priority of the newsletter, behind the notices of a new event, because the function did not name them.
create or replace function app.mail_priority(p_template text) returns smallint
language sql immutable set search_path = '' as $$
  select case
    -- The patient may be about to travel; an offer ends.
    when p_template in ('event-cancelled', 'details-changed', 'place-offered', 'payment-returned', 'payment-declined', 'payment-given-up') then 0
    when p_template in ('booked', 'moved', 'cancelled', 'payment-pending') then 1
    -- Another person may be changing the account.
    when p_template in ('password-changed', 'email-change-asked', 'email-changed') then 1
    when p_template in ('verify-email', 'email-change-link', 'waiting-ended', 'receipt', 'refund-sent') then 2
    -- Behind the confirmations of bookings, before the notices of events.
    when p_template in ('reminder', 'result-ready', 'result-withdrawn', 'account-closed') then 2
    -- newsletter, event-notice, event-near, enquiry.
    else 3
  end::smallint
$$;

-- Mails that wait have the priority of their queueing.
update app.jobs set priority = app.mail_priority(payload ->> 'template')
 where kind = 'mail' and done_at is null and failed_at is null;
