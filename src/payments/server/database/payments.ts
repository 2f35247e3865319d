import { sql } from 'kysely'
import type { Answer, EntryRefusal } from '#booking/server/database/booking.ts'
import { callFunction } from '#core/server/database/call-function.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { CaptureStatus, PaymentState } from '#payments/rules/payment.ts'

// Calls of the functions of schema `booking` (`supabase/routines`), which lock, check and write in one step.

/** Why `booking.begin_payment` begins none. */
export type BeginPaymentReason =
  | EntryRefusal
  | 'hold-over'
  | 'nothing-to-pay'
  | 'payment-in-progress'
  | 'already-paid'
  | 'existing-booking'
  | 'event-cancelled'
  | 'event-passed'

/** Why `booking.begin_capture` allows no capture; `concluded`: the state says how. */
export type BeginCaptureReason =
  | BeginPaymentReason
  | 'payment-not-found'
  | 'price-changed'
  | 'concluded'

/** One payment. */
export type Payment = {
  readonly paymentId: string
  /** Null after an erasure, with `profileId`. */
  readonly appointmentId: string | null
  readonly profileId: number | null
  readonly eventId: number
  readonly amountPence: number
  readonly state: PaymentState
  readonly orderId: string | null
  readonly captureId: string | null
  readonly capturedPence: number | null
  readonly capturedAt: Date | null
  readonly issue: string | null
  readonly debugId: string | null
  readonly createdAt: Date
  readonly concludedAt: Date | null
}

/** A capture as the provider reported it, with the details of the card that the record of the transaction keeps. */
export type CaptureFacts = {
  readonly id: string
  readonly status: CaptureStatus
  readonly amountPence: number
  readonly currency: string
  readonly at: Date
  /** The order of the capture, for a payment whose order could not be noted. */
  readonly orderId?: string | undefined
  readonly payerName?: string | undefined
  readonly paymentMethod?: string | undefined
  readonly cardBrand?: string | undefined
  readonly cardLastDigits?: string | undefined
  /** `YYYY-MM`. */
  readonly cardExpiry?: string | undefined
  readonly issuingBank?: string | undefined
  readonly avsCode?: string | undefined
  readonly cvvCode?: string | undefined
}

/**
 * Begins a payment for the patient's live hold of the event, at the event's price now; extends a hold that is almost over, once.
 * Idempotent by `paymentId`.
 */
export async function beginPayment(
  db: Queries,
  begin: {
    readonly paymentId: string
    readonly profileId: number
    readonly eventId: number
    readonly requestId: string
  },
): Promise<
  Answer<{ appointmentId: string; amountPence: number; holdExpiresAt: Date }, BeginPaymentReason>
> {
  const row = await callFunction<{
    r_reason: BeginPaymentReason | null
    r_appointment: string
    r_amount_pence: number
    r_hold_expires_at: Date
  }>(db, 'booking.begin_payment', {
    payment: begin.paymentId,
    profile: begin.profileId,
    event: begin.eventId,
    request: begin.requestId,
  })
  return row.r_reason === null
    ? {
        ok: true,
        appointmentId: row.r_appointment,
        amountPence: row.r_amount_pence,
        holdExpiresAt: row.r_hold_expires_at,
      }
    : { ok: false, reason: row.r_reason }
}

/** Notes the provider's order of a payment. `concluded`: the payment was given up in the meantime; the order is kept with it. */
export async function noteOrder(
  db: Queries,
  paymentId: string,
  orderId: string,
): Promise<Answer<object, 'payment-not-found' | 'concluded'>> {
  const { r_reason } = await callFunction<{
    r_reason: 'payment-not-found' | 'concluded' | null
  }>(db, 'booking.note_order', { payment: paymentId, orderId })
  return r_reason === null ? { ok: true } : { ok: false, reason: r_reason }
}

/** The result of `beginCapture`; `state` and `appointmentId` also show how a concluded payment ended. */
export type CaptureBegun = Answer<object, BeginCaptureReason> & {
  readonly state: PaymentState | null
  readonly appointmentId: string | null
}

/** Leases a payment for its capture and puts its hold under payment; again, when the lease of an earlier capture has expired. */
export async function beginCapture(
  db: Queries,
  capture: {
    readonly paymentId: string
    readonly profileId: number
    readonly leaseSeconds: number
  },
): Promise<CaptureBegun> {
  const { paymentId: payment, profileId: profile, leaseSeconds } = capture
  const row = await callFunction<{
    r_reason: BeginCaptureReason | null
    r_state: PaymentState | null
    r_appointment: string | null
  }>(db, 'booking.begin_capture', { payment, profile, leaseSeconds })
  const told = { state: row.r_state, appointmentId: row.r_appointment }
  return row.r_reason === null
    ? { ok: true, ...told }
    : { ok: false, reason: row.r_reason, ...told }
}

const captureJson = (capture: CaptureFacts): string =>
  JSON.stringify({
    ...{ id: capture.id, order_id: capture.orderId, status: capture.status, at: capture.at },
    ...{ amount_pence: capture.amountPence, currency: capture.currency },
    payer_name: capture.payerName,
    payment_method: capture.paymentMethod,
    card_brand: capture.cardBrand,
    card_last_digits: capture.cardLastDigits,
    card_expiry: capture.cardExpiry,
    issuing_bank: capture.issuingBank,
    ...{ avs_code: capture.avsCode, cvv_code: capture.cvvCode },
  })

/**
 * Concludes a payment by what the provider reported: the only way to book for it. With an issue and no capture
 * the payment is declined; with neither, nothing changes. Late and repeated calls are harmless. Undefined when there is no such payment.
 */
export async function settlePayment(
  db: Queries,
  settlement: {
    readonly paymentId: string
    readonly capture?: CaptureFacts | undefined
    readonly issue?: string | undefined
    readonly debugId?: string | undefined
  },
): Promise<
  { state: PaymentState; appointmentId: string | null; refundId: string | null } | undefined
> {
  const { paymentId: payment, capture, issue, debugId } = settlement
  const row = await callFunction<{
    r_state: PaymentState | null
    r_appointment: string | null
    r_refund: string | null
  }>(db, 'booking.settle_payment', {
    payment,
    capture: capture && captureJson(capture),
    ...{ issue, debugId },
  })
  return row.r_state === null
    ? undefined
    : { state: row.r_state, appointmentId: row.r_appointment, refundId: row.r_refund }
}

/**
 * Ends a payment without money: before its capture when the hold has expired, or under capture when the provider has no capture.
 * Returns the state, which is unchanged when it may not be given up; undefined when there is no such payment.
 */
export async function abandonPayment(
  db: Queries,
  paymentId: string,
): Promise<PaymentState | undefined> {
  const { abandon_payment: state } = await callFunction<{ abandon_payment: PaymentState | null }>(
    db,
    'booking.abandon_payment',
    { payment: paymentId },
  )
  return state ?? undefined
}

/** Ends a payment that the provider leaves open, for an operator who has checked there; false when it is not open. */
export async function giveUpPayment(
  { kysely }: Queries,
  paymentId: string,
  { operator, note }: { readonly operator: string; readonly note: string },
): Promise<boolean> {
  const { rows } = await sql<{
    r_reason: string | null
  }>`select r_reason from booking.give_up_payment(p_payment => ${paymentId}, p_operator => ${operator}, p_note => ${note})`.execute(
    kysely,
  )
  return rows[0]?.r_reason === null
}
