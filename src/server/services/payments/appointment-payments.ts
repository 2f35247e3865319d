import type { ListedAppointmentOnWire } from '#contract/appointments.ts'
import type { PaymentOnWire, RefundOnWire } from '#contract/payment-on-wire.ts'
import { appointmentCan } from '#domain/appointment.ts'
import type { Holidays } from '#domain/bank-holidays.ts'
import type { RefundOfPayment } from '#domain/payment.ts'
import { type RefundCharge, refundOf } from '#domain/refund.ts'
import type { Queries } from '#server/database/database.ts'
import type { Appointment } from '#server/repositories/appointments.ts'
import { listHolidays, type PaymentOfAppointment } from '#server/repositories/payment-records.ts'

type IfCancelled = NonNullable<ListedAppointmentOnWire['refund_if_cancelled']>

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

export async function readRefundRules(db: Queries, charge: RefundCharge): Promise<RefundRules> {
  const known = await listHolidays(db)
  return { charge, holidays: new Set(known.map(({ day }) => day)) }
}

/** What is left of a payment: an operator may have returned a part of it, or the payer's bank taken it back. */
const leftOf = ({ amountPence, refunds, takenBackPence }: PaymentOfAppointment) =>
  amountPence - takenBackPence - refunds.reduce((sum, refund) => sum + refund.amountPence, 0)

/** What cancelling a paid appointment returns now (PAY-08). */
export function refundNow(
  payment: PaymentOfAppointment,
  { startsAt }: Pick<Appointment, 'startsAt'>,
  { charge, holidays }: RefundRules,
  now: Date,
): IfCancelled {
  const { amountPence: pricePence } = payment
  const { amountPence, chargePence, deadline } = refundOf({
    pricePence,
    charge,
    startsAt,
    now,
    holidays,
  })
  const returned = Math.max(0, Math.min(amountPence, leftOf(payment)))
  return {
    amount_pence: returned,
    charge_pence: chargePence,
    until: now < deadline ? deadline.toISOString() : null,
  }
}

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
): IfCancelled | null =>
  payment === undefined || appointmentCan.cancel(appointment, now) !== 'yes'
    ? null
    : refundNow(payment, appointment, rules, now)
