import { HOLD_MINUTES } from '#booking/rules/hold.ts'
import type { SlotOfPatient } from '#booking/server/database/appointments.ts'
import type { IsoDate } from '#core/rules/time.ts'
import { HELD_MINUTES_PER_EVENT } from '#core/server/config/limits.ts'
import { callFunction, callPrepared } from '#core/server/database/call-function.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import { type LimitClaim, type Limited, overLimit } from '#core/server/database/limits.ts'
import type { PlaceReason } from '#events/texts/place-refusals.ts'

// Calls of the functions of schema `booking` (`supabase/routines`), which lock, check and write in one step.

/** Why the event refuses the patient (`booking.entry_refusal`). */
export type EntryRefusal =
  | 'nhs-number-required'
  | 'nhs-number-check'
  | 'access-code-required'
  | 'access-code-used-up'
/** What `booking.request_hold` decides before it calls `booking.hold_slot`. */
type RequestReason = 'booking-closed' | 'birth-date-missing' | 'age-restricted' | 'hold-limit'
/** Why `booking.hold_slot` creates no hold. */
export type HoldReason = Exclude<PlaceReason, RequestReason | 'not-open-paid'>
/** Why `booking.request_hold` creates no hold; `event-changed`: since it was read. */
export type HoldRequestReason = HoldReason | RequestReason | 'event-changed'
/**
 * Why `booking.book_slot` books nothing; `hold-over`: the hold expired between its check and its use; `payment-required`: only a payment books
 * an event with a price.
 */
export type BookReason = HoldReason | 'hold-over' | 'payment-required'
/** Why `booking.cancel_appointment` cancels nothing. */
export type CancelReason = 'appointment-not-found' | 'not-booked'
/** Why `booking.reschedule_appointment` moves nothing. */
export type RescheduleReason =
  | CancelReason
  | 'appointment-changed'
  | 'event-cancelled'
  | 'slot-not-found'
  | 'slot-taken'

/** The result of a booking function. */
export type Answer<Value, Reason extends string> =
  | ({ readonly ok: true } & Value)
  | { readonly ok: false; readonly reason: Reason }

const HELD =
  "r_reason, r_appointment, nullif(r_expires_at, 'infinity') as r_expires_at, r_is_offer, r_seconds_left"

/** A request for a hold, with what was decided from the event before its lock. */
export type HoldRequest = SlotOfPatient & {
  readonly key: string
  /** Counted in the same transaction; undefined when it is counted already. */
  readonly limit: LimitClaim | undefined
  /** `KnownEvent.version`: the locked event must still be this one. */
  readonly eventVersion: string
  /** Past the cut-off: only a live hold of this slot is returned. */
  readonly isClosed: boolean
  readonly birthDates: { readonly from: IsoDate; readonly to: IsoDate }
  /** Whether a place that is offered to the patient at another event may be lost by this hold (WAIT-02). */
  readonly givesUpOffer: boolean
}

/**
 * Holds a place of a slot for HOLD_MINUTES by the database's clock (BOOK-06), in one round trip. A second hold replaces the
 * first; the same key or slot again returns the live one.
 */
export async function requestHold(
  db: Database,
  request: HoldRequest,
): Promise<
  Limited | Answer<{ holdId: string; expiresAt: Date | null; isOffer: boolean }, HoldRequestReason>
> {
  const { limit, birthDates } = request
  const row = await callPrepared<{
    r_reason: HoldRequestReason | 'too-many-requests' | null
    r_appointment: string
    r_expires_at: Date | null
    r_is_offer: boolean
    r_seconds_left: number
  }>(db, 'booking.request_hold', HELD, {
    event: request.eventId,
    slot: request.startsAt,
    profile: request.profileId,
    key: request.key,
    minutes: HOLD_MINUTES,
    heldMost: HELD_MINUTES_PER_EVENT,
    eventVersion: request.eventVersion,
    closed: request.isClosed,
    bornFrom: birthDates.from,
    bornTo: birthDates.to,
    limit: limit?.name,
    subject: limit?.subject,
    limitMost: limit?.most,
    limitSeconds: limit?.seconds,
    givesUpOffer: request.givesUpOffer,
  })
  if (row.r_reason === 'too-many-requests') return overLimit(row.r_seconds_left)
  return row.r_reason === null
    ? {
        ok: true,
        holdId: row.r_appointment,
        expiresAt: row.r_expires_at,
        isOffer: row.r_is_offer,
      }
    : { ok: false, reason: row.r_reason }
}

