import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { CookiesBlocked } from '#account/island/CookiesBlocked.tsx'
import { ToBook } from '#account/island/OriginNotice.tsx'
import { PoweredBy } from '#account/island/PoweredBy.tsx'
import { SignUpDialogs } from '#account/island/SignUpDialogs.tsx'
import {
  AboutFields,
  AddressFields,
  ContactFields,
  EthnicityField,
  NameFields,
} from '#account/island/SignUpFields.tsx'
import { UnfinishedSignUp } from '#account/island/UnfinishedSignUp.tsx'
import { $isSessionLoading, $session } from '#account/store/session.ts'
import { $isAddressTaken, openSignUp, signUp, signUpForm } from '#account/store/sign-up.ts'
import { Button } from '#core/island/Button.tsx'
import { ErrorSummary } from '#core/island/ErrorSummary.tsx'
import { island } from '#core/island/island.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Overlay } from '#core/island/Spinner.tsx'
import { telephoneHref } from '#core/rules/telephone.ts'
import type { Submission } from '#core/store/form.ts'
import { nextPath, withNext } from '#core/store/navigation.ts'
import { AGE_TO_REGISTER, TAKEN_ADDRESS_HELP } from '#core/texts/accounts.ts'

type Props = { poweredBy: string; product: string; supportEmail: string; bookingPhone: string }

/** /signup (AUTH-02, 03, 04, 09). */
export const SignUp = island(SignUpPage)

function SignUpPage({ poweredBy, product, supportEmail, bookingPhone }: Props) {
  const session = useStore($session)
  const isLoading = useStore($isSessionLoading)
  // The page sets the origin before the island is hydrated (src/site/shell/island-watch.ts).
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
