import { atom } from 'nanostores'
import {
  askPasswordReset,
  setResetPassword,
  verifyResetCode,
} from '#account/contract/account-changes.ts'
import { keepsSession } from '#account/store/cookies.ts'
import {
  $session,
  enterSession,
  loadSession,
  onSessionEvent,
  readSession,
} from '#account/store/session.ts'
import { signInForm } from '#account/store/sign-in.ts'
import { RESET_TEXTS, resendFailed } from '#account/texts/account-changes.ts'
import { call } from '#core/contract/call.ts'
import { isEmail, normaliseEmail } from '#core/rules/email-address.ts'
import { withoutGaps } from '#core/rules/one-line.ts'
import { CODE_PATTERN, checkPassword } from '#core/rules/password.ts'
import { ACCOUNT_FORM_KEYS } from '#core/rules/tab-signals.ts'
import { createForm, type FormErrors, type SendOutcome } from '#core/store/form.ts'
import { goTo, onReturn } from '#core/store/navigation.ts'
import { clearInTab } from '#core/store/tab-signals.ts'
import { keptInTab } from '#core/store/tab-storage.ts'
import { COOKIES_BLOCKED } from '#core/texts/account-forms.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'

/** The steps of /reset-password (AUTH-06); 'ask' when this tab has no address. */
export type ResetStep = 'loading' | 'ask' | 'code' | 'password'

export const $resetStep = atom<ResetStep>('loading')

/** What the last request did: shown beside the form. */
export type ResetMessage = { readonly kind: 'success' | 'error'; readonly text: string }
export const $resetMessage = atom<ResetMessage | undefined>(undefined)

/** The code was refused: the button sends a new one until the code changes. */
export const $offersResend = atom(false)
export const $isResending = atom(false)

/** The address for which a code was requested, in this tab only; '' when there is none. */
export const $resetEmail = keptInTab<string>(ACCOUNT_FORM_KEYS.reset, '', {
  encode: (email) => (email === '' ? undefined : email),
  decode: (kept) => (typeof kept === 'string' ? kept : ''),
})

const checkEmail = (email: string): string | undefined => {
  if (email.trim() === '') return RESET_TEXTS.emailMissing
  return isEmail(email) ? undefined : PROFILE_FAULTS.email
}

type EmailForm = { email: string }
export const resetEmailForm = createForm<EmailForm>({
  initial: { email: '' },
  check({ email }) {
    const fault = checkEmail(email)
    return fault === undefined ? {} : { email: fault }
  },
})

type CodeForm = { code: string }
export const resetCodeForm = createForm<CodeForm>({
  initial: { code: '' },
  check: ({ code }) =>
    CODE_PATTERN.test(withoutGaps(code)) ? {} : { code: RESET_TEXTS.codeFormat },
})

export type NewPasswordForm = { password: string; confirmation: string }

/** The faults of a new password that is typed twice (AUTH-06). */
export function checkNewPassword(form: NewPasswordForm): FormErrors<NewPasswordForm> {
  const errors: FormErrors<NewPasswordForm> = {}
  const fault = checkPassword(form.password)
  if (fault !== undefined) errors.password = fault
  if (form.confirmation === '') errors.confirmation = PROFILE_FAULTS.confirmationMissing
  else if (form.confirmation !== form.password) errors.confirmation = RESET_TEXTS.passwordsDiffer
  return errors
}

export const newPasswordForm = createForm<NewPasswordForm>({
  initial: { password: '', confirmation: '' },
  check: checkNewPassword,
})

type Asking = { ok: true } | { ok: false; text: string; fields: FormErrors<EmailForm> }

async function ask(typed: string): Promise<Asking> {
  const email = normaliseEmail(typed)
  const answer = await call(askPasswordReset, { email })
  if (!answer.ok) return { ok: false, text: answer.text, fields: answer.fields }
  $resetEmail.set(email)
  return { ok: true }
}

function showStep(step: ResetStep, message?: ResetMessage): void {
  $resetStep.set(step)
  $resetMessage.set(message)
}

/** The request of 'Forgot password?' on /login (AUTH-06). */
export type Forgetting =
  | { readonly step: 'idle' }
  | { readonly step: 'sending' }
  | { readonly step: 'failed'; readonly text: string }
export const $forgetting = atom<Forgetting>({ step: 'idle' })

/** In the address of /reset-password after a mail was sent from /login. */
const SENT = '#sent'

