import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { CookiesBlocked } from '#account/island/CookiesBlocked.tsx'
import { OriginNotice } from '#account/island/OriginNotice.tsx'
import { PoweredBy } from '#account/island/PoweredBy.tsx'
import { $forgetting, forgotPassword } from '#account/store/password-reset.ts'
import { $session } from '#account/store/session.ts'
import { openSignIn, signIn, signInForm } from '#account/store/sign-in.ts'
import { Button } from '#core/island/Button.tsx'
import { island } from '#core/island/island.tsx'
import { PasswordField } from '#core/island/PasswordField.tsx'
import { StoreForm } from '#core/island/StoreForm.tsx'
import { TextField } from '#core/island/TextField.tsx'
import { nextPath, withNext } from '#core/store/navigation.ts'

type Props = { poweredBy: string; product: string }

/** /login (AUTH-01, AUTH-09). */
export const SignIn = island(SignInPage)

function SignInPage({ poweredBy, product }: Props) {
  const session = useStore($session)
  const isReady = session.state === 'signed-out' || session.state === 'failed'
  // The page sets the origin before the island is hydrated (src/site/shell/island-watch.ts).
  const next = isReady ? nextPath() : undefined

  useEffect(openSignIn, [])

  return (
    <section className="sheet stack">
      <h1>Sign in</h1>
      <CookiesBlocked />
      <OriginNotice />
      <p>You need an account to book a test and to see your appointments and results.</p>
      <SignInForm isReady={isReady} />
      <hr />
      <p>
        New to {product}?{' '}
        <a href={withNext('/signup', next)} data-keep-next suppressHydrationWarning>
          Create an account
        </a>
      </p>
      <PoweredBy name={poweredBy} />
    </section>
  )
}

/** A link, because it leads to /reset-password; that page requests the address when this one has not sent a code. */
function ForgotPassword() {
  const { step } = useStore($forgetting)
  return (
    <a
      className="button button--quiet"
      href="/reset-password"
      aria-disabled={step === 'sending' || undefined}
      onClick={(event) => {
        event.preventDefault()
        void forgotPassword()
      }}
    >
      {step === 'sending' ? 'Sending…' : 'Forgot password?'}
    </a>
  )
}

function ForgettingFailed() {
  const forgetting = useStore($forgetting)
  if (forgetting.step !== 'failed') return null
  return (
    <p className="field__error" role="alert">
      {forgetting.text}
    </p>
  )
}

function SignInForm({ isReady }: { isReady: boolean }) {
  const values = useStore(signInForm.$values, { ssr: () => signInForm.initial })
  const errors = useStore(signInForm.$errors)
  const submission = useStore(signInForm.$submission)
  const isBusy = submission.step === 'sending' || submission.step === 'done'
  return (
    <StoreForm
      legend="Your email and password"
      {...{ errors, submission }}
      onSubmit={signIn}
      disabled={!(isReady || isBusy)}
      actions={
        <>
          <div className="button-group">
            <Button type="submit" busy={isBusy} busyText="Signing in…">
              Sign in
            </Button>
            <ForgotPassword />
          </div>
          <ForgettingFailed />
        </>
      }
    >
      <TextField
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        value={values.email}
        error={errors.email}
        onChange={(value) => signInForm.set('email', value)}
      />
      <PasswordField
        name="password"
        label="Password"
        autoComplete="current-password"
        value={values.password}
        error={errors.password}
        onChange={(value) => signInForm.set('password', value)}
      />
    </StoreForm>
  )
}
