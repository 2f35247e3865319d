import { atom, type ReadableAtom } from 'nanostores'
import { dropHold, startHold } from '#booking/store/hold.ts'
import type { OutputOf } from '#core/contract/endpoint.ts'
import { ANSWER_KEYS } from '#core/rules/tab-signals.ts'
import { keptInTab } from '#core/store/tab-storage.ts'
import type { getCheckout } from '#payments/contract/payments.ts'
import { clearCardErrors } from '#payments/store/card-errors.ts'
import { CHECKOUT_MESSAGES } from '#payments/texts/payment.ts'
import type { CheckoutNext } from '#payments/texts/payment-refusals.ts'

type Read = OutputOf<typeof getCheckout>
/** What is paid for, with the server's price. */
export type Order = NonNullable<Read['order']> & {
  /** What cancelling will return, and until when, in sentences (PAY-14). */
  readonly rule: readonly string[]
}
export type Provider = NonNullable<Read['provider']>

export type CheckoutMessage = {
  readonly title: string
  readonly text: string
  /** Below the text, smaller: what helps the charity to find the payment. */
  readonly detail?: string
  readonly next?: CheckoutNext
}

/**
 * `card`: the card is entered. `sent`: the provider has it, and may be asking its bank. `capturing`: the payer has approved, and our
 * server takes the money.
 */
export type Phase = 'card' | 'sent' | 'capturing'

export type Checkout =
  | { readonly step: 'loading' }
  | {
      readonly step: 'form'
      readonly order: Order
      readonly provider: Provider
      readonly phase: Phase
      /** Restarts the card entry when it changes. */
      readonly round: number
      readonly message?: CheckoutMessage
    }
  /** No answer says yet whether money was taken: the page polls, and never pays again automatically (PAY-04). */
  | { readonly step: 'checking'; readonly order?: Order; readonly isLong: boolean }
  /** The payer approved, but the server did not get the request: the patient must continue. */
  | { readonly step: 'unfinished'; readonly order?: Order; readonly orderId: string }
  | { readonly step: 'over'; readonly order?: Order; readonly message: CheckoutMessage }
  | { readonly step: 'paid'; readonly text: string }

const $state = atom<Checkout>({ step: 'loading' })
export const $checkout: ReadableAtom<Checkout> = $state
export const setCheckout = (checkout: Checkout): void => $state.set(checkout)

/** What this tab stores across a reload, so that it can show how a payment ended (PAY-04). */
type KeptCheckout = {
  readonly profileId: number
  readonly eventId: number
  readonly orderId?: string
}

export const $kept = keptInTab<KeptCheckout | undefined>(ANSWER_KEYS.checkout, undefined, {
  encode: (kept) => kept,
  decode: (kept) => {
    const { profileId, eventId, orderId } = (kept ?? {}) as Partial<KeptCheckout>
    if (typeof profileId !== 'number' || typeof eventId !== 'number') return undefined
    return { profileId, eventId, ...(typeof orderId === 'string' ? { orderId } : {}) }
  },
})

/** The order of the present step, if one is known. */
export function presentOrder(): Order | undefined {
  const checkout = $state.get()
  return 'order' in checkout ? checkout.order : undefined
}

/** Follows the end of the order's hold; a hold under payment has none. */
export function followHold(order: Order): void {
  if (order.hold_expires_at === null) dropHold()
  else startHold(order)
}

let round = 0

/** Shows a new card form with empty fields; later calls of the earlier one are ignored. */
export function showForm(order: Order, provider: Provider, message?: CheckoutMessage): void {
  round += 1
  clearCardErrors()
  const shown = message === undefined ? {} : { message }
  setCheckout({ step: 'form', order, provider, phase: 'card', round, ...shown })
}

export function showOver(message: CheckoutMessage): void {
  const order = presentOrder()
  dropHold()
  setCheckout({ step: 'over', message, ...(order === undefined ? {} : { order }) })
}

/** Nothing has to be paid any more: no order is shown. */
export function showFree(): void {
  dropHold()
  setCheckout({ step: 'over', message: { ...CHECKOUT_MESSAGES.free, next: 'confirm' } })
}

/** The form while its card entry is of round `ofRound`; undefined when it was restarted or is gone. */
export function formOf(ofRound: number): Extract<Checkout, { step: 'form' }> | undefined {
  const checkout = $state.get()
  return checkout.step === 'form' && checkout.round === ofRound ? checkout : undefined
}
