import { signIn as signInOnServer } from '#account/contract/accounts.ts'
import { keepsSession } from '#account/store/cookies.ts'
import { readOrigin } from '#account/store/origin.ts'
import { enterSession, loadSession, onSessionEvent } from '#account/store/session.ts'
import { call } from '#core/contract/call.ts'
import { isEmail } from '#core/rules/email-address.ts'
import { DEFAULT_AFTER_SIGN_IN } from '#core/rules/same-site-path.ts'
import { ACCOUNT_FORM_KEYS } from '#core/rules/tab-signals.ts'
import { createForm, type FormErrors, type SendOutcome } from '#core/store/form.ts'
import { goTo, nextPath, onReturn, withNext } from '#core/store/navigation.ts'
import { clearInTab } from '#core/store/tab-signals.ts'
import { COOKIES_BLOCKED, SIGN_IN_PASSWORD_MISSING } from '#core/texts/account-forms.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'

export type SignInForm = { email: string; password: string }

function check({ email, password }: SignInForm): FormErrors<SignInForm> {
  const errors: FormErrors<SignInForm> = {}
  if (email.trim() === '') errors.email = PROFILE_FAULTS.emailMissing
  else if (!isEmail(email)) errors.email = PROFILE_FAULTS.email
  if (password === '') errors.password = SIGN_IN_PASSWORD_MISSING
  return errors
}

export const signInForm = createForm<SignInForm>({
  initial: { email: '', password: '' },
  check,
  keep: { key: ACCOUNT_FORM_KEYS.signIn, except: ['password'] },
})

/** The page that completes an unfinished sign-up, with the origin (AUTH-04). */
const finishSignUp = () => withNext('/signup', nextPath())

/** Redirects a user who is already signed in (AUTH-01). */
export async function arriveAtSignIn(): Promise<void> {
  const session = await loadSession()
  if (session.state !== 'signed-in') signInForm.reopen()
  else if (session.profile === null) goTo(finishSignUp(), { replace: true })
  else goTo(nextPath() ?? '/', { replace: true })
}

/** Opens /login, also when Back restores it or another tab signs in. Returns a function that stops it. */
export function openSignIn(): () => void {
  void readOrigin(new Date())
  const arrive = () => void arriveAtSignIn()
  arrive()
  const stopReturn = onReturn(arrive)
  const stopEvents = onSessionEvent((event) => {
    // A sign-in of this form redirects automatically.
    if (event === 'SIGNED_IN' && signInForm.$submission.get().step !== 'sending') arrive()
  })
  return () => {
    stopReturn()
    stopEvents()
  }
}

async function send({ email, password }: SignInForm): Promise<SendOutcome<SignInForm>> {
  const answer = await call(signInOnServer, { email, password })
  // The identity provider's message is shown (AUTH-01).
  if (!answer.ok) return { ok: false, text: answer.text, fields: answer.fields }
  // Otherwise the next page would request the password again, for ever.
  if (!(await keepsSession())) return { ok: false, text: COOKIES_BLOCKED.text }
  const { profile } = enterSession(answer.value)
  // The form of /signup may be of another user of this computer.
  clearInTab('account-forms')
  goTo(profile === null ? finishSignUp() : (nextPath() ?? DEFAULT_AFTER_SIGN_IN))
  return { ok: true }
}

export async function signIn(): Promise<void> {
  await signInForm.submit(send)
  // The form stays busy until the next page loads; its values are removed from tab storage.
  if (signInForm.$submission.get().step === 'done') signInForm.clearValues()
}
