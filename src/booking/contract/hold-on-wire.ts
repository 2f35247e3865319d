import * as z from 'zod/mini'
import { clockTime, isoDate } from '#core/contract/fields.ts'

/**
 * A place kept for the caller until `hold_expires_at` (BOOK-06); null while a payment is under way, which keeps it until the result
 * is known. `server_time` lets the page count down independently of its own clock.
 */
export const holdOnWire = z.object({
  hold_id: z.uuid(),
  event_id: z.int(),
  appt_date: isoDate,
  appt_time: clockTime,
  hold_expires_at: z.nullable(z.iso.datetime()),
  /** Offered by the waiting list: it is kept for hours (WAIT-02). */
  offered: z.boolean(),
  server_time: z.iso.datetime(),
})
export type HoldOnWire = z.output<typeof holdOnWire>
