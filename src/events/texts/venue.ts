import type { VenueFact } from '#events/rules/venue.ts'

/** The section of the event page about the venue and the day (EVD-07). */
export const VENUE_TITLE = 'Your visit'

/** Before each fact; what to bring is in `onTheDay`. */
export const VENUE_LABELS: Record<Exclude<VenueFact, 'what_to_bring'>, string> = {
  step_free_access: 'Step-free access',
  parking: 'Parking',
  hearing_loop: 'Hearing loop',
  toilets: 'Toilets',
  how_to_get_there: 'How to get there',
}

export const DIRECTIONS_LABEL = 'Directions'
export const DIRECTIONS_TEXTS = {
  app: 'Open in your map app',
  website: 'Open on openstreetmap.org',
} as const
/** Below the links: what they do, and that another site sees it. */
export const DIRECTIONS_HINT =
  'A link opens a map with streets, outside our site, where you can ask for the way from your home.'
