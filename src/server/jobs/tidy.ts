import type { Queries } from '#server/database/database.ts'
import { tidyGrants } from '#server/repositories/access-grants.ts'
import { tidyAccountChanges } from '#server/repositories/account-changes.ts'
import { tidyHolds } from '#server/repositories/appointments.ts'
import { tidyAuditLog } from '#server/repositories/audit.ts'
import { tidyBookingNetworks } from '#server/repositories/booking-networks.ts'
import { tidyClosings } from '#server/repositories/closings.ts'
import { tidyVerifications } from '#server/repositories/email-verifications.ts'
import { tidyEnquiries } from '#server/repositories/enquiries.ts'
import { tidyErrorLog } from '#server/repositories/error-log.ts'
import { tidyNotices } from '#server/repositories/event-notices.ts'
import { tidyJobs } from '#server/repositories/jobs/queue.ts'
import { tidyLimits } from '#server/repositories/limits.ts'
import { tidyPasswordResets } from '#server/repositories/password-resets.ts'
import { tidyPaymentEvents, tidyTransmissions } from '#server/repositories/payment-events.ts'
import { tidyPayments } from '#server/repositories/payment-records.ts'
import { tidyReminders } from '#server/repositories/reminders.ts'
import { tidyLabRows } from '#server/repositories/results-files.ts'
import { tidySessions } from '#server/repositories/sessions.ts'
import { tidySms } from '#server/repositories/sms.ts'
import { tidySubscriptions } from '#server/repositories/subscriptions.ts'
import { tidyWaiting } from '#server/repositories/waiting-list.ts'

/** The housekeeping of every table that grows; tests/integration/operations/tidy.test.ts names the tables that need none. */
export const tidyTasks = (database: Queries): (() => Promise<void>)[] =>
  [
    tidyAccountChanges,
    tidyGrants,
    tidyHolds,
    tidyAuditLog,
    tidyBookingNetworks,
    tidyClosings,
    tidyVerifications,
    tidyEnquiries,
    tidyErrorLog,
    tidyJobs,
    tidyLabRows,
    tidyLimits,
    tidyNotices,
    tidyPasswordResets,
    tidyPaymentEvents,
    tidyPayments,
    tidyTransmissions,
    tidyReminders,
    tidySessions,
    tidySms,
    tidySubscriptions,
    tidyWaiting,
  ].map((tidy) => () => tidy(database))
