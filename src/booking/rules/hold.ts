/** How long a chosen time is kept for a patient, in minutes (BOOK-06). */
export const HOLD_MINUTES = 15

/** A place kept for a patient until an instant. */
export type Hold = { expiresAt: Date }

/** Whole seconds left for the countdown, rounded up, so that 0 is shown from `expiresAt` on (BOOK-06). */
export function holdSecondsLeft(hold: Hold, now: Date): number {
  return Math.max(0, Math.ceil((hold.expiresAt.getTime() - now.getTime()) / 1000))
}
