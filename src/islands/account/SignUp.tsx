import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { telephoneHref } from '#domain/telephone.ts'
import { AGE_TO_REGISTER, TAKEN_ADDRESS_HELP } from '#domain/texts/accounts.ts'
import { CookiesBlocked } from '#islands/account/CookiesBlocked.tsx'
import { ToBook } from '#islands/account/OriginNotice.tsx'
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
import { $isAddressTaken, openSignUp, signUp, signUpForm } from '#stores/account/sign-up.ts'
import type { Submission } from '#stores/form.ts'
import { nextPath, withNext } from '#stores/navigation.ts'

type Props = { poweredBy: string; product: string; supportEmail: string; bookingPhone: string }

/** /signup (AUTH-02, 03, 04, 09). */
export const SignUp = island(SignUpPage)

function SignUpPage({ poweredBy, product, supportEmail, bookingPhone }: Props) {
  const session = useStore($session)
  const isLoading = useStore($isSessionLoading)
  // The page sets the origin before the island is hydrated (src/components/shell/keep-next.ts).
  const login = withNext('/login', isLoading ? undefined : nextPath())
  const isBusy = isRunning(useStore(signUpForm.$submission))
  // While sign-up is running, the new account has no profile for a moment.
  const isUnfinished = session.state === 'signed-in' && session.profile === null && !isBusy
  const accountEmail = isUnfinished ? session.email : undefined

  useEffect(openSignUp, [])

  return (
    <section className="sheet sheet--wide stack">
      <h1>Create your account</h1>
      <p>
        Already have an account?{' '}
        <a href={login} data-keep-next suppressHydrationWarning>
          Sign in
        </a>
        , or go to <a href="/portal">your portal</a>.
      </p>
      <CookiesBlocked />
      <ToBook verb="Create your account" />
      <p>
        <strong>{AGE_TO_REGISTER}</strong> Our <a href="/privacy-policy">Privacy Policy</a> says how
        we use your details.
      </p>
      <Notice title="Your name as on your official ID">
        <p>
          Enter your full name, with any middle name, exactly as it is on your passport, driving
          licence or birth certificate. The laboratory compares it with your sample.
        </p>
      </Notice>
      {accountEmail !== undefined && <UnfinishedSignUp email={accountEmail} />}
      <SignUpForm isReady={!isLoading} {...{ accountEmail, login, bookingPhone }} />
      <PoweredBy name={poweredBy} />
      <SignUpDialogs product={product} supportEmail={supportEmail} />
    </section>
  )
}

const isRunning = ({ step }: Submission) => step === 'sending' || step === 'done'

type FormProps = {
  isReady: boolean
  accountEmail: string | undefined
  login: string
  bookingPhone: string
}

function SignUpForm(props: FormProps) {
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
        <legend className="visually-hidden">Your details</legend>
        <ErrorSummary errors={errors} attempt={submission.attempt} />
        <NameFields {...field} />
        <AddressFields {...field} />
        <AboutFields {...field} />
        <ContactFields {...field} accountEmail={props.accountEmail} />
        <EthnicityField {...field} />
        {submission.step === 'failed' && <SendingFailed text={submission.text} {...props} />}
        <Button type="submit" busy={isBusy} busyText="Creating your account…">
          Create account
        </Button>
      </fieldset>
      {isBusy && <Overlay>Creating your account…</Overlay>}
    </form>
  )
}

function SendingFailed({ text, login, bookingPhone }: { text: string } & FormProps) {
  const isTaken = useStore($isAddressTaken)
  return (
    <div className="stack stack--s" role="alert">
      <p className="field__error">{text}</p>
      {isTaken && (
        <p>
          <a href={login}>{TAKEN_ADDRESS_HELP.signIn}</a>. {TAKEN_ADDRESS_HELP.password}{' '}
          <a href="/reset-password">{TAKEN_ADDRESS_HELP.reset}</a> {TAKEN_ADDRESS_HELP.call}{' '}
          <a className="nowrap" href={telephoneHref(bookingPhone)}>
            {bookingPhone}
          </a>
          .
        </p>
      )}
    </div>
  )
}
