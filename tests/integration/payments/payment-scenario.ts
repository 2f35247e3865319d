import { randomUUID } from 'node:crypto'
import type { Queries } from '#core/server/database/database.ts'
import type { PaymentState } from '#payments/rules/payment.ts'
import { listHolidays } from '#payments/server/database/payment-records.ts'
import {
  abandonPayment,
  beginCapture,
  beginPayment,
  type CaptureFacts,
  noteOrder,
  settlePayment,
} from '#payments/server/database/payments.ts'
import { cancelWithRefund } from '#payments/server/database/refunds.ts'
import { buildEvent, buildProfile, slotsOf } from '#tests/fixtures/builders.ts'
import type { SqlDatabase } from '#tests/fixtures/sql-database.ts'

export const PRICE = 2_500
export const LEASE_SECONDS = 60
/** The appointment of a payment under capture. */
export const UNDER_PAYMENT = { status: 'held', is_pinned: true }

/** An event that costs £25. */
export const paidEvent = (
  database: SqlDatabase,
  overrides: Parameters<typeof buildEvent>[1] = {},
): Promise<number> =>
  buildEvent(database, { price_pence: PRICE, payment_required: true, ...overrides })

/** A patient with a hold of slot `n` of the event. */
export type Payer = {
  readonly profileId: number
  readonly eventId: number
  readonly slot: Date
  readonly holdId: string
}

/** Holds a slot, as `request_hold` does; throws when it is refused. */
export async function hold(
  { query }: SqlDatabase,
  place: { eventId: number; profileId: number; slot: Date; minutes?: number },
): Promise<string> {
  const { rows } = await query<{ r_reason: string | null; r_appointment: string }>(
    `select r_reason, r_appointment from booking.hold_slot(p_event => $1, p_slot => $2, p_profile => $3, p_key => $4, p_minutes => $5)`,
    [place.eventId, place.slot, place.profileId, randomUUID(), place.minutes ?? 15],
  )
  const [row] = rows
  if (row === undefined || row.r_reason !== null) throw new Error(`no hold: ${row?.r_reason}`)
  return row.r_appointment
}

/** A new patient who holds a slot of a paid event. */
export async function payer(
  database: SqlDatabase,
  place: { eventId?: number; n?: number; minutes?: number } = {},
): Promise<Payer> {
  const eventId = place.eventId ?? (await paidEvent(database))
  const profileId = await buildProfile(database)
  const slot = (await slotsOf(database, eventId))[place.n ?? 0]
  if (slot === undefined) throw new Error('no slot')
  const minutes = place.minutes ?? 15
  return {
    profileId,
    eventId,
    slot,
    holdId: await hold(database, { eventId, profileId, slot, minutes }),
  }
}

/** A payment with an order; throws when it is refused. */
export async function order(database: Queries, { profileId, eventId }: Payer): Promise<string> {
  const paymentId = randomUUID()
  const begun = await beginPayment(database, { paymentId, profileId, eventId, requestId: 'r' })
  if (!begun.ok) throw new Error(`no payment: ${begun.reason}`)
  await noteOrder(database, paymentId, `ORDER-${paymentId}`)
  return paymentId
}

export const capture = (database: Queries, paymentId: string, profileId: number) =>
  beginCapture(database, { paymentId, profileId, leaseSeconds: LEASE_SECONDS })

/** What the provider says of a capture; its id follows from the payment's. */
export const told = (
  paymentId: string,
  status: CaptureFacts['status'] = 'COMPLETED',
  other: Partial<CaptureFacts> = {},
): CaptureFacts => ({
  id: `CAPTURE-${paymentId}`,
  status,
  amountPence: PRICE,
  currency: 'GBP',
  at: new Date(),
  payerName: 'Arthur Pendle',
  paymentMethod: 'card',
  cardBrand: 'VISA',
  cardLastDigits: '1881',
  cardExpiry: '2029-07',
  issuingBank: 'A Bank',
  avsCode: 'Y',
  cvvCode: 'M',
  ...other,
})

export const settle = (
  database: Queries,
  paymentId: string,
  status?: CaptureFacts['status'],
  other?: Partial<CaptureFacts>,
) => settlePayment(database, { paymentId, capture: told(paymentId, status, other) })

