import { type ScreeningEvent, startsNowOrLater } from '#events/rules/event.ts'

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
