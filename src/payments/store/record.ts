import { $session } from '#account/store/session.ts'
import { call } from '#core/contract/call.ts'
import { type PaymentState, recordTransaction } from '#payments/contract/payments.ts'
import { $kept, presentOrder } from '#payments/store/state.ts'

const captureOf = (payment: PaymentState) => payment.purchase_units?.[0]?.payments.captures[0]

function profileId(): number | null {
  const session = $session.get()
  return session.state === 'signed-in' ? (session.profile?.profileId ?? null) : null
}

/** The specification's record of a payment, a failed one too (PAY-05). The server keeps its own where it has one. */
export function recordPayment(payment: PaymentState, status: string): void {
  const card = payment.payment_source?.card
  const capture = captureOf(payment)
  const data = {
    payer_name: card?.name ?? null,
    amount: capture?.amount.value ?? presentOrder()?.amount ?? null,
    payment_reference: payment.id,
    status,
    payment_method: card === undefined ? null : (card.type ?? 'card'),
    card_brand: card?.brand ?? null,
    card_last_digits: card?.last_digits ?? null,
    card_expiry: card?.expiry ?? null,
    issuing_bank: card?.bin_details?.issuing_bank ?? null,
    avs_code: capture?.processor_response.avs_code ?? null,
    cvv_code: capture?.processor_response.cvv_code ?? null,
    profile_id: profileId(),
  }
  void call(recordTransaction, { data }, { keepalive: true })
}

/** The id and the status that the page shows of a payment. */
export const transactionOf = (payment: PaymentState): { id: string; status: string } => {
  const capture = captureOf(payment)
  return { id: capture?.id ?? payment.id, status: capture?.status ?? payment.status }
}

/** Removes what this tab stored about a payment that has ended. */
export function clearPayment(): void {
  const kept = $kept.get()
  if (kept !== undefined) $kept.set({ profileId: kept.profileId, eventId: kept.eventId })
}
