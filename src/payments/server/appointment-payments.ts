import { appointmentCan } from '#booking/rules/appointment.ts'
import type { Appointment } from '#booking/server/database/appointments.ts'
import type { RefundRulesOnWire } from '#core/contract/refund-rules.ts'
import type { Holidays } from '#core/rules/bank-holidays.ts'
import type { Queries } from '#core/server/database/database.ts'
import {
  type PaymentOnWire,
  type RefundableOnWire,
  type RefundOnWire,
  refundableToWire,
} from '#payments/contract/payment-on-wire.ts'
import type { RefundOfPayment } from '#payments/rules/payment.ts'
import { type Refundable, type RefundCharge, refundOf } from '#payments/rules/refund.ts'
import {
  findPaymentOfAppointment,
  listHolidays,
  type PaymentOfAppointment,
} from '#payments/server/database/payment-records.ts'

export const refundToWire = (refund: RefundOfPayment): RefundOnWire => ({
  amount_pence: refund.amountPence,
  state: refund.state,
  due_on: refund.dueOn,
  done_at: refund.doneAt?.toISOString() ?? null,
  reason: refund.reason,
})

/** What was paid for an appointment; null for one that was free. */
export const paidToWire = (payment: PaymentOfAppointment | undefined): PaymentOnWire | null =>
  payment === undefined
    ? null
    : {
        amount_pence: payment.amountPence,
        card_brand: payment.cardBrand,
        card_last_digits: payment.lastDigits,
        paid_at: payment.paidAt.toISOString(),
        refunds: payment.refunds.map(refundToWire),
      }

/** The rules that decide a refund. */
export type RefundRules = { readonly charge: RefundCharge; readonly holidays: Holidays }

export const readHolidays = async (db: Queries): Promise<Holidays> =>
  new Set((await listHolidays(db)).map(({ day }) => day))

export const readRefundRules = async (db: Queries, charge: RefundCharge): Promise<RefundRules> => ({
  charge,
  holidays: await readHolidays(db),
})

export const rulesToWire = ({ charge, holidays }: RefundRules): RefundRulesOnWire => ({
  charge,
  holidays: [...holidays],
})

/** An operator may have returned a part of a payment, by command or by hand, or the payer's bank took it back. */
const goneBackOf = ({ refunds, takenBackPence, returnedByHandPence }: PaymentOfAppointment) => ({
  inAll: takenBackPence + refunds.reduce((sum, refund) => sum + refund.amountPence, 0),
  elsewhere: takenBackPence + returnedByHandPence,
})

/** What cancelling a paid appointment returns now (PAY-08). */
export const refundNow = (
  payment: PaymentOfAppointment,
  { startsAt }: Pick<Appointment, 'startsAt'>,
  { charge, holidays }: RefundRules,
  now: Date,
): Refundable =>
  refundOf({
    ...{ pricePence: payment.amountPence, goneBack: goneBackOf(payment) },
    ...{ charge, startsAt, now, holidays },
  })

/** Whether the patient agreed to what is returned; a request without an amount agrees to any. */
export const agreesTo = (
  { refund_pence: agreed }: { readonly refund_pence?: number | undefined },
  pence: number,
): boolean => agreed === undefined || agreed === pence

/** What cancelling returns now, for a list; null when nothing was paid or the patient cannot cancel any more. */
export const refundIfCancelled = (
  payment: PaymentOfAppointment | undefined,
  appointment: Appointment,
  rules: RefundRules,
  now: Date,
): RefundableOnWire | null =>
  payment === undefined || appointmentCan.cancel(appointment, now) !== 'yes'
    ? null
    : refundableToWire(refundNow(payment, appointment, rules, now))

/** What cancelling a booked appointment returns, as in its mails and receipt; null when nothing was paid. */
export async function findRefundable(
  db: Queries,
  appointment: Pick<Appointment, 'appointmentId' | 'startsAt'>,
  charge: RefundCharge,
  now: Date,
): Promise<Refundable | null> {
  const payment = await findPaymentOfAppointment(db, appointment.appointmentId)
  if (payment === undefined) return null
  return refundNow(payment, appointment, await readRefundRules(db, charge), now)
}
