-- Made from src/app/mail/mails.ts by "npx vitest run --project unit tests/unit/app/mail-priorities.test.ts -u".

-- The place of a mail in the queue (decision 018); null for an unknown template, which app.jobs refuses.
create function app.mail_priority(p_template text) returns smallint
language sql immutable set search_path = '' as $$
  select case
    when p_template in ('details-changed', 'event-cancelled', 'payment-declined', 'payment-given-up', 'payment-returned', 'place-offered') then 0
    when p_template in ('booked', 'cancelled', 'email-change-asked', 'email-changed', 'moved', 'password-changed', 'payment-pending', 'staff-factor-locked', 'staff-factor-reset') then 1
    when p_template in ('account-closed', 'email-change-link', 'receipt', 'refund-sent', 'reminder', 'result-ready', 'result-unread', 'result-withdrawn', 'sample-spoiled', 'staff-invitation', 'verify-email', 'waiting-ended') then 2
    when p_template in ('enquiry', 'event-near', 'event-notice', 'newsletter') then 3
  end::smallint
$$;