/** 'Forgot password?': sends a code to the address typed on /login, then goes to /reset-password. */
export async function forgotPassword(): Promise<void> {
  if ($forgetting.get().step === 'sending') return
  const { email } = signInForm.$values.get()
  const fault = checkEmail(email)
  if (fault !== undefined) {
    $forgetting.set({ step: 'idle' })
    signInForm.set('email', email, fault)
    return
  }
  $forgetting.set({ step: 'sending' })
  const asked = await ask(email)
  if (!asked.ok) return $forgetting.set({ step: 'failed', text: asked.fields.email ?? asked.text })
  $forgetting.set({ step: 'idle' })
  goTo(`/reset-password${SENT}`)
}

/** Shows the step that the session and this tab allow. */
async function arrive(): Promise<void> {
  const session = await loadSession()
  if (session.state === 'signed-in' && session.mayResetPassword) return showStep('password')
  if ($resetEmail.get() === '') return showStep('ask')
  const wasSent = location.hash === SENT
  showStep('code', wasSent ? { kind: 'success', text: RESET_TEXTS.sent } : undefined)
}

/** Opens /reset-password, also when Back restores it or another tab enters the code. Returns a function that stops it. */
export function openPasswordReset(): () => void {
  void arrive()
  const stopReturn = onReturn(() => void readSession().then(arrive))
  const stopEvents = onSessionEvent((_event, session) => {
    if (session.state === 'loading' || session.state === 'failed') return
    const mayReset = session.state === 'signed-in' && session.mayResetPassword === true
    if (mayReset !== ($resetStep.get() === 'password')) void arrive()
  })
  return () => {
    stopReturn()
    stopEvents()
  }
}

/** Requests a code on /reset-password itself: no address is known in this tab. */
export async function sendResetCode(): Promise<void> {
  await resetEmailForm.submit(async ({ email }): Promise<SendOutcome<EmailForm>> => {
    const asked = await ask(email)
    if (asked.ok) showStep('code', { kind: 'success', text: RESET_TEXTS.sent })
    return asked
  })
  resetEmailForm.reopen()
}

export function changeResetAddress(): void {
  $resetEmail.set('')
  resetCodeForm.clear()
  $offersResend.set(false)
  showStep('ask')
}

export function typeResetCode(code: string): void {
  $offersResend.set(false)
  resetCodeForm.set('code', code)
}

/** 'Click to Resend OTP'. */
export async function resendResetCode(): Promise<void> {
  if ($isResending.get()) return
  $isResending.set(true)
  $resetMessage.set(undefined)
  const asked = await ask($resetEmail.get())
  $isResending.set(false)
  if (!asked.ok) return $resetMessage.set({ kind: 'error', text: resendFailed(asked.text) })
  resetCodeForm.clear()
  $offersResend.set(false)
  $resetMessage.set({ kind: 'success', text: RESET_TEXTS.resent })
}

/** Reasons after which the same code can be right the next time. */
const MAY_REPEAT = new Set<string>([
  'network',
  'busy',
  'unavailable',
  'too-many-requests',
  'failure',
])

async function verify({ code }: CodeForm): Promise<SendOutcome<CodeForm>> {
  $resetMessage.set(undefined)
  const answer = await call(verifyResetCode, { email: $resetEmail.get(), code: withoutGaps(code) })
  if (!answer.ok) {
    $offersResend.set(!MAY_REPEAT.has(answer.reason))
    return { ok: false, text: answer.text, fields: answer.fields }
  }
  if (!(await keepsSession())) return { ok: false, text: COOKIES_BLOCKED.text }
  // The event moves this page, and other tabs, to the next step.
  enterSession(answer.value, 'PASSWORD_RECOVERY')
  clearInTab('account-forms')
  $resetEmail.set('')
  return { ok: true }
}

/** Step 1: signs in with the code. */
export async function enterResetCode(): Promise<void> {
  await resetCodeForm.submit(verify)
  if (resetCodeForm.$submission.get().step === 'done') resetCodeForm.clear()
}

async function setPassword({ password }: NewPasswordForm): Promise<SendOutcome<NewPasswordForm>> {
  const answer = await call(setResetPassword, { password })
  if (answer.ok) {
    goTo('/', { replace: true })
    return { ok: true }
  }
  if (answer.reason !== 'code-needed') {
    return { ok: false, text: answer.text, fields: answer.fields }
  }
  const session = $session.get()
  resetEmailForm.set('email', session.state === 'signed-in' ? session.email : '')
  showStep('ask', { kind: 'error', text: answer.text })
  return { ok: false }
}

/** Step 2: sets the new password. */
export async function setNewPassword(): Promise<void> {
  await newPasswordForm.submit(setPassword)
  // The form stays busy until the next page loads.
  if (newPasswordForm.$submission.get().step === 'done') newPasswordForm.clearValues()
}
