import { sql } from 'kysely'
import { KEPT } from '#core/rules/kept-data.ts'
import type { IsoDate } from '#core/rules/time.ts'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { RefundOfPayment, RefundState } from '#payments/rules/payment.ts'
import { type Dispute, listDisputes } from '#payments/server/database/disputes.ts'
import type { Payment } from '#payments/server/database/payments.ts'

// Reads of payments; src/payments/server/database/payments.ts changes them.

/** A payment with which an appointment was booked, as its patient sees it. */
export type PaymentOfAppointment = {
  readonly appointmentId: string
  readonly paymentId: string
  readonly orderId: string
  readonly amountPence: number
  readonly paidAt: Date
  readonly cardBrand: string | null
  readonly lastDigits: string | null
  readonly refunds: readonly RefundOfPayment[]
  /** What the payer's bank or the provider holds of it. */
  readonly takenBackPence: number
  /** What was returned by hand at the provider. */
  readonly returnedByHandPence: number
}

/** The columns of a payment. */
export const selectPayments = ({ kysely }: Queries) =>
  kysely
    .selectFrom('payments as p')
    .select([
      'p.payment_id as paymentId',
      'p.appointment_id as appointmentId',
      'p.profile_id as profileId',
      'p.event_id as eventId',
      'p.amount_pence as amountPence',
      'p.state',
      'p.order_id as orderId',
      'p.capture_id as captureId',
      'p.captured_pence as capturedPence',
      'p.captured_at as capturedAt',
      'p.issue',
      'p.debug_id as debugId',
      'p.created_at as createdAt',
      'p.concluded_at as concludedAt',
    ])

/** Whether a payment booked the place. One that was refunded because another payment, or none, had the place did not. */
export const hadBooked = sql<boolean>`not exists (
  select from app.refunds n where n.payment_id = p.payment_id and n.reason in ('no-place', 'second-payment'))`

/** A payment, or undefined. */
export const findPayment = (db: Queries, paymentId: string): Promise<Payment | undefined> =>
  selectPayments(db).where('p.payment_id', '=', paymentId).executeTakeFirst()

/** The payment of a provider's order, or undefined. */
export const findPaymentByOrder = (db: Queries, orderId: string): Promise<Payment | undefined> =>
  selectPayments(db).where('p.order_id', '=', orderId).executeTakeFirst()

/** The payment of a provider's capture, or undefined. */
export const findPaymentByCapture = (
  db: Queries,
  captureId: string,
): Promise<Payment | undefined> =>
  selectPayments(db).where('p.capture_id', '=', captureId).executeTakeFirst()

/** The payment under way of a hold: capturing or pending; undefined when there is none. */
export const findPaymentUnderWay = (
  db: Queries,
  appointmentId: string,
): Promise<Payment | undefined> =>
  selectPayments(db)
    .where('p.appointment_id', '=', appointmentId)
    .where('p.state', 'in', ['capturing', 'pending'])
    .orderBy('p.created_at', 'desc')
    .executeTakeFirst()

const sumOf = (amounts: readonly { readonly amountPence: number }[]) =>
  amounts.reduce((sum, { amountPence }) => sum + amountPence, 0)

/** The payments with which these appointments were booked, with their refunds, the oldest first. */
export async function listPaymentsOfAppointments(
  { kysely }: Queries,
  appointmentIds: readonly string[],
): Promise<PaymentOfAppointment[]> {
  if (appointmentIds.length === 0) return []
  const payments = await kysely
    .selectFrom('payments as p')
    .leftJoin('transactions as t', 't.payment_reference', 'p.order_id')
    .select([
      'p.appointment_id as appointmentId',
      'p.payment_id as paymentId',
      'p.order_id as orderId',
      'p.captured_pence as amountPence',
      'p.captured_at as paidAt',
      't.card_brand as cardBrand',
      't.card_last_digits as lastDigits',
    ])
    .where('p.appointment_id', 'in', appointmentIds)
    // Of fully refunded payments only the payment that had booked: the others never had this appointment.
    .where('p.state', 'in', ['booked', 'refunded'])
    .where(hadBooked)
    .$narrowType<{ appointmentId: string; orderId: string; amountPence: number; paidAt: Date }>()
    .orderBy('p.captured_at')
    .execute()
  const ids = payments.map(({ paymentId }) => paymentId)
  const [refunds, disputes] = await Promise.all([
    listRefundsOfPayments({ kysely }, ids),
    listDisputes({ kysely }, ids),
  ])
  const isTaken = ({ kind, outcome }: Dispute) => kind === 'reversal' && outcome !== 'won'
  return payments.map((payment) => {
    const own = refunds.filter(({ paymentId }) => paymentId === payment.paymentId)
    return {
      ...payment,
      refunds: own,
      takenBackPence: sumOf(
        disputes.filter((one) => one.paymentId === payment.paymentId && isTaken(one)),
      ),
      returnedByHandPence: sumOf(own.filter(({ isByHand }) => isByHand)),
    }
  })
}

