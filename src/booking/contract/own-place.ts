import * as z from 'zod/mini'
import { appointmentOnWire } from '#booking/contract/appointment-on-wire.ts'
import { holdOnWire } from '#booking/contract/hold-on-wire.ts'
import { defineEndpoint } from '#core/contract/endpoint.ts'
import { wholeId } from '#core/contract/fields.ts'

/**
 * GET /holds/current: the caller's live hold, of one event when `event_id` is given, and the booked appointment that
 * blocks another booking, of any event (BOOK-05, BOOK-06).
 */
export const getOwnPlace = defineEndpoint({
  name: 'getOwnPlace',
  method: 'GET',
  path: '/holds/current',
  summary:
    'The caller’s live hold, or null, booked appointment that has not ended, or null, and whether the next booking is free.',
  access: 'patient',
  input: z.strictObject({ event_id: z.optional(wholeId) }),
  output: z.object({
    hold: z.nullable(holdOnWire),
    appointment: z.nullable(appointmentOnWire),
    /** Whether the next booking costs nothing, whatever the price of the event (LAB-14). */
    free_repeat: z.boolean(),
    server_time: z.iso.datetime(),
  }),
  reasons: {},
})
