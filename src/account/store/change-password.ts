import { atom } from 'nanostores'
import { changePassword as changeOnServer } from '#account/contract/account-changes.ts'
import { loadOwnSessions } from '#account/store/own-sessions.ts'
import { checkNewPassword, type NewPasswordForm } from '#account/store/password-reset.ts'
import { CHANGE_TEXTS } from '#account/texts/account-changes.ts'
import { call } from '#core/contract/call.ts'
import { createForm, type FormErrors, type SendOutcome } from '#core/store/form.ts'

export type ChangePasswordForm = NewPasswordForm & { oldPassword: string }

export const changePasswordForm = createForm<ChangePasswordForm>({
  initial: { oldPassword: '', password: '', confirmation: '' },
  check(form): FormErrors<ChangePasswordForm> {
    const missing = form.oldPassword === ''
    return {
      ...(missing ? { oldPassword: CHANGE_TEXTS.oldPasswordMissing } : {}),
      ...checkNewPassword(form),
    }
  },
})

/** Whether the last request changed the password; until the form is edited again. */
export const $isPasswordChanged = atom(false)

export function typePassword(name: keyof ChangePasswordForm, value: string): void {
  $isPasswordChanged.set(false)
  changePasswordForm.set(name, value)
}

async function send(form: ChangePasswordForm): Promise<SendOutcome<ChangePasswordForm>> {
  const { oldPassword, password } = form
  const answer = await call(changeOnServer, { old_password: oldPassword, password })
  if (answer.ok) return { ok: true }
  const { text } = answer
  if (answer.reason === 'wrong-password') return { ok: false, fields: { oldPassword: text } }
  if (answer.reason === 'password-refused') return { ok: false, fields: { password: text } }
  const { old_password, password: fault } = answer.fields
  return {
    ok: false,
    text,
    fields: {
      ...(old_password === undefined ? {} : { oldPassword: old_password }),
      ...(fault === undefined ? {} : { password: fault }),
    },
  }
}

/** Changes the password; every other device is signed out (AUTH-13). */
export async function changePassword(): Promise<void> {
  await changePasswordForm.submit(send)
  if (changePasswordForm.$submission.get().step !== 'done') return
  changePasswordForm.clear()
  $isPasswordChanged.set(true)
  // The list of sessions on the same page.
  void loadOwnSessions()
}
