import * as z from 'zod/mini'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { isoDate, line, requiredLine, wholeId } from '#core/contract/fields.ts'
import { refundRules } from '#core/contract/refund-rules.ts'
import { CHARACTER_LIMITS } from '#core/rules/character-limits.ts'
import { ACCESS_CODE_LENGTH } from '#events/rules/access-code.ts'
import { AUDIENCES } from '#events/rules/event.ts'
import { DATE_FILTERS } from '#events/rules/event-filter.ts'
import type { VenueFact } from '#events/rules/venue.ts'
import { ACCESS_CODE_TEXTS, EVENT_NOT_FOUND } from '#events/texts/events.ts'

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
  audience: z.enum(AUDIENCES),
  total_spaces: z.int(),
  /** Live holds, kept places and places without a free time included (EVL-09): `total_spaces` less this can be booked. */
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

/**
 * A private event for a visitor without a grant: its name, day and town (EVD-05). A field that is not named here does not leave the
 * server: a new field of `eventOnWire` is private by default.
 */
export const withheldEventOnWire = z.object({
  id: z.int(),
  event_id: z.int(),
  event_name: z.string(),
  event_date: isoDate,
  city: nullable(z.string()),
  is_private: z.literal(true),
})
export type WithheldEventOnWire = z.output<typeof withheldEventOnWire>

/** An event as a visitor may see it: whole, or withheld. */
export type VisibleEventOnWire = EventOnWire | WithheldEventOnWire

/** Whether an event is whole: a public one, or a private one for a visitor with a grant. */
export const isWhole = <Event extends VisibleEventOnWire>(
  event: Event,
): event is Extract<Event, EventOnWire> => 'starts_at' in event

/** The known facts about the venue (EVD-07, ours), in the operator's words. */
const venueOnWire = z.object({
  step_free_access: z.optional(z.string()),
  parking: z.optional(z.string()),
  hearing_loop: z.optional(z.string()),
  toilets: z.optional(z.string()),
  how_to_get_there: z.optional(z.string()),
  what_to_bring: z.optional(z.string()),
} satisfies Record<VenueFact, z.ZodMiniType>)

const ANY_AUDIENCE = `(${AUDIENCES.join('|')})`
const AUDIENCE_LIST = new RegExp(`^${ANY_AUDIENCE}(,${ANY_AUDIENCE}){0,5}$`)

const NOT_FOUND = {
  'event-not-found': { status: 404, text: EVENT_NOT_FOUND },
} as const
const serverTime = { server_time: z.iso.datetime() }

/** GET /events: upcoming until their end, by start (EVL-01, EVL-03). Private events are withheld from every caller (EVD-05). */
export const listEvents = defineEndpoint({
  name: 'listEvents',
  method: 'GET',
  path: '/events',
  summary: 'The upcoming screening events, ascending by start.',
  access: 'public',
  sameForAll: true,
  input: z.strictObject({
    /** Comma-separated classes. */
    for: z.optional(z.string().check(z.regex(AUDIENCE_LIST))),
    location: z.optional(line(CHARACTER_LIMITS.place)),
    date: z.optional(z.enum(DATE_FILTERS)),
  }),
  output: z.object({ events: z.array(z.union([eventOnWire, withheldEventOnWire])), ...serverTime }),
  reasons: {},
})

/** GET /events/{id} (EVD-01, EVD-04). A private event is whole with a grant or a place there only (EVD-05). */
export const getEvent = defineEndpoint({
  name: 'getEvent',
  method: 'GET',
  path: '/events/:event_id',
  summary: 'One event, past ones too.',
  access: 'public',
  sameForAll: true,
  input: z.strictObject({ event_id: wholeId }),
  output: z.union([
    z.extend(eventOnWire, {
      venue: z.optional(venueOnWire),
      /** Whether this site can take a payment: without it an event with a price is booked by telephone (EVD-03). */
      takes_payments: z.optional(z.boolean()),
      /** What a cancellation returns (PAY-14); absent when the event is free. */
      refund_rules: z.optional(refundRules),
      ...serverTime,
    }),
    z.extend(withheldEventOnWire, serverTime),
  ]),
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
  reasons: {
    ...NOT_FOUND,
    'access-code-required': { status: 403, text: ACCESS_CODE_TEXTS.required },
  },
})

/**
 * POST /events/{id}/check-access-code (EVD-05): success opens the event for this browser or patient. A wrong code, and an event that
 * is unknown or not private, get the same response after the same time.
 */
export const checkAccessCode = defineEndpoint({
  name: 'checkAccessCode',
  method: 'POST',
  path: '/events/:event_id/check-access-code',
  summary: 'Checks the access code of a private event and remembers that it was given.',
  access: 'public',
  formPage: '/event/:event_id',
  input: z.strictObject({
    event_id: wholeId,
    access_code: requiredLine(ACCESS_CODE_LENGTH, ACCESS_CODE_TEXTS.missing),
  }),
  output: z.object({ status: z.literal('success') }),
  reasons: {
    'access-code-invalid': { status: 403, text: ACCESS_CODE_TEXTS.invalid },
  },
})
