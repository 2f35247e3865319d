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

/**
 * Keys of session storage that hold what a patient chose and answered: the booking, its payment, the billing address, the consent form
 * and its test, a new time.
 */
export const ANSWER_KEYS = {
  booking: 'booking',
  checkout: 'checkout',
  billing: 'billing-address',
  consent: 'consent',
  reschedule: 'reschedule',
  testConsent: 'test-consent',
} as const

/**
 * Keys of session storage that hold a form of /signup, /login or /reset-password that was not finished: names, addresses, a birth date;
 * and that this visitor has read the age notice.
 */
export const ACCOUNT_FORM_KEYS = {
  signUp: 'sign-up',
  ageNotice: 'age-notice',
  signIn: 'sign-in',
  reset: 'password-reset',
} as const

/** The key of session storage that holds a change of the patient's details that is not saved: all but the NHS number. */
export const PROFILE_FORM_KEY = 'profile'

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Removes everything personal that was typed or chosen in a tab. */
export function clearTyped(tab: Pick<Storage, 'removeItem'>): void {
  for (const key of Object.values(ANSWER_KEYS)) tab.removeItem(key)
  tab.removeItem(PROFILE_FORM_KEY)
  clearAccountForms(tab)
}

/** Removes the forms of /signup and /login from a tab. */
export function clearAccountForms(tab: Pick<Storage, 'removeItem'>): void {
  for (const key of Object.values(ACCOUNT_FORM_KEYS)) tab.removeItem(key)
}

/**
 * Removes what was typed in a tab when a user signed out in this browser since this tab last looked. Run it on every page: a tab
 * that was suspended, or that shows a page without a booking, misses the event.
 */
export function clearAfterSignOut(tab: Store, browser: Store): void {
  const mark = browser.getItem(TAB_SIGNALS.signedOut)
  if (mark === null || mark === tab.getItem(TAB_SIGNALS.signedOut)) return
  clearTyped(tab)
  tab.setItem(TAB_SIGNALS.signedOut, mark)
}
