import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { isoDate, line, wholeId } from '#contract/fields.ts'
import { EVENT_NOT_FOUND } from '#domain/texts/events.ts'
import type { VenueFact } from '#domain/venue.ts'

const nullable = <T extends z.ZodMiniType>(schema: T) => z.nullable(schema)

/** An event with the specified names (API-07): prices in pence, dates and times of Europe/London. */
export const eventOnWire = z.object({
  id: z.int(),
  event_id: z.int(),
  event_name: z.string(),
  event_description: nullable(z.string()),
  event_date: isoDate,
  start_time: z.string(),
  end_time: nullable(z.string()),
  /** Instants in UTC of the start and the end (ours). */
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  session_duration: nullable(z.int()),
  price: nullable(z.int()),
  product_id: z.int(),
  product_name: z.string(),
  product_price: nullable(z.int()),
  email_template: nullable(z.string()),
  lab_name: nullable(z.string()),
  is_private: z.boolean(),
  exclusive_for: nullable(z.string()),
  audience: z.enum(['community', 'freemasons', 'corporate']),
  total_spaces: z.int(),
  /** Live holds included (EVL-09). */
  booked_spaces: z.int(),
  payment_required: nullable(z.boolean()),
  /** Cancelled by the charity: still returned, but not bookable (ours). */
  cancelled: z.boolean(),
  contact_email: nullable(z.string()),
  address_line1: nullable(z.string()),
  address_line2: nullable(z.string()),
  address_line_1: nullable(z.string()),
  address_line_2: nullable(z.string()),
  city: nullable(z.string()),
  state: nullable(z.string()),
  postcode: nullable(z.string()),
  country: nullable(z.string()),
  latitude: nullable(z.number()),
  longitude: nullable(z.number()),
})
export type EventOnWire = z.output<typeof eventOnWire>

/** The known facts about the venue (EVD-07, ours), in the operator's words. */
const venueOnWire = z.object({
  step_free_access: z.optional(z.string()),
  parking: z.optional(z.string()),
  hearing_loop: z.optional(z.string()),
  toilets: z.optional(z.string()),
  how_to_get_there: z.optional(z.string()),
  what_to_bring: z.optional(z.string()),
} satisfies Record<VenueFact, z.ZodMiniType>)

const NOT_FOUND = {
  'event-not-found': { status: 404, text: EVENT_NOT_FOUND },
} as const

/** GET /events: upcoming until their end, by start (EVL-01, EVL-03). */
export const listEvents = defineEndpoint({
  name: 'listEvents',
  method: 'GET',
  path: '/events',
  summary: 'The upcoming screening events, ascending by start.',
  access: 'public',
  sameForAll: true,
  input: z.strictObject({
    /** Comma-separated classes: community, freemasons, corporate. */
    for: z.optional(
      z.string().check(
        z.regex(/^(community|freemasons|corporate)(,(community|freemasons|corporate)){0,5}$/, {
          error: 'Use community, freemasons or corporate, separated by commas.',
        }),
      ),
    ),
    location: z.optional(line(100)),
    date: z.optional(z.enum(['today', 'next-week', 'next-month', 'future-events'])),
  }),
  output: z.object({ events: z.array(eventOnWire), server_time: z.iso.datetime() }),
  reasons: {},
})

/** GET /events/{id} (EVD-01, EVD-04). */
export const getEvent = defineEndpoint({
  name: 'getEvent',
  method: 'GET',
  path: '/events/:event_id',
  summary: 'One event, past ones too.',
  access: 'public',
  sameForAll: true,
  input: z.strictObject({ event_id: wholeId }),
  output: z.extend(eventOnWire, { venue: z.optional(venueOnWire), server_time: z.iso.datetime() }),
  reasons: NOT_FOUND,
})

/** GET /events/{id}/slots: the start times that are available now (BOOK-03). */
export const listSlots = defineEndpoint({
  name: 'listSlots',
  method: 'GET',
  path: '/events/:event_id/slots',
  summary: 'Available times by London date; a place held by the caller counts as free.',
  access: 'public',
  input: z.strictObject({ event_id: wholeId }),
  output: z.record(isoDate, z.object({ availableTimeSlots: z.array(z.string()) })),
  reasons: NOT_FOUND,
})
