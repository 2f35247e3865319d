import { referenceNumber } from '#booking/rules/appointment.ts'
import { findOwn } from '#booking/server/own-appointment.ts'
import { formatAddress } from '#core/rules/address-line.ts'
import { CURRENCY, decimalPounds } from '#core/rules/money.ts'
import { londonParts } from '#core/rules/time.ts'
import { insertTransaction } from '#core/server/database/transactions.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { bind } from '#core/server/http/binding.ts'
import { done, refused } from '#core/server/outcome.ts'
import { eventName, productName } from '#events/rules/event.ts'
import { getReceipt, listOwnPayments } from '#payments/contract/own-payments.ts'
import { refundableToWire } from '#payments/contract/payment-on-wire.ts'
import { recordTransaction } from '#payments/contract/payments.ts'
import { readRefundRules, refundNow, refundToWire } from '#payments/server/appointment-payments.ts'
import {
  findPaymentOfAppointment,
  listPaymentsOfPatient,
} from '#payments/server/database/payment-records.ts'
import type { PaymentDeps } from '#payments/server/deps.ts'
import { findOwnPayment } from '#payments/server/own-payment.ts'

const charityOf = ({ charityName, address, charityNumber }: Charity) => ({
  name: charityName,
  address: [...address],
  registration_number: charityNumber === '' ? null : charityNumber,
})

const list = ({ database, charity }: PaymentDeps) =>
  bind(listOwnPayments, async (_, { profileId }) => {
    const [payments, { product }] = await Promise.all([
      listPaymentsOfPatient(database, profileId),
      charity(),
    ])
    return done({
      payments: payments.map(({ eventName: name, amountPence, paidAt, ...payment }) => ({
        event_name: eventName(name === null ? {} : { name }, product),
        amount_pence: amountPence,
        paid_at: paidAt.toISOString(),
        appointment_id: payment.appointmentId,
        refunds: payment.refunds.map(refundToWire),
      })),
    })
  })

/** The receipt of an own appointment, with what cancelling it returns now. */
const readReceipt = ({ database, charity, clock }: PaymentDeps) =>
  bind(getReceipt, async ({ appointment_id: id }, caller, context) => {
    const found = await findOwn(database, id, caller, context)
    if (!found.ok) {
      return refused(found.reason === 'appointment-not-found' ? 'receipt-not-found' : found.reason)
    }
    const payment = await findPaymentOfAppointment(database, id)
    if (payment === undefined) return refused('receipt-not-found')
    const appointment = found.value
    const paidTo = await charity()
    const { date, time } = londonParts(appointment.startsAt)
    const { eventName: name } = appointment
    const now = clock.now()
    const isUpcoming = appointment.status === 'booked' && appointment.startsAt > now
    const rules = await readRefundRules(database, paidTo.paymentCharge)
    return done({
      charity: charityOf(paidTo),
      reference: referenceNumber(id),
      event_name: eventName(name === null ? {} : { name }, paidTo.product),
      product_name: productName(appointment),
      event_location: formatAddress(appointment.addressParts),
      appt_date: date,
      appt_time: time,
      amount: decimalPounds(payment.amountPence),
      amount_pence: payment.amountPence,
      currency: CURRENCY,
      paid_at: payment.paidAt.toISOString(),
      card_brand: payment.cardBrand,
      card_last_digits: payment.lastDigits,
      refunds: payment.refunds.map(refundToWire),
      refund_if_cancelled: isUpcoming
        ? refundableToWire(refundNow(payment, appointment, rules, now))
        : null,
    })
  })

/** The specification's record of a payment, its receipt, and all that a patient has paid (PAY-05, PAY-10, PAY-13). */
export function recordsOf(deps: PaymentDeps) {
  const { database, limiter } = deps
  return {
    /** Amount and patient are the server's; a record that exists stays as it is. */
    record: bind(recordTransaction, async ({ data }, caller, context) => {
      const found = await findOwnPayment(database, data.payment_reference, caller, context)
      if (!found.ok) return found
      const limited = await limiter.count(['transactionPerPatient', String(caller.profileId)])
      if (limited) return limited
      await insertTransaction(database, {
        payment_reference: data.payment_reference,
        payer_name: data.payer_name ?? null,
        amount_pence: found.value.amountPence,
        status: data.status,
        payment_method: data.payment_method ?? null,
        card_brand: data.card_brand ?? null,
        card_last_digits: data.card_last_digits ?? null,
        card_expiry: data.card_expiry ?? null,
        issuing_bank: data.issuing_bank ?? null,
        avs_code: data.avs_code ?? null,
        cvv_code: data.cvv_code ?? null,
        profile_id: caller.profileId,
      })
      return done({ status: 'success' })
    }),

    list: list(deps),
    receipt: readReceipt(deps),
  }
}
