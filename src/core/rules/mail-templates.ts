import { PAYMENT_TEMPLATES } from '#payments/rules/payment.ts'

/** The letters about an appointment, which all have its calendar file. */
export const APPOINTMENT_TEMPLATES = [
  'booked',
  'moved',
  'details-changed',
  'cancelled',
  'event-cancelled',
] as const

/** The letters about a change of password or e-mail address. */
export const ACCOUNT_TEMPLATES = [
  'password-changed',
  'email-change-link',
  'email-change-asked',
  'email-changed',
] as const
export type AccountTemplate = (typeof ACCOUNT_TEMPLATES)[number]

/** The letters that ask to confirm a subscription. */
export const CONFIRMATION_TEMPLATES = ['newsletter', 'event-notice'] as const

export const RESULT_TEMPLATES = ['result-ready', 'result-withdrawn'] as const

/** Every letter that a job can request. `app.mail_priority` gives each its place in the queue. */
export const MAIL_TEMPLATES = [
  ...APPOINTMENT_TEMPLATES,
  ...ACCOUNT_TEMPLATES,
  ...CONFIRMATION_TEMPLATES,
  ...RESULT_TEMPLATES,
  ...PAYMENT_TEMPLATES,
  'verify-email',
  'place-offered',
  'waiting-ended',
  'sample-spoiled',
  'reminder',
  'event-near',
  'enquiry',
  'account-closed',
] as const
export type MailTemplate = (typeof MAIL_TEMPLATES)[number]
