import { addDays, addYears, type IsoDate, londonDate } from '#core/rules/time.ts'

/** Years for which a patient's data are kept after their last test, as the consent text promises (CONSENT_SECTIONS in consent.ts). */
export const RETENTION_YEARS = 8

/** Years for which payments that were made are kept for the accounts, as in `app.payments_kept` (OPS-08). */
export const PAYMENT_YEARS = 6

/** Years for which entries of the audit log are kept, as in `app.audit_log_kept` (OPS-08). */
export const AUDIT_YEARS = 8

/** A patient who used the service in this time is about to be tested again: their data are not deleted in between. */
export const ACTIVE_DAYS = 90

/** A patient as the rule sees them. Days are London's. */
export type KeptPatient = {
  /** The latest day of a test, or of a consent when there is no test; null without both. */
  readonly lastTestOn: IsoDate | null
  /** The latest day on which the patient booked, was expected, cancelled or was cancelled, gave a consent or joined a waiting list; null without any of these. */
  readonly lastActiveOn: IsoDate | null
  /** Whether the patient holds a place or has an appointment that has not ended. */
  readonly hasUpcoming: boolean
  /** Whether a session is live. */
  readonly isSignedIn: boolean
}

/** The last London day on which the data of a test on this day are kept. */
export const keptUntil = (lastTestOn: IsoDate): IsoDate => addYears(lastTestOn, RETENTION_YEARS)

/**
 * Whether a patient's data must be deleted: the eight years have passed, day for day in London. Never while the patient has
 * an upcoming appointment or is signed in, nor within `ACTIVE_DAYS` of their last use. Without a test or consent they
 * are never deleted: the promise counts from a test.
 */
export function isRetentionOver(patient: KeptPatient, now: Date): boolean {
  if (patient.lastTestOn === null || patient.hasUpcoming || patient.isSignedIn) return false
  const today = londonDate(now)
  const { lastActiveOn } = patient
  const isActive = lastActiveOn !== null && today <= addDays(lastActiveOn, ACTIVE_DAYS)
  return !isActive && today > keptUntil(patient.lastTestOn)
}