/** A patient who has paid and is booked. */
export async function booked(
  database: SqlDatabase,
  place: Parameters<typeof payer>[1] = {},
): Promise<Payer & { paymentId: string }> {
  const who = await payer(database, place)
  const paymentId = await order(database, who)
  await capture(database, paymentId, who.profileId)
  const settled = await settle(database, paymentId)
  if (settled?.state !== 'booked') throw new Error(`not booked: ${settled?.state}`)
  return { ...who, paymentId }
}

/** A payment in this state, with its patient. */
export async function inState(
  database: SqlDatabase,
  state: PaymentState,
  place: Parameters<typeof payer>[1] = {},
): Promise<Payer & { paymentId: string }> {
  const who = await payer(database, place)
  const paymentId = randomUUID()
  const begun = await beginPayment(database, { ...who, paymentId, requestId: 'r' })
  if (!begun.ok) throw new Error(`no payment: ${begun.reason}`)
  if (state !== 'creating') await noteOrder(database, paymentId, `ORDER-${paymentId}`)
  if (state !== 'creating' && state !== 'ordered') {
    await capture(database, paymentId, who.profileId)
  }
  if (state === 'pending') await settle(database, paymentId, 'PENDING')
  if (state === 'declined') await settle(database, paymentId, 'DECLINED')
  if (state === 'abandoned') await abandonPayment(database, paymentId)
  if (state === 'booked') await settle(database, paymentId)
  if (state === 'refund_due' || state === 'refunded') {
    // Another amount than was agreed goes back.
    const answer = await settle(database, paymentId, 'COMPLETED', { amountPence: PRICE - 1 })
    if (state === 'refunded') {
      await database.query(`select booking.finish_refund($1, 'done', $2, null)`, [
        answer?.refundId,
        `REFUND-${paymentId}`,
      ])
    }
  }
  return { ...who, paymentId }
}

export type AppointmentRow = {
  status: string
  payment_status: string
  unpinned_end: Date | null
  is_pinned: boolean
  minutes_left: number | null
  slot_start: Date
}

/** An appointment as it is; `minutes_left` of a hold with an end. */
export async function appointmentOf({ query }: SqlDatabase, id: string | null | undefined) {
  const { rows } = await query<AppointmentRow>(
    `select status, payment_status, unpinned_end, hold_expires_at = 'infinity' as is_pinned, slot_start,
            round(extract(epoch from nullif(hold_expires_at, 'infinity') - app.clock_now()) / 60)::int as minutes_left
       from app.appointments where appointment_id = $1`,
    [id],
  )
  return rows[0]
}

export async function stateOf({ query }: SqlDatabase, paymentId: string): Promise<string> {
  const { rows } = await query<{ state: string }>(
    'select state from app.payments where payment_id = $1',
    [paymentId],
  )
  return rows[0]?.state ?? 'none'
}

export type RefundRow = {
  refund_id: string
  amount_pence: number
  reason: string
  state: string
  due_on: string
  note: string | null
}

export async function refundsOf(
  { query }: SqlDatabase,
  paymentId: string | undefined,
): Promise<RefundRow[]> {
  const { rows } = await query<RefundRow>(
    "select refund_id, amount_pence, reason, state, due_on, note from app.refunds where payment_id = $1 order by requested_at, attempts, state <> 'failed'",
    [paymentId],
  )
  return rows
}

/** The templates of the mails that wait for a patient, sorted. */
export async function mailsTo({ query }: SqlDatabase, profileId: number): Promise<string[]> {
  const { rows } = await query<{ template: string }>(
    `select payload ->> 'template' as template from app.jobs where kind = 'mail' and recipient = $1 order by 1`,
    [`profile:${profileId}`],
  )
  return rows.map(({ template }) => template)
}

/** The bank holidays, as `2026-12-25`. */
export const holidaysOf = async (database: Queries) =>
  new Set((await listHolidays(database)).map(({ day }) => day))

/** The version of an appointment that a patient sees. */
export async function versionOf({ query }: SqlDatabase, appointmentId: string): Promise<number> {
  const { rows } = await query<{ version: number }>(
    'select calendar_sequence as version from app.appointments where appointment_id = $1',
    [appointmentId],
  )
  return rows[0]?.version ?? -1
}

/** The patient cancels, and was shown this refund. */
export async function cancelPaid(
  database: SqlDatabase,
  { holdId, profileId }: Pick<Payer, 'holdId' | 'profileId'>,
  refundPence: number,
  version?: number,
) {
  return cancelWithRefund(database, {
    ...{ appointmentId: holdId, profileId, refundPence, requestId: 'r' },
    version: version ?? (await versionOf(database, holdId)),
  })
}
