import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import {
  $emailConfirmation,
  arriveAtEmailConfirmation,
  confirmNewEmail,
  type EmailConfirmation,
} from '#account/store/change-email.ts'
import { CHANGE_TEXTS } from '#account/texts/account-changes.ts'
import { Button } from '#core/island/Button.tsx'
import { island } from '#core/island/island.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { IncompleteLink } from '#core/island/PasteLink.tsx'
import { Spinner } from '#core/island/Spinner.tsx'

type Props = { bookingPhone: string }

/** /confirm-email-change: the button changes the address, opening the page does not (AUTH-13). */
export const ConfirmEmailChange = island(ConfirmEmailChangePage)

function ConfirmEmailChangePage({ bookingPhone }: Props) {
  const confirmation = useStore($emailConfirmation)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(arriveAtEmailConfirmation, [])

  const isDone = confirmation.step === 'done'
  useEffect(() => {
    // The button is gone, and the focus with it.
    if (isDone) heading.current?.focus()
  }, [isDone])

  return (
    <section className="sheet stack">
      <h1 tabIndex={-1} ref={heading}>
        Confirm your new email
      </h1>
      <Step confirmation={confirmation} />
      <p className="small">
        Trouble with the link? Call us on <span className="nowrap">{bookingPhone}</span>.
      </p>
    </section>
  )
}

function Step({ confirmation }: { confirmation: EmailConfirmation }) {
  switch (confirmation.step) {
    case 'loading':
      return <Spinner />
    case 'no-token':
      return <IncompleteLink page="/confirm-email-change" />
    case 'done':
      return (
        <>
          <Notice title="Thank you" kind="success" live="status">
            <p>{CHANGE_TEXTS.emailChanged}</p>
          </Notice>
          <p>
            <a className="button" href="/portal">
              Go to your portal
            </a>
          </p>
        </>
      )
    default:
      return <Confirm confirmation={confirmation} />
  }
}

type Confirmable = Exclude<EmailConfirmation, { step: 'loading' | 'no-token' | 'done' }>

function Confirm({ confirmation }: { confirmation: Confirmable }) {
  const failure = confirmation.step === 'failed' ? confirmation : undefined
  return (
    <>
      {failure && (
        <Notice title="Your email is not changed" kind="error" live="alert">
          <p>{failure.text}</p>
        </Notice>
      )}
      {(failure === undefined || failure.token) && (
        <>
          <p>Press the button to use this address for your account from now on.</p>
          <Button busy={confirmation.step === 'sending'} onClick={() => void confirmNewEmail()}>
            Use this email
          </Button>
        </>
      )}
    </>
  )
}
