import { atom } from 'nanostores'
import { askEmailChange, confirmEmailChange } from '#account/contract/account-changes.ts'
import { $session, loadSession, readSession } from '#account/store/session.ts'
import { CHANGE_TEXTS } from '#account/texts/account-changes.ts'
import { call } from '#core/contract/call.ts'
import { isEmail, normaliseEmail } from '#core/rules/email-address.ts'
import { LINK_EVENT, takenLink, tokenIn } from '#core/rules/mailed-link.ts'
import { createForm, type FormErrors, type SendOutcome } from '#core/store/form.ts'
import { PROFILE_FAULTS } from '#core/texts/accounts.ts'

export type ChangeEmailForm = { newEmail: string; emailPassword: string }

function check({ newEmail, emailPassword }: ChangeEmailForm): FormErrors<ChangeEmailForm> {
  const errors: FormErrors<ChangeEmailForm> = {}
  if (newEmail.trim() === '') errors.newEmail = PROFILE_FAULTS.emailMissing
  else if (!isEmail(newEmail)) errors.newEmail = PROFILE_FAULTS.email
  if (emailPassword === '') errors.emailPassword = CHANGE_TEXTS.oldPasswordMissing
  return errors
}

export const changeEmailForm = createForm<ChangeEmailForm>({
  initial: { newEmail: '', emailPassword: '' },
  check,
})

/** The new address that a link was sent to; until the form is edited again. */
export const $linkSentTo = atom<string | undefined>(undefined)

export function typeNewEmail(name: keyof ChangeEmailForm, value: string): void {
  $linkSentTo.set(undefined)
  changeEmailForm.set(name, value)
}

async function send(form: ChangeEmailForm): Promise<SendOutcome<ChangeEmailForm>> {
  const email = normaliseEmail(form.newEmail)
  const answer = await call(askEmailChange, { email, password: form.emailPassword })
  if (answer.ok) return { ok: true }
  if (answer.reason === 'wrong-password') {
    return { ok: false, fields: { emailPassword: answer.text } }
  }
  const { email: fault } = answer.fields
  return { ok: false, text: answer.text, fields: fault === undefined ? {} : { newEmail: fault } }
}

/** Has a link mailed to the new address; nothing changes until it is confirmed (AUTH-13). */
export async function changeEmail(): Promise<void> {
  await changeEmailForm.submit(send)
  if (changeEmailForm.$submission.get().step !== 'done') return
  $linkSentTo.set(normaliseEmail(changeEmailForm.$values.get().newEmail))
  changeEmailForm.clear()
}

export type EmailConfirmation =
  | { readonly step: 'loading' }
  | { readonly step: 'no-token' }
  | { readonly step: 'ready'; readonly token: string }
  | { readonly step: 'sending' }
  | { readonly step: 'done' }
  /** `token` is set when trying again can help. */
  | { readonly step: 'failed'; readonly text: string; readonly token?: string }

export const $emailConfirmation = atom<EmailConfirmation>({ step: 'loading' })

/** Reads the token of the link that was opened; confirms nothing. */
function openLink(): void {
  const token = tokenIn(takenLink(history.state))
  $emailConfirmation.set(token === undefined ? { step: 'no-token' } : { step: 'ready', token })
}

/** Follows the link, and others that are opened in this tab; returns a function that stops it. */
export function arriveAtEmailConfirmation(): () => void {
  addEventListener(LINK_EVENT, openLink)
  openLink()
  void loadSession()
  return () => removeEventListener(LINK_EVENT, openLink)
}

/** Changes the address; called by the button. */
export async function confirmNewEmail(): Promise<void> {
  const before = $emailConfirmation.get()
  const token = before.step === 'ready' || before.step === 'failed' ? before.token : undefined
  if (token === undefined) return
  $emailConfirmation.set({ step: 'sending' })
  const answer = await call(confirmEmailChange, { token })
  if (answer.ok) {
    $emailConfirmation.set({ step: 'done' })
    if ($session.get().state === 'signed-in') await readSession()
    return
  }
  const { reason, text } = answer
  const isFinal = reason === 'link-invalid' || reason === 'address-taken' || reason === 'invalid'
  $emailConfirmation.set(isFinal ? { step: 'failed', text } : { step: 'failed', text, token })
}
