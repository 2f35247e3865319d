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

/** Plain links to a map with streets, outside our site. */
export const DIRECTIONS_TEXTS = {
  app: 'Open in your map app',
  website: 'Open on openstreetmap.org',
} as const
