import type { Audience } from '../../src/events/rules/event.ts'
import type { Venue } from '../../src/events/rules/venue.ts'

/** An invented event without a date. Venues and streets are invented; towns and coordinates are real. */
export type SampleEvent = {
  /** Part of the import's key; must not change. */
  ref: string
  name: string
  about: string
  audience: Audience
  /** Days after the first date of the set. */
  inDays: number
  /** London times; `slot` in minutes. */
  hours: { from: string; to: string; slot: number }
  places: { total: number; perSlot: number }
  where: {
    venue: string
    street: string
    town: string
    county: string
    postcode: string
    at: readonly [latitude: number, longitude: number]
  }
  /** In pence; without it the price of the product applies. */
  price?: number
  paid?: boolean
  accessCode?: string
  /** Not published. */
  isDraft?: boolean
  exclusiveFor?: string
  lab?: string
  /** What is known about the venue, by the columns of the import. */
  venue?: Venue
}

export const TEA_AND_COFFEE =
  'Come and go at your booked time; tea and coffee are served in the hall.'
