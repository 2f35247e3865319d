import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { ResendVerification } from '#account/island/ResendVerification.tsx'
import { $session } from '#account/store/session.ts'
import {
  $verification,
  arriveAtVerification,
  confirmEmail,
  type Verification,
} from '#account/store/verify-email.ts'
import { Button } from '#core/island/Button.tsx'
import { island } from '#core/island/island.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { IncompleteLink } from '#core/island/PasteLink.tsx'
import { Spinner } from '#core/island/Spinner.tsx'

type Props = { product: string; bookingPhone: string }

/** /verify-email: the button confirms the address, opening the page does not (AUTH-12). */
export const VerifyEmail = island(VerifyEmailPage)

function VerifyEmailPage({ product, bookingPhone }: Props) {
  const verification = useStore($verification)
  const session = useStore($session)

  useEffect(arriveAtVerification, [])

  const needsNewLink =
    verification.step === 'no-token' || (verification.step === 'failed' && !verification.token)
  const isConfirmed = session.state === 'signed-in' && session.profile?.is_verified === true
  return (
    <section className="sheet stack">
      <h1>Confirm your email</h1>
      {needsNewLink && isConfirmed ? (
        <Confirmed product={product} />
      ) : (
        <Step verification={verification} product={product} />
      )}
      {needsNewLink && !isConfirmed && session.state === 'signed-in' && session.profile && (
        <ResendVerification />
      )}
      {needsNewLink && session.state === 'signed-out' && (
        <p>
          To get a new link, <a href="/login?next=%2Fverify-email">sign in</a> first.
        </p>
      )}
      <p className="small">
        Trouble with the link? Call us on <span className="nowrap">{bookingPhone}</span>.
      </p>
    </section>
  )
}

function Confirmed({ product }: { product: string }) {
  return (
    <>
      <Notice title="Thank you, your email is confirmed" kind="success" live="status">
        <p>You can now see your {product} results as soon as they are ready.</p>
      </Notice>
      <p>
        <a className="button" href="/upcoming-events">
          Go to your appointments
        </a>
      </p>
    </>
  )
}

function Step({ verification, product }: { verification: Verification; product: string }) {
  switch (verification.step) {
    case 'loading':
      return <Spinner />
    case 'no-token':
      return <IncompleteLink page="/verify-email" />
    case 'done':
      return <Confirmed product={product} />
    default:
      return <Confirm verification={verification} product={product} />
  }
}

type Confirmable = Exclude<Verification, { step: 'loading' | 'no-token' | 'done' }>

function Confirm({ verification, product }: { verification: Confirmable; product: string }) {
  const failure = verification.step === 'failed' ? verification : undefined
  return (
    <>
      {failure && (
        <Notice title="Your email is not confirmed" kind="error" live="alert">
          <p>{failure.text}</p>
        </Notice>
      )}
      {(failure === undefined || failure.token) && (
        <>
          <p>Press the button to confirm that this address is yours and belongs to {product}.</p>
          <Button busy={verification.step === 'sending'} onClick={() => void confirmEmail()}>
            Confirm my email
          </Button>
        </>
      )}
    </>
  )
}
