import { MAX_LISTED } from '#core/rules/content-limits.ts'
import { type ScreeningEvent, startsNowOrLater } from '#events/rules/event.ts'

/** How many of the next events a page lists when it does not say. */
export const NEXT_EVENTS = 3

/** The number of events that a page requests; anything else is the usual number. */
export const nextCountOf = (given: string | null): number => {
  const count = Number(given)
  return Number.isInteger(count) && count >= 1 && count <= MAX_LISTED ? count : NEXT_EVENTS
}

/**
 * The next `most` events, soonest first; events that have started are left out (HOME-04). Those to which `invites` applies; all of them
 * when it applies to none, because a list without events would say that there are none.
 */
export function nextEvents<Event extends Pick<ScreeningEvent, 'startsAt'>>(
  events: readonly Event[],
  now: Date,
  most: number,
  invites: (event: Event) => boolean,
): Event[] {
  const next = events.filter((event) => startsNowOrLater(event, now))
  const inviting = next.filter(invites)
  return (inviting.length > 0 ? inviting : next)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    .slice(0, most)
}
