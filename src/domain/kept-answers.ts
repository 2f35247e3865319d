import { ANSWER_KEYS, PROFILE_FORM_KEY } from '#domain/tab-signals.ts'

/** Whether a tab keeps a chosen time, consent answers, or a change of the details that is not saved. The entry of a booking exists before a time is chosen. */
export function keepsAnswers(tab: Pick<Storage, 'getItem'>): boolean {
  if (tab.getItem(ANSWER_KEYS.consent) !== null) return true
  if (tab.getItem(ANSWER_KEYS.reschedule) !== null) return true
  if (tab.getItem(PROFILE_FORM_KEY) !== null) return true
  try {
    const booking: unknown = JSON.parse(tab.getItem(ANSWER_KEYS.booking) ?? 'null')
    return (booking as { choice?: unknown } | null)?.choice !== undefined
  } catch {
    return false
  }
}
