/** Texts of the map (EVL-04, EVD-01). */

export const MAP_TEXTS = {
  show: 'Show the map',
  /** Name of the map itself; the list beside it has the same events. */
  events: 'Map of the events. The same events are in the list.',
  event: 'Map of the event',
  skip: 'Skip the map',
  /** Of a private event (EVD-05). */
  townOnly: 'The map shows only the town.',
  /** Of one event, where the site has no streets. */
  noStreets: 'This map shows towns and distances, and no streets.',
  /** Of several events, where the site has no streets. */
  townsOnly: 'This map shows towns and main roads, and no streets.',
  /** A link to another site, followed on click. */
  streetMap: 'Open the street map (openstreetmap.org)',
  loading: 'Loading the map…',
  eventFailed: 'The map cannot be shown at the moment. The address is above.',
  retry: 'Try again',
  twoFingers: 'Use two fingers to move the map.',
  none: 'None of these events has a place on the map.',
  zoom: 'Zoom and move the map',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  west: 'Move the map west',
  north: 'Move the map north',
  south: 'Move the map south',
  east: 'Move the map east',
  close: 'Close',
} as const

/** How many events of the list have no pin; '' when all have one. */
export function withoutPinText(count: number): string {
  if (count === 0) return ''
  return count === 1
    ? '1 event is not on the map, only in the list.'
    : `${count} events are not on the map, only in the list.`
}

/** The name of a pin. Example: `3 events near Guildford`. */
export function pinName(
  pins: readonly { readonly name: string; readonly when: string; readonly where: string }[],
): string {
  const [first] = pins
  if (first === undefined) return ''
  const { name, when, where } = first
  if (pins.length === 1) return [name, when, where].filter((part) => part !== '').join(', ')
  return where === '' ? `${pins.length} events` : `${pins.length} events near ${where}`
}

/** Miles around an event, for a map without streets. */
export const ringText = (miles: number): string =>
  miles === 1 ? '1 mile' : `${miles === 0.5 ? '½' : miles} ${miles < 1 ? 'mile' : 'miles'}`

export type Credit = { readonly text: string; readonly href?: string }

/** The credits that the licences of the base map require (map/README.md). */
export const BASE_MAP_CREDITS: readonly Credit[] = [
  { text: '© OpenStreetMap contributors', href: 'https://www.openstreetmap.org/copyright' },
  { text: 'Places: GeoNames (CC BY 4.0)', href: 'https://www.geonames.org/' },
  {
    text: 'Contains OS and National Statistics data © Crown copyright and database right 2015',
    href: 'https://www.nationalarchives.gov.uk/doc/open-government-licence/version/3/',
  },
]
