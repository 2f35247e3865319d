/** How long a chosen time is kept for a patient, in minutes (BOOK-06). */
export const HOLD_MINUTES = 15

/** A place kept for a patient until an instant. */
export type Hold = { expiresAt: Date }

/** Whether the hold is over, which it is from `expiresAt` itself on; nothing else ends it by time (BOOK-06). */
export function isHoldOver(hold: Hold, now: Date): boolean {
  return hold.expiresAt.getTime() <= now.getTime()
}

/** Whole seconds left for the countdown, rounded up, so that 0 is shown exactly when the hold is over. */
export function holdSecondsLeft(hold: Hold, now: Date): number {
  return Math.max(0, Math.ceil((hold.expiresAt.getTime() - now.getTime()) / 1000))
}
