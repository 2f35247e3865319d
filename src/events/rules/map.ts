import type { Position } from '#events/rules/distance.ts'

/** Where the map of events starts (EVL-04). */
export const CENTRAL_LONDON: Position = { latitude: 51.5072, longitude: -0.1276 }
export const EVENTS_ZOOM = 8
/** The map of one event (EVL-04, EVD-01). */
export const EVENT_ZOOM = 13
/** Of the street map of another site. */
export const STREET_ZOOM = 16
/** Around a place that the visitor named: about 30 miles on a phone (ours). */
export const PLACE_ZOOM = 9
/** What a visitor can choose. */
export const ZOOMS = { least: 5, most: 15 } as const

/** Britain and Ireland with some sea around: the only part of the world that we serve tiles of. */
export const ISLANDS = { south: 48.5, west: -13, north: 61.5, east: 4 } as const

export type MapView = { readonly center: Position; readonly zoom: number }

/** The first view for these pins: a single event, else the place that the visitor named, else central London (EVL-04). */
export function viewOf(pins: readonly Position[], place?: Position): MapView {
  const [only, ...others] = pins
  if (only !== undefined && others.length === 0) return { center: only, zoom: EVENT_ZOOM }
  if (place !== undefined) return { center: place, zoom: PLACE_ZOOM }
  return { center: CENTRAL_LONDON, zoom: EVENTS_ZOOM }
}

/** Room between a pin and the edge of a map, in pixels: a pin's button is 44 wide. */
const MARGIN = 28

/** The width below which a map is a phone's, in pixels. */
const PHONE_WIDTH = 480

/** A position in pixels of the whole world at a zoom level, as Web Mercator has it. */
function projected({ latitude, longitude }: Position, zoom: number) {
  const size = 256 * 2 ** zoom
  const sine = Math.sin((latitude * Math.PI) / 180)
  return {
    x: (longitude / 360 + 0.5) * size,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * size,
  }
}

type Size = { readonly width: number; readonly height: number }

/** Whether the pin is within the map, with room around it. */
function isInView(pin: Position, { center, zoom }: MapView, { width, height }: Size): boolean {
  const [at, middle] = [projected(pin, zoom), projected(center, zoom)]
  return (
    Math.abs(at.x - middle.x) <= width / 2 - MARGIN &&
    Math.abs(at.y - middle.y) <= height / 2 - MARGIN
  )
}

/**
 * The first view on a map of this size: central London, unless it is a phone's and fewer than half of the pins would be in view there.
 * Then all of them, as far as the least zoom allows. A named place and a single event stay in the middle (EVL-04).
 */
export function frameView(view: MapView, pins: readonly Position[], size: Size): MapView {
  if (view.center !== CENTRAL_LONDON || size.width >= PHONE_WIDTH) return view
  if (pins.filter((pin) => isInView(pin, view, size)).length * 2 >= pins.length) return view
  const middleOf = (values: readonly number[]) => (Math.min(...values) + Math.max(...values)) / 2
  const center = {
    latitude: middleOf(pins.map(({ latitude }) => latitude)),
    longitude: middleOf(pins.map(({ longitude }) => longitude)),
  }
  for (let zoom = EVENTS_ZOOM; zoom > ZOOMS.least; zoom -= 1) {
    if (pins.every((pin) => isInView(pin, { center, zoom }, size))) return { center, zoom }
  }
  return { center, zoom: ZOOMS.least }
}

/** A map with streets on another site, which is asked when the visitor follows the link; it keeps no profiles of visitors. */
export const streetMapHref = ({ latitude, longitude }: Position, zoom: number): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${zoom}/${latitude}/${longitude}`
