import * as z from 'zod/mini'
import { clockTime, isoDate } from '#core/contract/fields.ts'
import { paymentOnWire } from '#payments/contract/payment-on-wire.ts'

/** An appointment with the specified names (API-07); the fields after `payment_status` are ours. */
export const appointmentOnWire = z.object({
  appointment_id: z.uuid(),
  event_id: z.int(),
  event_name: z.string(),
  product_name: z.string(),
  email: z.string(),
  appt_date: isoDate,
  appt_time: clockTime,
  status: z.string(),
  payment_status: z.string(),
  event_location: z.string(),
  /** What the event requires besides the usual (EVD-07). */
  what_to_bring: z.nullable(z.string()),
  starts_at: z.iso.datetime(),
  ends_at: z.iso.datetime(),
  /** Increases with every change that is mailed. */
  version: z.int(),
  /** Null: nothing was paid for it. */
  payment: z.nullable(paymentOnWire),
})
export type AppointmentOnWire = z.output<typeof appointmentOnWire>
