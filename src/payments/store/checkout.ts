import { $session, requireSession } from '#account/store/session.ts'
import { dropHold } from '#booking/store/hold.ts'
import { onReturn, onShown } from '#core/store/navigation.ts'
import { onTabSignal } from '#core/store/tab-signals.ts'
import { prefillBilling } from '#payments/store/billing.ts'
import { reopen, stopFollowing } from '#payments/store/follow-payment.ts'
import { followExpiry } from '#payments/store/pay.ts'
import { $checkout, $kept, setCheckout, showOver } from '#payments/store/state.ts'
import { CHECKOUT_MESSAGES } from '#payments/texts/payment.ts'

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
