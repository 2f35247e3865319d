import type { InputOf, OutputOf, ReasonOf } from '#contract/endpoint.ts'
import type { getReceipt, recordTransaction } from '#contract/payments.ts'
import { referenceNumber } from '#domain/appointment.ts'
import { eventName, formatAddress, productName } from '#domain/event.ts'
import { decimalPounds } from '#domain/money.ts'
import { londonParts } from '#domain/time.ts'
import type { Patient, RequestContext } from '#server/caller.ts'
import { done, type Outcome, refused } from '#server/outcome.ts'
import { findPaymentOfAppointment } from '#server/repositories/payment-records.ts'
import { insertTransaction } from '#server/repositories/transactions.ts'
import { findOwn } from '#server/services/own-appointment.ts'
import { refundToWire } from '#server/services/payments/appointment-payments.ts'
import type { PaymentDeps } from '#server/services/payments/deps.ts'
import { findOwnPayment } from '#server/services/payments/own-payment.ts'

type Recorded = Outcome<OutputOf<typeof recordTransaction>, ReasonOf<typeof recordTransaction>>
type Receipt = Outcome<OutputOf<typeof getReceipt>, ReasonOf<typeof getReceipt>>

/** The specification's record of a payment, and its receipt (PAY-05, PAY-10). */
export function recordsOf(deps: PaymentDeps) {
  const { database, limiter, charity } = deps
  return {
    /** Amount and patient are the server's; a record that exists stays as it is. */
    async record(
      { data }: InputOf<typeof recordTransaction>,
      caller: Patient,
      context: RequestContext,
    ): Promise<Recorded> {
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
    },

    async receipt(
      { appointment_id: id }: InputOf<typeof getReceipt>,
      caller: Patient,
      context: RequestContext,
    ): Promise<Receipt> {
      const found = await findOwn(database, id, caller, context)
      if (!found.ok) {
        return refused(
          found.reason === 'appointment-not-found' ? 'receipt-not-found' : found.reason,
        )
      }
      const payment = await findPaymentOfAppointment(database, id)
      if (payment === undefined) return refused('receipt-not-found')
      const appointment = found.value
      const { charityName, address, charityNumber, product } = await charity()
      const { date, time } = londonParts(appointment.startsAt)
      const { eventName: name } = appointment
      return done({
        charity: {
          name: charityName,
          address: [...address],
          registration_number: charityNumber === '' ? null : charityNumber,
        },
        reference: referenceNumber(id),
        event_name: eventName(name === null ? {} : { name }, product),
        product_name: productName(appointment),
        event_location: formatAddress(appointment.addressParts),
        appt_date: date,
        appt_time: time,
        amount: decimalPounds(payment.amountPence),
        amount_pence: payment.amountPence,
        currency: 'GBP',
        paid_at: payment.paidAt.toISOString(),
        card_brand: payment.cardBrand,
        card_last_digits: payment.lastDigits,
        refunds: payment.refunds.map(refundToWire),
      })
    },
  }
}
