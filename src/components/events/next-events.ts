import { type ScreeningEvent, startsNowOrLater } from '#domain/event.ts'

/** The next `most` events, soonest first; events that have started are left out (HOME-04). */
export function nextEvents<Event extends Pick<ScreeningEvent, 'startsAt'>>(
  events: readonly Event[],
  now: Date,
  most: number,
): Event[] {
  return events
    .filter((event) => startsNowOrLater(event, now))
    .sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime())
    .slice(0, most)
}
