/** Texts of the search by place (EVL-07, EVL-10). */
import { NEAR_MILES } from '#events/rules/distance.ts'
import { regionNamed } from '#events/rules/places/regions.ts'

/** A distance in whole miles. Examples: `Less than a mile`, `1 mile`, `12 miles`. */
export function milesText(miles: number): string {
  const whole = Math.round(miles)
  if (whole === 0) return 'Less than a mile'
  return whole === 1 ? '1 mile' : `${whole} miles`
}

/** How many events are listed. Examples: `1 event`, `12 events`, `2 events within 30 miles of IP4`. */
export function eventsText(count: number, near?: string): string {
  const events = count === 1 ? '1 event' : `${count} events`
  return near === undefined ? events : `${events} within ${NEAR_MILES} miles of ${near}`
}

/** The place that 'Near me' found, as the end of a sentence: `3 miles from you`. */
export const OWN_PLACE_LABEL = 'you'

/** The field that opens the list with the nearest events first. */
export const FIND_NEAR_TEXTS = {
  label: 'Find an event near you',
  hint: 'A town, a place or a postcode',
  submit: 'Search',
} as const

const FORCES_ADDRESS = /^\s*(bfpo\b|bf1\b)/i

/** Why every event is listed although a place was typed. */
export function notFoundText(text: string): string {
  const region = regionNamed(text)
  if (region !== undefined)
    return `We have no event in ${region} in this list. These are all events.`
  if (FORCES_ADDRESS.test(text)) {
    return 'A BFPO address has no place on the map. Type a town or a postcode. These are all events.'
  }
  return `We do not know a place called “${text}”. These are all events.`
}

/** Messages of the search about the typed place. */
export const PLACE_SEARCH_TEXTS = {
  ambiguous: (text: string) => `There is more than one place called “${text}”. Which one?`,
  similar: (text: string) => `We do not know a place called “${text}”. Did you mean:`,
  others: 'Or did you mean:',
  failed: 'The places could not be loaded, so we cannot show distances at the moment.',
} as const

export type NearMeProblem = 'denied' | 'unavailable' | 'slow'

/** Why 'Near me' has no place. */
export const NEAR_ME_TEXTS: Record<NearMeProblem, string> = {
  denied:
    'Your browser does not let us see where you are. You can allow it in its settings, or type a town or a postcode.',
  unavailable: 'Your browser cannot tell where you are. Please type a town or a postcode.',
  slow: 'Your browser takes too long to find out where you are. Try again, or type a town or a postcode.',
}

/** 'Near me' shows this before the browser's question. */
export const NEAR_ME_PRIVACY = 'Where you are stays in your browser: we do not see it.'

/** Below distances: they are measured from the middle of a district or town. */
export const DISTANCE_NOTE = 'Distances are as the crow flies and approximate.'
