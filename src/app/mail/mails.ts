import { ACCOUNT_MAILS } from '#account/mails/account-changes.ts'
import { VERIFY_EMAIL } from '#account/mails/verify-email.ts'
import { APPOINTMENT_MAILS } from '#booking/mails/appointment.ts'
import { REMINDER } from '#booking/mails/reminder.ts'
import { WAITING_LIST_MAILS } from '#booking/mails/waiting-list.ts'
import { CONFIRMATIONS } from '#content/mails/confirmations.ts'
import { ENQUIRY } from '#content/mails/enquiry.ts'
import type { Mail } from '#core/server/mail/mail.ts'
import { EVENT_NEAR } from '#events/mails/event-near.ts'
import { PAYMENT_MAILS } from '#payments/mails/payments.ts'
import { ACCOUNT_CLOSED } from '#portal/mails/account-closed.ts'
import { RESULT_MAILS } from '#results/mails/results.ts'
import { STAFF_MAILS } from '#staff/mails/staff.ts'

/** Every mail that a job can request. */
export const MAILS: readonly Mail[] = [
  ...APPOINTMENT_MAILS,
  REMINDER,
  ...WAITING_LIST_MAILS,
  ...PAYMENT_MAILS,
  ...RESULT_MAILS,
  ...Object.values(ACCOUNT_MAILS),
  VERIFY_EMAIL,
  ACCOUNT_CLOSED,
  ...Object.values(CONFIRMATIONS),
  EVENT_NEAR,
  ENQUIRY,
  ...STAFF_MAILS,
]
