import * as z from 'zod/mini'
import { holdOnWire } from '#booking/contract/hold-on-wire.ts'
import { HOLD_MINUTES } from '#booking/rules/hold.ts'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { clockTime, isoDate, wholeId } from '#core/contract/fields.ts'
import { PLACE_REFUSALS } from '#events/texts/place-refusals.ts'

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
