/**
 * Signals between the tabs of one browser: a changed entry of local storage, which raises a `storage` event in every other
 * tab. The entry is a random mark without data.
 */
export const TAB_SIGNALS = {
  /** The patient's hold or appointment was made, changed or ended (BOOK-06). */
  placeChanged: 'place-changed',
  /** A user signed out on purpose; a session that expired sends nothing, so that its answers stay (AUTH-07). */
  signedOut: 'signed-out',
} as const

export type TabSignal = keyof typeof TAB_SIGNALS

/** Keys of session storage that hold what a patient chose and answered: the booking and the consent form. */
export const ANSWER_KEYS = { booking: 'booking', consent: 'consent' } as const

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Removes a tab's answers when a user signed out in this browser since this tab last looked. Run it on every page: a tab
 * that was suspended, or that shows a page without a booking, misses the event.
 */
export function forgetAfterSignOut(tab: Store, browser: Store): void {
  const mark = browser.getItem(TAB_SIGNALS.signedOut)
  if (mark === null || mark === tab.getItem(TAB_SIGNALS.signedOut)) return
  for (const key of Object.values(ANSWER_KEYS)) tab.removeItem(key)
  tab.setItem(TAB_SIGNALS.signedOut, mark)
}
