import { listEndsAt, offerEndsAt } from '#booking/rules/waiting-list.ts'
import { listWaitingStates, type WaitingState } from '#booking/server/database/waiting-entries.ts'
import { dayPartsText } from '#booking/texts/waiting-list.ts'
import { alignColumns } from '#core/commands/columns.ts'
import { formatDeadline, formatShortInstant, londonTime } from '#core/rules/time.ts'
import type { Database } from '#core/server/database/database.ts'
import { findEvent } from '#events/server/database/events.ts'

const HEADINGS = ['no.', 'patient', 'joined', 'times of day', 'state'] as const

/** Why a patient has an offer, or none. */
function stateOf(entry: WaitingState): string {
  if (entry.offerStartsAt !== null && entry.offerExpiresAt !== null) {
    return `offered ${londonTime(entry.offerStartsAt)} until ${formatDeadline(entry.offerExpiresAt)}`
  }
  if (entry.hasUpcoming) return 'passed over: has an upcoming appointment'
  if (entry.holdsElsewhere) return 'passed over: holds another place'
  if (entry.isOutOfReach) return 'passed over: no mail of an offer could be delivered'
  if (entry.refusal !== null) return `passed over: ${entry.refusal}`
  return entry.hasFreeTime ? 'an offer is due' : 'waits: no free place at these times'
}

/**
 * The waiting list of an event for operators: the order, the offers, and why no offer was made; undefined when there is no such
 * event. Patients by their number, without names.
 */
export async function waitingSheet(
  database: Database,
  eventId: number,
  now: Date,
): Promise<string | undefined> {
  const event = await findEvent(database, eventId, now)
  if (event === undefined) return undefined
  const entries = await listWaitingStates(database, eventId, now)
  const kept = `${event.totalSpaces - event.bookedSpaces} of ${event.totalSpaces} places are free for everybody`
  const end = formatShortInstant(listEndsAt(event))
  const offers =
    offerEndsAt(event, now) === undefined
      ? `the list ended on ${end}`
      : `offers are made until ${end}`
  const head = `Event ${eventId}: ${kept}; ${offers}.\n`
  if (entries.length === 0) return `${head}Nobody waits.\n`
  const rows = entries.map((entry, at) => [
    String(at + 1),
    String(entry.profileId),
    formatShortInstant(entry.joinedAt),
    entry.timesGone ? `Any time (chosen: ${dayPartsText(entry)})` : dayPartsText(entry),
    stateOf(entry),
  ])
  return head + alignColumns([HEADINGS, ...rows])
}
