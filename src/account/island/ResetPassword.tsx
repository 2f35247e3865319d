import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { CookiesBlocked } from '#account/island/CookiesBlocked.tsx'
import { NewPasswordFields } from '#account/island/NewPasswordFields.tsx'
import {
  $isResending,
  $offersResend,
  $resetEmail,
  $resetMessage,
  $resetStep,
  changeResetAddress,
  enterResetCode,
  newPasswordForm,
  openPasswordReset,
  type ResetStep,
  resendResetCode,
  resetCodeForm,
  resetEmailForm,
  sendResetCode,
  setNewPassword,
  typeResetCode,
} from '#account/store/password-reset.ts'
import { RESET_TEXTS } from '#account/texts/account-changes.ts'
import { Button } from '#core/island/Button.tsx'
import { island } from '#core/island/island.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { StoreForm } from '#core/island/StoreForm.tsx'
import { TextField } from '#core/island/TextField.tsx'
import { RESET_RIGHT_MINUTES } from '#core/rules/password.ts'
import { spelledCountOf } from '#core/texts/count.ts'

type Props = { bookingPhone: string }

const STEP_FORMS = { ask: AskForm, code: CodeForm, password: PasswordForm }

/** /reset-password: code, then new password (AUTH-06). */
export const ResetPassword = island(ResetPasswordPage)

function ResetPasswordPage({ bookingPhone }: Props) {
  const step = useStore($resetStep, { ssr: 'initial' })
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef<ResetStep>(step)

  useEffect(openPasswordReset, [])
  useEffect(() => {
    // The form of the step before is gone, and the focus with it.
    if (before.current !== 'loading' && before.current !== step) heading.current?.focus()
    before.current = step
  }, [step])

  const Form = step === 'loading' ? undefined : STEP_FORMS[step]
  return (
    <section className="sheet stack">
      <h1 tabIndex={-1} ref={heading}>
        {step === 'password' ? 'Choose a new password' : 'Reset your password'}
      </h1>
      <CookiesBlocked />
      <Message />
      {Form === undefined ? <Spinner /> : <Form />}
      <p className="small">
        Trouble with your password? Call us on <span className="nowrap">{bookingPhone}</span>.
      </p>
    </section>
  )
}

function Message() {
  const message = useStore($resetMessage)
  if (message === undefined) return null
  const isError = message.kind === 'error'
  return (
    <p
      className={isError ? 'field__error' : 'notice notice--success'}
      role={isError ? 'alert' : 'status'}
    >
      {message.text}
    </p>
  )
}

function AskForm() {
  const values = useStore(resetEmailForm.$values)
  const errors = useStore(resetEmailForm.$errors)
  const submission = useStore(resetEmailForm.$submission)
  return (
    <StoreForm
      legend="Where to send the code"
      {...{ errors, submission }}
      onSubmit={sendResetCode}
      actions={
        <div className="button-group">
          <Button type="submit" busy={submission.step === 'sending'} busyText="Sending…">
            Send code
          </Button>
          <a className="button button--quiet" href="/login">
            Back to sign in
          </a>
        </div>
      }
    >
      <p>We send a code to your email address. It works in this browser only.</p>
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        value={values.email}
        error={errors.email}
        onChange={(value) => resetEmailForm.set('email', value)}
      />
    </StoreForm>
  )
}

function CodeForm() {
  const email = useStore($resetEmail)
  const values = useStore(resetCodeForm.$values)
  const errors = useStore(resetCodeForm.$errors)
  const submission = useStore(resetCodeForm.$submission)
  const offersResend = useStore($offersResend)
  const isResending = useStore($isResending)
  const isSending = submission.step === 'sending'
  return (
    <StoreForm
      legend="The code of our message"
      {...{ errors, submission }}
      onSubmit={() => (offersResend ? resendResetCode() : enterResetCode())}
      actions={
        <div className="button-group">
          <Button
            type="submit"
            busy={isSending || isResending}
            busyText={isResending ? 'Sending…' : 'Checking…'}
          >
            {offersResend ? RESET_TEXTS.resend : 'Continue'}
          </Button>
          <Button kind="quiet" onClick={changeResetAddress}>
            Use another email
          </Button>
        </div>
      }
    >
      <p>
        If <strong translate="no">{email}</strong> has an account, we have sent it a 6-digit code.
        Only the newest code works. You can read the mail on any device; enter the code here.
      </p>
      <TextField
        name="code"
        label="6-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        width={10}
        maxLength={12}
        value={values.code}
        error={errors.code}
        onChange={typeResetCode}
      />
    </StoreForm>
  )
}

function PasswordForm() {
  const values = useStore(newPasswordForm.$values)
  const errors = useStore(newPasswordForm.$errors)
  const submission = useStore(newPasswordForm.$submission)
  const isBusy = submission.step === 'sending' || submission.step === 'done'
  return (
    <StoreForm
      legend="Your next password"
      {...{ errors, submission }}
      onSubmit={setNewPassword}
      actions={
        <Button type="submit" busy={isBusy} busyText="Saving…">
          Save new password
        </Button>
      }
    >
      <p>
        You are signed in. Choose a new password within{' '}
        {spelledCountOf(RESET_RIGHT_MINUTES, 'minute')}: every other device is then signed out.
        Until then your old password still works.
      </p>
      <NewPasswordFields {...{ values, errors }} onChange={newPasswordForm.set} />
    </StoreForm>
  )
}
