/**
 * How long rows are kept after their end, in words that Postgres reads as an interval and patients read in their own data: the clean-up
 * deletes by it (OPS-08). What the database keeps by a rule of its own is in retention.ts.
 */
export const KEPT = {
  accessGrants: '30 days',
  accountChanges: '90 days',
  /** Changes that name an earlier address: as long as enquiries from it, and the leap day, because an erasure finds them by it. */
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
