import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Position } from '#events/rules/distance.ts'
import { eventPosition } from '#events/rules/event-position.ts'
import { type MapView, viewOf } from '#events/rules/map.ts'
import type { Gazetteer } from '#events/rules/places/gazetteer.ts'
import type { EventFacts } from '#events/store/event-facts.ts'
import { $events } from '#events/store/events.ts'
import { $gazetteer, $place, loadPlaces } from '#events/store/place-search.ts'
import { MAP_TEXTS, withoutPinText } from '#events/texts/map.ts'

/** An event of the list with its place. */
export type Pin = {
  readonly id: number
  readonly name: string
  readonly when: string
  readonly where: string
  readonly note: string
  readonly href: string
  readonly position: Position
}

/** Where the pin of an event is: as entered, or in the middle of its town when only that is known (EVD-05). */
function pinPosition(
  { position, isWithheld, town }: EventFacts,
  places: Gazetteer | undefined,
): Position | undefined {
  return isWithheld && places ? eventPosition({ city: town }, places) : position
}

const pinsOf = (events: readonly EventFacts[], places: Gazetteer | undefined): Pin[] =>
  events.flatMap((event) => {
    const position = pinPosition(event, places)
    if (position === undefined) return []
    const { eventId, name, date, times, town, isWithheld } = event
    return [
      {
        id: eventId,
        name,
        when: [date, times].filter((part) => part !== '').join(', '),
        where: town,
        note: isWithheld ? MAP_TEXTS.townOnly : '',
        href: `/event/${eventId}`,
        position: { latitude: position.latitude, longitude: position.longitude },
      },
    ]
  })

const $listed = atom<readonly EventFacts[] | undefined>()

/** Follows the list. While another filter is loading the map keeps its pins: it would jump back and forth. */
export function followListOnMap(): () => void {
  return $events.subscribe((list) => {
    if (list.state === 'loaded') $listed.set(list.events)
    if (list.state === 'failed') $listed.set([])
  })
}

/** The events of the list that have a place, in the order of the list (EVL-04). */
export const $pins: ReadableAtom<readonly Pin[]> = computed(
  [$listed, $gazetteer],
  (events, places) => pinsOf(events ?? [], places),
)

const needsTowns = (events: readonly EventFacts[] | undefined): boolean =>
  events?.some(({ isWithheld }) => isWithheld) ?? false

/** Loads the towns if the map needs them: for an event of which only the town is known. Never rejects. */
export async function loadTowns(): Promise<void> {
  if (needsTowns($listed.get())) await loadPlaces()
}

/** Loads them when a later list needs them. */
export const followTowns = (): (() => void) => $listed.listen(() => void loadTowns())

/** Where the map of these events starts. Never at the visitor's own position: the requested tiles would reveal it. */
export const $mapView: ReadableAtom<MapView> = computed([$pins, $place], (pins, place) => {
  const positions = pins.map(({ position }) => position)
  if (place === undefined || place.isOwn) return viewOf(positions)
  const { latitude, longitude } = place
  return viewOf(positions, { latitude, longitude })
})

/** How many events of the list the map lacks, as text; '' for none. */
export const $withoutPin = computed([$listed, $pins], (events, pins) =>
  withoutPinText((events?.length ?? 0) - pins.length),
)
