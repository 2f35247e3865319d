import type { Choice } from '#booking/store/slots.ts'
import { ANSWER_KEYS } from '#core/rules/tab-signals.ts'
import { isClockTime, isIsoDate } from '#core/rules/time.ts'
import { keptInTab } from '#core/store/tab-storage.ts'

/** The choice in an open 'Edit Appointment', for the version of the appointment that it showed (APPT-03). */
export type KeptChoice = {
  readonly profileId: number
  readonly appointmentId: string
  readonly version: number
  readonly choice: Choice
}

function decode(stored: unknown): KeptChoice | undefined {
  const { profileId, appointmentId, version, choice } = (stored ?? {}) as Partial<KeptChoice>
  if (typeof profileId !== 'number' || typeof appointmentId !== 'string') return undefined
  const isWhole = isIsoDate(String(choice?.date)) && isClockTime(String(choice?.time))
  if (choice === undefined || !isWhole || typeof version !== 'number') return undefined
  return { profileId, appointmentId, version, choice }
}

/** Kept over a reload and a return from /login. */
export const $keptChoice = keptInTab<KeptChoice | undefined>(ANSWER_KEYS.reschedule, undefined, {
  encode: (kept) => kept,
  decode,
})
