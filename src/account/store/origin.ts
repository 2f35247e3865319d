import { atom } from 'nanostores'
import { hasSessionEnded } from '#account/store/stored-user.ts'
import { call } from '#core/contract/call.ts'
import { ANSWER_KEYS, PROFILE_FORM_KEY } from '#core/rules/tab-signals.ts'
import { formatLongDate } from '#core/rules/time.ts'
import { wholeIdOf } from '#core/rules/whole-id.ts'
import { nextPath } from '#core/store/navigation.ts'
import { getEvent } from '#events/contract/events.ts'

/** Why the user is at /login or /signup (AUTH-07). */
export type Origin = {
  /** A session of this browser ended automatically. */
  readonly hasEnded: boolean
  /** What this tab keeps of the user. */
  readonly kept: Kept
  /** The event that they want to book, or whose waiting list they want to join, when it is known. */
  readonly event?: { readonly name: string; readonly day: string; readonly isToWait: boolean }
}

export const $origin = atom<Origin>({ hasEnded: false, kept: 'nothing' })

/** The event of a path such as `/book-event?event=7` or `/event/7`. */
function eventOf(path: string | undefined): number | undefined {
  const [, id] = /^\/(?:[a-z-]+\?event=|event\/)(\d+)$/.exec(path ?? '') ?? []
  return wholeIdOf(id)
}

function keptInThisTab(): Kept {
  try {
    return keptIn(sessionStorage)
  } catch {
    // Storage is blocked: nothing is kept.
    return 'nothing'
  }
}

/** Reads where the user comes from. The event's name is shown when it arrives; without it nothing is missing. */
export async function readOrigin(now: Date): Promise<void> {
  const next = nextPath()
  const known = { hasEnded: hasSessionEnded(now), kept: keptInThisTab() }
  $origin.set(known)
  const eventId = eventOf(next)
  if (eventId === undefined) return
  const answer = await call(getEvent, { event_id: eventId })
  if (!answer.ok) return
  const { event_name: name, event_date: date } = answer.value
  const isToWait = next?.startsWith('/waiting-list?') === true
  $origin.set({ ...known, event: { name, day: formatLongDate(date), isToWait } })
}

/** 'answers': a chosen time or consent answers. 'typed': only unsaved changes of the details. */
type Kept = 'nothing' | 'answers' | 'typed'

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
