import type { VisibleEventOnWire } from '#events/contract/events.ts'
import { milesBetween, NEAR_MILES, type Position } from '#events/rules/distance.ts'
import type { EventOrder } from '#events/rules/event-filter.ts'
import { eventPosition } from '#events/rules/event-position.ts'
import { locationMatcher } from '#events/rules/event-search.ts'
import type { Gazetteer } from '#events/rules/places/gazetteer.ts'
import { type EventFacts, invites } from '#events/store/event-facts.ts'
import type { SearchedPlace } from '#events/store/place-search.ts'
import { eventsText, milesText } from '#events/texts/event-search.ts'

/** An event of the API's response with what is shown of it. */
export type ListedEvent = { readonly wire: VisibleEventOnWire; readonly facts: EventFacts }

/** What the visitor looks for; without a place there are no distances. */
export type Search = {
  readonly location: string
  readonly order: EventOrder
  readonly place: SearchedPlace | undefined
  readonly gazetteer: Gazetteer | undefined
}

type Found = { readonly event: ListedEvent; readonly miles: number }

const positions = new WeakMap<Gazetteer, WeakMap<VisibleEventOnWire, Position | undefined>>()

/** Derived from an event once, however often the list is put in order. */
function positionOf(wire: VisibleEventOnWire, gazetteer: Gazetteer): Position | undefined {
  const known = positions.get(gazetteer) ?? new WeakMap<VisibleEventOnWire, Position | undefined>()
  positions.set(gazetteer, known)
  const at = known.has(wire) ? known.get(wire) : eventPosition(wire, gazetteer)
  known.set(wire, at)
  return at
}

/** Events with their distances; one whose position is not known is infinitely far. */
function measured(events: readonly ListedEvent[], { place, gazetteer }: Search): Found[] {
  return events.map((event) => {
    const at = place && gazetteer && positionOf(event.wire, gazetteer)
    return { event, miles: place && at ? milesBetween(place, at) : Number.POSITIVE_INFINITY }
  })
}

function shown({ event, miles }: Found, place: SearchedPlace | undefined): EventFacts {
  if (place === undefined || miles === Number.POSITIVE_INFINITY) return event.facts
  return { ...event.facts, distance: `${milesText(miles)} from ${place.label}` }
}

/** The events at the typed location; all of them where it is an unknown place, which the page says. */
function matching(found: readonly Found[], { place, location }: Search): readonly Found[] {
  if (location === '' && place === undefined) return found
  const isThere = locationMatcher(location)
  const matches = found.filter(({ event, miles }) => isThere(event.wire, place && miles))
  return matches.length === 0 && place === undefined ? found : matches
}

const canBook = ({ event: { facts } }: Found) => invites(facts)

/** The server's order is by start, and sorting keeps it among equals. */
function ordered(found: readonly Found[], order: EventOrder): readonly Found[] {
  if (order === 'open') return found.toSorted((a, b) => Number(canBook(b)) - Number(canBook(a)))
  if (order === 'nearest') return found.toSorted(nearestFirst)
  return found
}

const nearestFirst = (a: Found, b: Found) => (a.miles === b.miles ? 0 : a.miles - b.miles)

/** The events that the visitor looks for, in the chosen order and with distances (EVL-01, EVL-03, EVL-07). */
export function findEvents(events: readonly ListedEvent[], search: Search): EventFacts[] {
  const found = matching(measured(events, search), search)
  return ordered(found, search.order).map((one) => shown(one, search.place))
}

/** How many events are found, with the distance when it is true of each: one that has the name of the place may be farther away. */
export function countText(events: readonly ListedEvent[], search: Search): string {
  const found = matching(measured(events, search), search)
  const areNear = found.every(({ miles }) => miles <= NEAR_MILES)
  return eventsText(found.length, areNear ? search.place?.label : undefined)
}

/** Whether the text of the location is in an event: a visitor who typed a venue or county named no unknown place. */
export function matchesAnyEvent(events: readonly ListedEvent[], location: string): boolean {
  const isThere = locationMatcher(location)
  return events.some(({ wire }) => isThere(wire, undefined))
}

const HOW_MANY = 3

/** In place of an empty list: of the events that can be booked the nearest three, and the next three of the others (EVL-10). */
export function suggestEvents(events: readonly ListedEvent[], search: Search) {
  const all = measured(events, search).filter((one) => canBook(one) && !one.event.facts.isWithheld)
  const nearest = all
    .filter(({ miles }) => miles !== Number.POSITIVE_INFINITY)
    .toSorted(nearestFirst)
    .slice(0, HOW_MANY)
  const next = all.filter((one) => !nearest.includes(one)).slice(0, HOW_MANY)
  const facts = (found: readonly Found[]) => found.map((one) => shown(one, search.place))
  return { nearest: facts(nearest), next: facts(next) }
}
