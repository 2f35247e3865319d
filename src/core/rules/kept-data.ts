/**
 * How long rows are kept after their end (OPS-08). Postgres reads the words as an interval, and patients read them in their own data.
 * Rules that are functions of the database are in retention.ts.
 */
export const KEPT = {
  accessGrants: '30 days',
  accountChanges: '90 days',
  /** Changes that name an earlier address are kept as long as enquiries from it, because an erasure finds those by it; one day more for leap years. */
  accountChangesWithAddress: '367 days',
  bookingNetworks: '30 days',
  closings: '30 days',
  enquiries: '1 year',
  errorReports: '90 days',
  /** From the beginning of the event. */
  eventNotices: '1 day',
  holds: '30 days',
  jobs: '90 days',
  passwordResets: '1 day',
  paymentEvents: '90 days',
  paymentsWithoutCapture: '365 days',
  /** Longer than a delivery is taken for: `OLDEST_TRANSMISSION_SECONDS`. */
  paymentTransmissions: '5 days',
  reminders: '90 days',
  sessions: '30 days',
  subscriptionLinks: '1 year',
  subscriptions: '1 year',
  subscriptionsNotConfirmed: '30 days',
  textMessages: '90 days',
  verificationLinks: '90 days',
  waitingEntries: '30 days',
} as const
