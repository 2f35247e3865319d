import { addDays, type IsoDate, londonInstant } from '../../src/core/rules/time.ts'
import { bookingCutOffHours } from '../../src/events/rules/cut-off.ts'
import { openEvents } from './open-events.ts'
import type { SampleEvent } from './sample-event.ts'
import { closingEvent, specialEvents } from './special-events.ts'

/** A sample event with its date; `externalRef` makes the import repeatable. */
export type DatedEvent = SampleEvent & { externalRef: string; date: IsoDate }

/** The whole set, all after `today`: within ten weeks, on several weekdays. */
function eventSet(today: IsoDate): DatedEvent[] {
  return [...openEvents, ...specialEvents].map((event) => ({
    ...event,
    externalRef: `sample-${today}-${event.ref}`,
    date: addDays(today, event.inDays),
  }))
}

/**
 * The event whose booking closes next: tomorrow morning, or on Monday morning, because by EVL-06 no booking closes on
 * a Saturday or Sunday morning.
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

/** The samples added so far: the dates of the sets and the keys of the closing events. */
export type EventRecord = { sets: readonly IsoDate[]; closing: readonly string[] }

const fewestOpen = 6
const comfortablyAhead = 4

/** The events to add so that there is one of every kind after `today`. */
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
