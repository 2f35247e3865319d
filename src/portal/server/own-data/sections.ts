import * as payment from '#portal/server/own-data/payment-sections.ts'
import * as personal from '#portal/server/own-data/personal-sections.ts'
import * as record from '#portal/server/own-data/record-sections.ts'
import * as reminder from '#portal/server/own-data/reminder-sections.ts'
import * as result from '#portal/server/own-data/result-sections.ts'
import type { Section } from '#portal/server/own-data/section.ts'

/**
 * What is held about a patient, one section per table, in the order of the file. tests/integration/portal/own-data.test.ts names the
 * tables that are left out, and why; every other one must be here.
 */
export const SECTIONS: readonly Section[] = [
  personal.PROFILE,
  personal.CONSENTS,
  personal.APPOINTMENTS,
  record.WAITING,
  record.HISTORY,
  payment.PAYMENTS,
  payment.REFUNDS,
  payment.DISPUTES,
  payment.REFUND_HOLDS,
  payment.TRANSACTIONS,
  reminder.REMINDERS,
  reminder.SMS_CHOICES,
  reminder.SMS_MESSAGES,
  result.DESK,
  result.SAMPLES,
  result.RESULTS,
  result.ACKNOWLEDGEMENTS,
  result.FOLLOW_UPS,
  result.CALLS,
  result.FREE_REPEATS,
  personal.ENQUIRIES,
  personal.SUBSCRIPTIONS,
  personal.NOTICES,
  record.JOBS,
  record.SESSIONS,
  record.AUDIT,
  record.VERIFICATIONS,
  record.RESETS,
  record.CHANGES,
  record.NETWORKS,
  record.ERRORS,
  record.CLOSINGS,
  record.GRANTS,
]
