import * as z from 'zod/mini'
import type { Refusal } from '#contract/endpoint.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { clockTime, isoDate, wholeId } from '#contract/fields.ts'
import { holdOnWire } from '#contract/hold-on-wire.ts'
import { HOLD_MINUTES } from '#domain/hold.ts'
import { PLACE_TEXTS, type PlaceReason } from '#domain/texts/booking.ts'

/** Why a place cannot be held or booked: the same refusals for a hold and for a booking. */
export const PLACE_REFUSALS = {
  'event-not-found': { status: 404, text: PLACE_TEXTS['event-not-found'] },
  'event-cancelled': { status: 409, text: PLACE_TEXTS['event-cancelled'] },
  'event-passed': { status: 409, text: PLACE_TEXTS['event-passed'] },
  'booking-closed': { status: 409, text: PLACE_TEXTS['booking-closed'] },
  'event-full': { status: 409, text: PLACE_TEXTS['event-full'] },
  'slot-not-found': { status: 422, text: PLACE_TEXTS['slot-not-found'] },
  'slot-taken': { status: 409, text: PLACE_TEXTS['slot-taken'] },
  'existing-booking': { status: 409, text: PLACE_TEXTS['existing-booking'] },
  'age-restricted': { status: 403, text: PLACE_TEXTS['age-restricted'] },
  'birth-date-missing': { status: 409, text: PLACE_TEXTS['birth-date-missing'] },
  'access-code-required': { status: 403, text: PLACE_TEXTS['access-code-required'] },
  'access-code-used-up': { status: 409, text: PLACE_TEXTS['access-code-used-up'] },
  'not-open-paid': { status: 409, text: PLACE_TEXTS['not-open-paid'] },
  'nhs-number-required': { status: 409, text: PLACE_TEXTS['nhs-number-required'] },
  'nhs-number-check': { status: 409, text: PLACE_TEXTS['nhs-number-check'] },
  'hold-limit': { status: 409, text: PLACE_TEXTS['hold-limit'] },
  'offer-open': { status: 409, text: PLACE_TEXTS['offer-open'] },
  'payment-in-progress': { status: 409, text: PLACE_TEXTS['payment-in-progress'] },
  'key-reused': { status: 422, text: PLACE_TEXTS['key-reused'] },
} as const satisfies Record<PlaceReason, Refusal>

/** POST /holds: keeps a place for HOLD_MINUTES; a second hold replaces the first. The same key again returns the same hold. */
export const createHold = defineEndpoint({
  name: 'createHold',
  method: 'POST',
  path: '/holds',
  summary: `Keeps a place of a slot for the caller for ${HOLD_MINUTES} minutes.`,
  access: 'patient',
  status: 201,
  input: z.strictObject({
    event_id: wholeId,
    appt_date: isoDate,
    appt_time: clockTime,
    idempotency_key: z.string().check(z.regex(/^[\w-]{8,64}$/)),
    /** The patient agrees that a place offered to them at another event is lost (WAIT-02). */
    gives_up_offer: z.optional(z.boolean()),
  }),
  output: holdOnWire,
  reasons: PLACE_REFUSALS,
})

/** POST /holds/{id}/release: frees the place; idempotent. */
export const releaseHold = defineEndpoint({
  name: 'releaseHold',
  method: 'POST',
  path: '/holds/:hold_id/release',
  summary: 'Gives a held place back.',
  access: 'patient',
  input: z.strictObject({ hold_id: z.uuid() }),
  output: z.object({ status: z.literal('success') }),
  reasons: {},
})
