import { bookingCutOffHours } from '../../src/domain/cut-off.ts'
import { addDays, type IsoDate, londonInstant } from '../../src/domain/time.ts'
import { openEvents } from './open-events.ts'
import type { SampleEvent } from './sample-event.ts'
import { closingEvent, specialEvents } from './special-events.ts'

/** A sample event on its day; `externalRef` makes its import repeatable. */
export type DatedEvent = SampleEvent & { externalRef: string; date: IsoDate }

/** The whole set, all ahead of `today`: over the next ten weeks, on several weekdays. */
function eventSet(today: IsoDate): DatedEvent[] {
  return [...openEvents, ...specialEvents].map((event) => ({
    ...event,
    externalRef: `sample-${today}-${event.ref}`,
    date: addDays(today, event.inDays),
  }))
}

/**
 * The event whose booking closes next after today: tomorrow morning, or on Monday morning, since the
 * rule (EVL-06) lets nothing close on a Saturday or Sunday morning.
 */
function closingSoon(today: IsoDate): DatedEvent {
  for (let day = 2; ; day += 1) {
    const date = addDays(today, day)
    const closesInDays = day - bookingCutOffHours(londonInstant(date, closingEvent.hours.from)) / 24
    if (closesInDays >= 1) {
      return { ...closingEvent, externalRef: `sample-closing-${date}`, date }
    }
  }
}

/** What the samples are made of so far: the days of the sets and the keys of the closing events. */
export type EventRecord = { sets: readonly IsoDate[]; closing: readonly string[] }

const fewestOpen = 6
const comfortablyAhead = 4

/** What has to be added so that there is something of every kind ahead of `today`. */
export function missingEvents(record: EventRecord, today: IsoDate): DatedEvent[] {
  const from = addDays(today, comfortablyAhead)
  const ahead = record.sets.flatMap((day) =>
    openEvents.filter((event) => addDays(day, event.inDays) >= from),
  )
  const closing = closingSoon(today)
  return [
    ...(ahead.length < fewestOpen ? eventSet(today) : []),
    ...(record.closing.includes(closing.externalRef) ? [] : [closing]),
  ]
}
