import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { PoweredBy } from '#islands/account/PoweredBy.tsx'
import { SignUpDialogs } from '#islands/account/SignUpDialogs.tsx'
import {
  AboutFields,
  AddressFields,
  ContactFields,
  EthnicityField,
  NameFields,
} from '#islands/account/SignUpFields.tsx'
import { UnfinishedSignUp } from '#islands/account/UnfinishedSignUp.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { ErrorSummary } from '#islands/ui/ErrorSummary.tsx'
import { island } from '#islands/ui/island.tsx'
import { Notice } from '#islands/ui/Notice.tsx'
import { Overlay } from '#islands/ui/Spinner.tsx'
import { $isSessionLoading, $session } from '#stores/account/session.ts'
import { openSignUp, signUp, signUpForm } from '#stores/account/sign-up.ts'
import type { Submission } from '#stores/form.ts'
import { loginPathFor, nextPath } from '#stores/navigation.ts'

type Props = { poweredBy: string; product: string; supportEmail: string }

/** /signup (AUTH-02, 03, 04, 09). */
export const SignUp = island(SignUpPage)

function SignUpPage({ poweredBy, product, supportEmail }: Props) {
  const session = useStore($session)
  const isLoading = useStore($isSessionLoading)
  // No link before the origin is known: a quick click would lose it.
  const login = isLoading ? undefined : loginPathFor(nextPath() ?? '')
  const isBusy = isRunning(useStore(signUpForm.$submission))
  // While sign-up is running, the new account has no profile for a moment.
  const isUnfinished = session.state === 'signed-in' && session.profile === null && !isBusy
  const accountEmail = isUnfinished ? session.email : undefined

  useEffect(openSignUp, [])

  return (
    <section className="sheet sheet--wide stack">
      <h1>Create your account</h1>
      <p>
        Already have an account? <a href={login}>Sign in</a>, or go to{' '}
        <a href="/portal">your portal</a>.
      </p>
      <Notice title="Your name as on your official ID">
        <p>
          Enter your full name, with any middle name, exactly as it is on your passport, driving
          licence or birth certificate. The laboratory compares it with your sample.
        </p>
      </Notice>
      {accountEmail !== undefined && <UnfinishedSignUp email={accountEmail} />}
      <SignUpForm isReady={!isLoading} accountEmail={accountEmail} />
      <PoweredBy name={poweredBy} />
      <SignUpDialogs product={product} supportEmail={supportEmail} />
    </section>
  )
}

const isRunning = ({ step }: Submission) => step === 'sending' || step === 'done'

function SignUpForm(props: { isReady: boolean; accountEmail: string | undefined }) {
  const values = useStore(signUpForm.$values, { ssr: () => signUpForm.initial })
  const errors = useStore(signUpForm.$errors)
  const submission = useStore(signUpForm.$submission)
  const isBusy = isRunning(submission)
  const field = { values, errors }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void signUp()
      }}
    >
      <fieldset className="form" disabled={!props.isReady}>
        <ErrorSummary errors={errors} attempt={submission.attempt} />
        <NameFields {...field} />
        <AddressFields {...field} />
        <AboutFields {...field} />
        <ContactFields {...field} accountEmail={props.accountEmail} />
        <EthnicityField {...field} />
        {submission.step === 'failed' && (
          <p className="field__error" role="alert">
            {submission.text}
          </p>
        )}
        <Button type="submit" busy={isBusy} busyText="Creating your account…">
          Create account
        </Button>
      </fieldset>
      {isBusy && <Overlay>Creating your account…</Overlay>}
    </form>
  )
}
