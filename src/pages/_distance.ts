import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'
import type { EventOnWire } from '#events/contract/events.ts'
import { milesBetween } from '#events/rules/distance.ts'
import { eventPosition } from '#events/rules/event-position.ts'
import { findPlace } from '#events/rules/places/find-place.ts'
import { ukPlaces } from '#events/rules/places/uk-places.ts'
import { milesText } from '#events/texts/event-search.ts'

/** How far an event is from the place that a visitor named: `text` is what they typed. */
export type Distance = {
  readonly text: string
  /** Undefined when nothing was typed, or no single place has the name. Example: `3 miles from IP4`. */
  readonly words: string | undefined
}

/** What was typed: on this page, or in the list of events that led here. */
function typedPlace(url: URL, referrer: string | null): string {
  const from = url.searchParams.get('from')
  const list = referrer === null ? undefined : (URL.parse(referrer) ?? undefined)
  const listed = list?.host === url.host ? list.searchParams.get('location') : null
  return (from ?? listed ?? '').trim().slice(0, CHARACTER_LIMITS.place)
}

/** The distance of an event (EVD-08); undefined when it is not known where the event is. */
export function distanceOf(event: EventOnWire, request: Request, url: URL): Distance | undefined {
  const places = ukPlaces()
  const at = eventPosition(event, places)
  if (at === undefined) return undefined
  const text = typedPlace(url, request.headers.get('referer'))
  const found = text === '' ? undefined : findPlace(text, places)
  if (found?.kind !== 'place') return { text, words: undefined }
  const miles = milesText(milesBetween(found.place, at))
  return { text, words: `${miles} from ${found.place.label}` }
}
