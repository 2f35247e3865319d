import { atom } from 'nanostores'
import { COUNTRIES } from '#account/rules/profile-fields.ts'
import { checkSignUp, type SignUpForm } from '#account/rules/sign-up.ts'
import { readOrigin } from '#account/store/origin.ts'
import { $session, loadSession, onSessionEvent, signOut } from '#account/store/session.ts'
import { signInForm } from '#account/store/sign-in.ts'
import { sendSignUp } from '#account/store/sign-up-steps.ts'
import { normaliseEmail } from '#core/rules/email-address.ts'
import { cleanNhsInput } from '#core/rules/nhs-number.ts'
import { ACCOUNT_FORM_KEYS } from '#core/rules/tab-signals.ts'
import { londonDate } from '#core/rules/time.ts'
import { createForm, type FormErrors } from '#core/store/form.ts'
import { goTo, nextPath, onReturn, withNext } from '#core/store/navigation.ts'
import { onTabSignal } from '#core/store/tab-signals.ts'
import { keptInTab } from '#core/store/tab-storage.ts'
import { AGE_TO_REGISTER, PROFILE_FAULTS } from '#core/texts/accounts.ts'

const EMPTY: SignUpForm = {
  firstName: '',
  lastName: '',
  address1: '',
  address2: '',
  postCode: '',
  country: COUNTRIES[0],
  occupation: '',
  nhs: '',
  gender: '',
  dateOfBirth: '',
  phoneNumber: '',
  email: '',
  password: '',
  confirmPassword: '',
  ethnicity: '',
}

/** The open dialog: at most one. */
export type SignUpDialog =
  | { readonly kind: 'age-notice' }
  | { readonly kind: 'age-error' }
  | { readonly kind: 'sign-up-error'; readonly text: string }

export const $signUpDialog = atom<SignUpDialog | undefined>(undefined)

/** Whether the address of the last attempt has an account: then the form offers to sign in. */
export const $isAddressTaken = atom(false)

/** Over a reload too, until another visitor uses this tab (AUTH-03). */
const $hasSeenAgeNotice = keptInTab<boolean>(ACCOUNT_FORM_KEYS.ageNotice, false, {
  encode: (hasSeen) => hasSeen || undefined,
  decode: (kept) => kept === true,
})

/** Whether the account exists and only the profile is missing: then the form has no e-mail and password (AUTH-04). */
function isResuming(): boolean {
  const session = $session.get()
  return session.state === 'signed-in' && session.profile === null
}

function check(form: SignUpForm): FormErrors<SignUpForm> {
  const errors = checkSignUp(form, londonDate(new Date()))
  if (isResuming()) {
    delete errors.email
    delete errors.password
    delete errors.confirmPassword
  }
  return errors
}

export const signUpForm = createForm<SignUpForm>({
  initial: EMPTY,
  check,
  keep: { key: ACCOUNT_FORM_KEYS.signUp, except: ['nhs', 'password', 'confirmPassword'] },
})

/** Changes a field; the NHS number keeps only its digits, with a message (AUTH-02). */
export function changeSignUp(name: keyof SignUpForm, value: string): void {
  if (name === 'nhs') {
    const { digits, altered } = cleanNhsInput(value)
    signUpForm.set('nhs', digits, altered ? PROFILE_FAULTS.nhsDigitsOnly : undefined)
  } else signUpForm.set(name, value)
}

/** The first focus or click of the date of birth shows the notice, once per visit (AUTH-03). */
export function enterDateOfBirth(): void {
  if ($hasSeenAgeNotice.get()) return
  $hasSeenAgeNotice.set(true)
  $signUpDialog.set({ kind: 'age-notice' })
}

export function closeSignUpDialog(): void {
  $signUpDialog.set(undefined)
}

/** Redirects a user who has an account and a profile. */
export async function arriveAtSignUp(): Promise<void> {
  const session = await loadSession()
  if (session.state === 'signed-in' && session.profile !== null) {
    signUpForm.clearValues()
    goTo(nextPath() ?? '/', { replace: true })
  } else signUpForm.reopen()
}

/** The next user of this computer sees nothing of what was typed. */
function clearForms(): void {
  signUpForm.clear()
  signInForm.clear()
  $hasSeenAgeNotice.set(false)
  $isAddressTaken.set(false)
}

/** 'Not you? Sign out' (AUTH-04). Returns an error message, or undefined. */
export async function signOutOther(): Promise<string | undefined> {
  const outcome = await signOut()
  if (!outcome.ok) return outcome.text
  clearForms()
  return undefined
}

/** Opens /signup, also when Back restores it or another tab signs in. Returns a function that stops it. */
export function openSignUp(): () => void {
  void readOrigin(new Date())
  const arrive = () => void arriveAtSignUp()
  arrive()
  const stopReturn = onReturn(arrive)
  const stopEvents = onSessionEvent((event) => {
    // Creating the account here signs in too.
    if (event === 'SIGNED_IN' && signUpForm.$submission.get().step !== 'sending') arrive()
  })
  const stopSignal = onTabSignal('signedOut', clearForms)
  return () => {
    stopReturn()
    stopEvents()
    stopSignal()
  }
}

function offerSignIn(email: string): void {
  $isAddressTaken.set(true)
  // The user need not type it again.
  signInForm.set('email', normaliseEmail(email))
}

/** Creates account and profile, then goes to /signup-success (AUTH-04, AUTH-05). */
export async function signUp(): Promise<void> {
  await signUpForm.submit(async (form) => {
    $isAddressTaken.set(false)
    const outcome = await sendSignUp(form)
    if (outcome.ok) {
      goTo(withNext('/signup-success', nextPath()))
      return { ok: true }
    }
    if (outcome.dialog !== undefined) {
      $signUpDialog.set({ kind: 'sign-up-error', text: outcome.dialog })
      return { ok: false }
    }
    if (outcome.isTaken) offerSignIn(form.email)
    return outcome
  })
  if (signUpForm.$errors.get().dateOfBirth === AGE_TO_REGISTER) {
    $signUpDialog.set({ kind: 'age-error' })
  }
  // The form stays busy until the next page loads; its values are removed from tab storage.
  if (signUpForm.$submission.get().step === 'done') signUpForm.clearValues()
}
