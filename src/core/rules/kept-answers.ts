import { ANSWER_KEYS, PROFILE_FORM_KEY } from '#core/rules/tab-signals.ts'

/** 'answers': a chosen time or consent answers. 'typed': only unsaved changes of the details. */
export type Kept = 'nothing' | 'answers' | 'typed'

/** What a tab keeps of a user whose session ended. The entry of a booking exists before a time is chosen. */
export function keptIn(tab: Pick<Storage, 'getItem'>): Kept {
  if (tab.getItem(ANSWER_KEYS.consent) !== null) return 'answers'
  if (tab.getItem(ANSWER_KEYS.reschedule) !== null) return 'answers'
  if (hasChosenTime(tab.getItem(ANSWER_KEYS.booking))) return 'answers'
  return tab.getItem(PROFILE_FORM_KEY) === null ? 'nothing' : 'typed'
}

function hasChosenTime(entry: string | null): boolean {
  try {
    const booking: unknown = JSON.parse(entry ?? 'null')
    return (booking as { choice?: unknown } | null)?.choice !== undefined
  } catch {
    return false
  }
}