/** A payment as its patient sees it later; `appointmentId` of one that booked an appointment. */
export type PaymentOfPatient = {
  readonly eventName: string | null
  readonly amountPence: number
  readonly paidAt: Date
  readonly appointmentId: string | null
  readonly refunds: readonly RefundOfPayment[]
}

/** What a patient has paid, newest first, refunds for a missing place included. */
export async function listPaymentsOfPatient(
  { kysely }: Queries,
  profileId: number,
): Promise<PaymentOfPatient[]> {
  const payments = await kysely
    .selectFrom('payments as p')
    .innerJoin('events as e', 'e.event_id', 'p.event_id')
    .select([
      'p.payment_id as paymentId',
      'p.appointment_id as appointmentId',
      'e.event_name as eventName',
      'p.captured_pence as amountPence',
      'p.captured_at as paidAt',
    ])
    .where('p.profile_id', '=', profileId)
    .where('p.capture_id', 'is not', null)
    .$narrowType<{ amountPence: number; paidAt: Date }>()
    .orderBy('p.captured_at', 'desc')
    .execute()
  const ids = payments.flatMap(({ appointmentId }) => appointmentId ?? [])
  const [refunds, booked] = await Promise.all([
    listRefundsOfPayments(
      { kysely },
      payments.map(({ paymentId }) => paymentId),
    ),
    listPaymentsOfAppointments({ kysely }, ids),
  ])
  return payments.map(({ paymentId, appointmentId, ...payment }) => ({
    ...payment,
    appointmentId: booked.some((one) => one.paymentId === paymentId) ? appointmentId : null,
    refunds: refunds.filter((refund) => refund.paymentId === paymentId),
  }))
}

async function listRefundsOfPayments(
  { kysely }: Queries,
  paymentIds: readonly string[],
): Promise<(RefundOfPayment & { paymentId: string; isByHand: boolean })[]> {
  if (paymentIds.length === 0) return []
  return await kysely
    .selectFrom('refunds')
    .select([
      'payment_id as paymentId',
      'refund_id as refundId',
      'amount_pence as amountPence',
      'state',
      'reason',
      'due_on as dueOn',
      'done_at as doneAt',
      // The operator of a refund that `booking.note_refund` found at the provider.
      sql<boolean>`operator is not distinct from 'the provider'`.as('isByHand'),
    ])
    .where('payment_id', 'in', paymentIds)
    .where('state', '<>', 'failed')
    .$narrowType<{ state: RefundState }>()
    .orderBy('requested_at')
    .execute()
}

/** The payment with which an appointment was booked, with its refunds, or undefined. */
export async function findPaymentOfAppointment(
  db: Queries,
  appointmentId: string,
): Promise<PaymentOfAppointment | undefined> {
  return (await listPaymentsOfAppointments(db, [appointmentId]))[0]
}

/** Adds a bank holiday of England; the name of a known day is replaced. */
export async function addHoliday(
  { kysely }: Queries,
  holiday: { readonly day: IsoDate; readonly name: string; readonly operator: string },
): Promise<void> {
  const added_by = holiday.operator
  await kysely
    .insertInto('bank_holidays')
    .values({ day: holiday.day, holiday_name: holiday.name, added_by })
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet({ holiday_name: holiday.name, added_by }),
    )
    .execute()
}

/** The bank holidays of England that are known, by day. */
export const listHolidays = async ({
  kysely,
}: Queries): Promise<{ day: IsoDate; name: string }[]> =>
  await kysely
    .selectFrom('bank_holidays')
    .select(['day', 'holiday_name as name'])
    .orderBy('day')
    .execute()

/** Deletes attempts without a capture (`KEPT`), and what was captured with its refunds when the accounts need it no more; the records go with them. */
export async function tidyPayments({ kysely }: Queries): Promise<void> {
  const before = sql<Date>`${databaseNow} - app.payments_kept()`
  const ended = kysely.deleteFrom('payments').where('concluded_at', 'is not', null)
  await ended
    .where('concluded_at', '<', ago(KEPT.paymentsWithoutCapture))
    .where('capture_id', 'is', null)
    .execute()
  await ended.where('concluded_at', '<', before).execute()
  await kysely
    .deleteFrom('transactions as t')
    .where('t.recorded_at', '<', ago(KEPT.paymentsWithoutCapture))
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('payments as p').whereRef('p.order_id', '=', 't.payment_reference'),
        ),
      ),
    )
    .execute()
}