/**
 * Books a slot, by the patient's live hold of it or a free place, and queues the mail. A slot that the patient has
 * booked already is returned unchanged.
 */
export async function bookSlot(
  db: Queries,
  slot: SlotOfPatient & {
    readonly key: string
    readonly paymentStatus: string
    readonly requestId: string
  },
): Promise<Answer<{ appointmentId: string }, BookReason>> {
  const row = await callFunction<{ r_reason: BookReason | null; r_appointment: string }>(
    db,
    'booking.book_slot',
    {
      event: slot.eventId,
      slot: slot.startsAt,
      profile: slot.profileId,
      key: slot.key,
      paymentStatus: slot.paymentStatus,
      request: slot.requestId,
    },
  )
  return row.r_reason === null
    ? { ok: true, appointmentId: row.r_appointment }
    : { ok: false, reason: row.r_reason }
}

/** Releases a hold; one that expired, is unknown or belongs to another patient is left as it is. */
export async function releaseHold(db: Queries, holdId: string, profileId: number): Promise<void> {
  await callFunction(db, 'booking.release_hold', { appointment: holdId, profile: profileId })
}

/** Who makes a change, for the audit log: the patient with a request, or an operator with a reason. */
export type ChangedBy =
  | { readonly requestId: string }
  | { readonly operator: string; readonly reason: string | null }

const auditOf = (by: ChangedBy) =>
  'operator' in by ? { operator: by.operator, reason: by.reason } : { request: by.requestId }

/**
 * Cancels a booked appointment and queues the mail; everything that was paid for it goes back. Idempotent. The caller enforces the 48-hour
 * rule for patients.
 */
export async function cancelBooked(
  db: Queries,
  appointmentId: string,
  profileId: number,
  by: ChangedBy,
): Promise<Answer<object, CancelReason>> {
  const { r_reason } = await callFunction<{ r_reason: CancelReason | null }>(
    db,
    'booking.cancel_appointment',
    { appointment: appointmentId, profile: profileId, ...auditOf(by) },
  )
  return r_reason === null ? { ok: true } : { ok: false, reason: r_reason }
}

/** A booked appointment and the start of the slot that it moves to. */
export type Move = {
  readonly appointmentId: string
  readonly profileId: number
  readonly startsAt: Date
  /** The appointment's `calendarSequence` as the patient saw it; without it any is moved. */
  readonly version?: number | undefined
}

/** Moves a booked appointment to another slot of its event and queues the mail: the new place is taken before the old is freed. */
export async function rescheduleBooked(
  db: Queries,
  { appointmentId, profileId, startsAt, version }: Move,
  by: ChangedBy,
): Promise<Answer<object, RescheduleReason>> {
  const { r_reason } = await callFunction<{ r_reason: RescheduleReason | null }>(
    db,
    'booking.reschedule_appointment',
    { appointment: appointmentId, profile: profileId, slot: startsAt, version, ...auditOf(by) },
  )
  return r_reason === null ? { ok: true } : { ok: false, reason: r_reason }
}

/**
 * Cancels an event with its appointments and queues their mails. Returns how many appointments were cancelled, or
 * undefined when there is no such event. Idempotent.
 */
export async function cancelEvent(
  db: Queries,
  eventId: number,
  by: { readonly operator: string; readonly reason: string | null },
): Promise<number | undefined> {
  const { r_reason, r_freed } = await callFunction<{
    r_reason: 'event-not-found' | null
    r_freed: number
  }>(db, 'booking.cancel_event', { event: eventId, ...auditOf(by) })
  return r_reason === null ? r_freed : undefined
}

/** Marks at most `most` expired holds as such and returns how many. Housekeeping only: an expired hold never blocks a place. */
export async function expireHolds(db: Queries, most: number): Promise<number> {
  const { expire_holds: expired } = await callFunction<{ expire_holds: number }>(
    db,
    'booking.expire_holds',
    { most },
  )
  return expired
}
