import { CHECKOUT_MESSAGES } from '#domain/texts/payment.ts'
import { $session, requireSession } from '#stores/account/session.ts'
import { dropHold } from '#stores/booking/hold.ts'
import { prefillBilling } from '#stores/checkout/billing.ts'
import { reopen, stopFollowing } from '#stores/checkout/conclude.ts'
import { followExpiry } from '#stores/checkout/pay.ts'
import { $checkout, $kept, setCheckout, showOver } from '#stores/checkout/state.ts'
import { onReturn, onShown } from '#stores/navigation.ts'
import { onTabSignal } from '#stores/tab-signals.ts'

/** Opens the page from the server's state: also after a reload, a return from /login, or Back (PAY-01). */
export async function openCheckout(): Promise<void> {
  stopFollowing()
  setCheckout({ step: 'loading' })
  const patient = await requireSession()
  if (patient === undefined) {
    const isUnknown = $session.get().state === 'failed'
    if (isUnknown) showOver({ ...CHECKOUT_MESSAGES.checkFailed, next: 'again' })
    return
  }
  if ($kept.get()?.profileId !== patient.profile.profileId) $kept.set(undefined)
  prefillBilling(patient.profile)
  await reopen()
}

let isAsking = false

/** Another window may have paid, released or changed the place. What is under way here is not disturbed. */
async function refresh(): Promise<void> {
  const checkout = $checkout.get()
  if (isAsking || checkout.step !== 'form' || checkout.phase !== 'card') return
  isAsking = true
  await reopen()
  isAsking = false
}

/** Opens the checkout and keeps it up to date while the page is shown. Returns a function that stops it. */
export function watchCheckout(): () => void {
  const stops = [
    onShown(() => void refresh()),
    onReturn(() => void openCheckout()),
    onTabSignal('placeChanged', () => void refresh()),
    followExpiry(),
    stopFollowing,
    dropHold,
  ]
  void openCheckout()
  return () => {
    for (const stop of stops) stop()
  }
}
