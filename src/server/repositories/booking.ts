import { HOLD_MINUTES } from '#domain/hold.ts'
import type { Database } from '#server/database/database.ts'
import type { Place } from '#server/repositories/appointments.ts'

// Everything here runs by the functions of supabase/migrations/*_booking.sql, which lock, check and create in one step.
type Queries = Pick<Database, 'query'>

/** Why `booking.hold_slot` keeps no place. */
export type HoldReason =
  | 'event-not-found'
  | 'event-cancelled'
  | 'slot-not-found'
  | 'event-passed'
  | 'existing-booking'
  | 'event-full'
  | 'slot-taken'
  | 'key-reused'
/** Why `booking.book_slot` books nothing; `hold-over` is a hold that ended in that very moment. */
export type BookReason = HoldReason | 'hold-over'
/** Why `booking.cancel_appointment` cancels nothing. */
export type CancelReason = 'appointment-not-found' | 'not-booked'
/** Why `booking.reschedule_appointment` moves nothing. */
export type RescheduleReason = CancelReason | 'event-cancelled' | 'slot-not-found' | 'slot-taken'

/** What a booking function answered. */
export type Answer<Value, Reason extends string> =
  | ({ readonly ok: true } & Value)
  | { readonly ok: false; readonly reason: Reason }

async function callFunction<Row extends Record<string, unknown>>(
  db: Queries,
  call: string,
  values: unknown[],
): Promise<Row> {
  const { rows } = await db.query<Row>(`select * from booking.${call}`, values)
  const row = rows[0]
  if (row === undefined) throw new Error(`booking.${call} answered no row`)
  return row
}

/**
 * Keeps a place of a slot for 15 minutes (BOOK-06). A second hold replaces the first; the same key or slot again answers
 * the live one. Time is the database's.
 */
export async function holdSlot(
  db: Queries,
  place: Place & { readonly key: string },
): Promise<Answer<{ holdId: string; expiresAt: Date }, HoldReason>> {
  const row = await callFunction<{
    r_reason: HoldReason | null
    r_appointment: string
    r_expires_at: Date
  }>(db, 'hold_slot($1, $2, $3, $4, $5)', [
    place.eventId,
    place.startsAt,
    place.profileId,
    place.key,
    HOLD_MINUTES,
  ])
  return row.r_reason === null
    ? { ok: true, holdId: row.r_appointment, expiresAt: row.r_expires_at }
    : { ok: false, reason: row.r_reason }
}

/** Books a slot, by the patient's live hold of it or a free place, and queues the mail; a slot he has booked already is answered as it is. */
export async function bookSlot(
  db: Queries,
  place: Place & { readonly key: string; readonly paymentStatus: string },
): Promise<Answer<{ appointmentId: string }, BookReason>> {
  const row = await callFunction<{ r_reason: BookReason | null; r_appointment: string }>(
    db,
    'book_slot($1, $2, $3, $4, $5)',
    [place.eventId, place.startsAt, place.profileId, place.key, place.paymentStatus],
  )
  return row.r_reason === null
    ? { ok: true, appointmentId: row.r_appointment }
    : { ok: false, reason: row.r_reason }
}

/** Gives a held place back; a hold that is over, unknown or another's is left as it is. */
export async function releaseHold(db: Queries, holdId: string, profileId: number): Promise<void> {
  await db.query('select booking.release_hold($1, $2)', [holdId, profileId])
}

/** Cancels a booked appointment and queues the mail; repeated, it does nothing more. The 48-hour rule is the caller's. */
export async function cancelBooked(
  db: Queries,
  appointmentId: string,
  profileId: number,
): Promise<Answer<object, CancelReason>> {
  const { r_reason } = await callFunction<{ r_reason: CancelReason | null }>(
    db,
    'cancel_appointment($1, $2)',
    [appointmentId, profileId],
  )
  return r_reason === null ? { ok: true } : { ok: false, reason: r_reason }
}

/** Moves a booked appointment to another slot of its event and queues the mail: the new place first, then the old one is free. */
export async function rescheduleBooked(
  db: Queries,
  appointmentId: string,
  profileId: number,
  startsAt: Date,
): Promise<Answer<object, RescheduleReason>> {
  const { r_reason } = await callFunction<{ r_reason: RescheduleReason | null }>(
    db,
    'reschedule_appointment($1, $2, $3)',
    [appointmentId, profileId, startsAt],
  )
  return r_reason === null ? { ok: true } : { ok: false, reason: r_reason }
}
