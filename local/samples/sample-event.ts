/** One invented event, still without a day. Venues and streets are invented, the towns and their places on the map are real. */
export type SampleEvent = {
  /** Part of the import's key, for good. */
  ref: string
  name: string
  about: string
  audience: 'community' | 'freemasons' | 'corporate'
  /** How many days after the samples' first day. */
  inDays: number
  /** London times; the length of one slot in minutes. */
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
  /** In pence; without it the event has no price of its own. */
  price?: number
  paid?: boolean
  accessCode?: string
  exclusiveFor?: string
  lab?: string
}

export const TEA_AND_COFFEE =
  'Come and go at your booked time; tea and coffee are served in the hall.'
