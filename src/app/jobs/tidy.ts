import { tidyAccountChanges } from '#account/server/database/account-changes.ts'
import { tidyVerifications } from '#account/server/database/email-verifications.ts'
import { tidyPasswordResets } from '#account/server/database/password-resets.ts'
import { tidyHolds } from '#booking/server/database/appointments.ts'
import { tidyBookingNetworks } from '#booking/server/database/booking-networks.ts'
import { tidyReminders } from '#booking/server/database/reminders.ts'
import { tidySms } from '#booking/server/database/sms.ts'
import { tidyWaiting } from '#booking/server/database/waiting-list.ts'
import { tidyEnquiries } from '#content/server/database/enquiries.ts'
import { tidySubscriptions } from '#content/server/database/subscriptions.ts'
import { tidyAuditLog } from '#core/server/database/audit.ts'
import type { Queries } from '#core/server/database/database.ts'
import { tidyErrorLog } from '#core/server/database/error-log.ts'
import { tidyLimits } from '#core/server/database/limits.ts'
import { tidySessions } from '#core/server/database/sessions.ts'
import { tidyJobs } from '#core/server/jobs/queue.ts'
import { tidyGrants } from '#events/server/database/access-grants.ts'
import { tidyNotices } from '#events/server/database/event-notices.ts'
import { tidyPaymentEvents, tidyTransmissions } from '#payments/server/database/payment-events.ts'
import { tidyPayments } from '#payments/server/database/payment-records.ts'
import { tidyClosings } from '#portal/server/database/closings.ts'
import { tidyUploads } from '#results/server/database/lab-uploads.ts'
import { tidyLabRows } from '#results/server/database/quarantine.ts'

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
    tidyUploads,
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
