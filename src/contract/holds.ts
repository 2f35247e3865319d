import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/endpoint.ts'
import { clockTime, isoDate, wholeId } from '#contract/fields.ts'

/** A place kept for the caller until `hold_expires_at` (BOOK-06); `server_time` lets the page count down without trusting its own clock. */
export const holdOnWire = z.object({
  hold_id: z.uuid(),
  event_id: z.int(),
  appt_date: isoDate,
  appt_time: clockTime,
  hold_expires_at: z.iso.datetime(),
  server_time: z.iso.datetime(),
})
export type HoldOnWire = z.output<typeof holdOnWire>

/** Why a place cannot be taken: the same words for a hold and for a booking. */
export const PLACE_REFUSALS = {
  'event-not-found': { status: 404, text: 'Event not found' },
  'event-cancelled': { status: 409, text: 'This event has been cancelled.' },
  'event-passed': { status: 409, text: 'Event Passed' },
  'booking-closed': { status: 409, text: 'Booking Closed' },
  'event-full': { status: 409, text: 'Fully Booked' },
  'slot-not-found': {
    status: 422,
    text: 'This time is not offered by the event. Please choose another time.',
  },
  'slot-taken': {
    status: 409,
    text: 'Someone has just taken this time. Please choose another time.',
  },
  'existing-booking': {
    status: 409,
    text: 'You have already booked this event. Please amend your booking if required.',
  },
  'age-restricted': {
    status: 403,
    text: 'Screening events are for people aged between 40 and 80 only. If you are not within the age group, please do not register/book.',
  },
  'birth-date-missing': {
    status: 409,
    text: 'Your profile has no date of birth. Please contact us to add it before booking.',
  },
  'not-open-private': {
    status: 409,
    text: 'Private events cannot be booked online yet. Please call our booking helpline.',
  },
  'not-open-paid': {
    status: 409,
    text: 'Paid events cannot be booked online yet. Please call our booking helpline.',
  },
  'not-open-esneft': {
    status: 409,
    text: 'Events run with ESNEFT cannot be booked online yet. Please call our booking helpline.',
  },
  'key-reused': {
    status: 422,
    text: 'This request was already used for another time. Please choose your time again.',
  },
} as const
export type PlaceReason = keyof typeof PLACE_REFUSALS

/** POST /holds: keeps a place for 15 minutes; a second hold replaces the first. Repeating the same key answers the same hold. */
export const createHold = defineEndpoint({
  name: 'createHold',
  method: 'POST',
  path: '/holds',
  summary: 'Keeps a place of a slot for the caller for 15 minutes.',
  access: 'patient',
  status: 201,
  input: z.object({
    event_id: wholeId,
    appt_date: isoDate,
    appt_time: clockTime,
    idempotency_key: z
      .string()
      .check(z.regex(/^[\w-]{8,64}$/, { error: 'Use 8 to 64 letters or digits.' })),
  }),
  output: holdOnWire,
  reasons: PLACE_REFUSALS,
})

/** GET /holds/current: the caller's live hold of an event. */
export const getHold = defineEndpoint({
  name: 'getHold',
  method: 'GET',
  path: '/holds/current',
  summary: 'The caller’s live hold of this event, or null.',
  access: 'patient',
  input: z.object({ event_id: wholeId }),
  output: z.object({ hold: z.nullable(holdOnWire), server_time: z.iso.datetime() }),
  reasons: {},
})

/** POST /holds/{id}/release: gives the place back; safely repeatable. */
export const releaseHold = defineEndpoint({
  name: 'releaseHold',
  method: 'POST',
  path: '/holds/:hold_id/release',
  summary: 'Gives a held place back.',
  access: 'patient',
  input: z.object({ hold_id: z.uuid() }),
  output: z.object({ status: z.literal('success') }),
  reasons: {},
})
