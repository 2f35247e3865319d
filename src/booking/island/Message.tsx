import { useEffect, useRef } from 'react'
import type { BookingMessage } from '#booking/store/messages.ts'
import { eventPath, nhsNumberPath, requestedEvent } from '#booking/store/requested-event.ts'
import { HELPLINE_LABEL } from '#booking/texts/booking.ts'
import { GIVE_UP_OFFER, JOIN_WAITING_LIST } from '#booking/texts/waiting-list.ts'
import { Button } from '#core/island/Button.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Telephone } from '#core/island/Telephone.tsx'
import { NHS_PAGE_TEXTS } from '#core/texts/nhs-number.ts'
import { ACCESS_CODE_TEXTS, EVENT_LINKS } from '#events/texts/events.ts'
import type { NextStep } from '#events/texts/place-refusals.ts'
import { TO_CHECKOUT } from '#payments/texts/payment-refusals.ts'

export type Contact = { bookingPhone: string; supportEmail: string }

type Props = {
  message: BookingMessage
  contact: Contact
  loginPath?: string
  /** The answer to 'give-up-offer'. */
  onGiveUpOffer?: () => void
}

/** An error with a link to go on; takes the focus when it appears or changes. */
export function Message({ message, contact, loginPath = '/login', onGiveUpOffer }: Props) {
  const box = useRef<HTMLDivElement>(null)

  // By its words: a message that is only made again must not move the focus.
  const words = `${message.title} ${message.text}`

  useEffect(() => {
    if (words !== '') box.current?.focus()
  }, [words])

  return (
    <div role="alert" tabIndex={-1} ref={box}>
      <Notice title={message.title} kind="error">
        <p>{message.text}</p>
        {message.next !== undefined && (
          <p>
            <Next
              next={message.next}
              contact={contact}
              loginPath={loginPath}
              onGiveUpOffer={onGiveUpOffer}
            />
          </p>
        )}
      </Notice>
    </div>
  )
}

type NextProps = {
  next: NextStep
  contact: Contact
  loginPath: string
  onGiveUpOffer: (() => void) | undefined
}

function Next({ next, contact, loginPath, onGiveUpOffer }: NextProps) {
  if (next === 'appointments') return <a href="/upcoming-events">Go to your upcoming events</a>
  if (next === 'access-code') return <a href={eventPath()}>{ACCESS_CODE_TEXTS.toPage}</a>
  if (next === 'other-events') return <a href="/book-event-main">{EVENT_LINKS.others}</a>
  if (next === 'nhs-number') {
    return <a href={nhsNumberPath(requestedEvent() ?? '')}>{NHS_PAGE_TEXTS.heading}</a>
  }
  if (next === 'waiting-list') {
    return <a href={`/waiting-list?event=${requestedEvent() ?? ''}`}>{JOIN_WAITING_LIST}</a>
  }
  if (next === 'give-up-offer') {
    return (
      <Button kind="secondary" onClick={() => onGiveUpOffer?.()}>
        {GIVE_UP_OFFER}
      </Button>
    )
  }
  if (next === 'checkout') return <a href="/checkout">{TO_CHECKOUT}</a>
  if (next === 'sign-in') return <a href={loginPath}>Sign in again</a>
  const { bookingPhone, supportEmail } = contact
  if (next === 'helpline') {
    return (
      <>
        {HELPLINE_LABEL} <Telephone number={bookingPhone} />
      </>
    )
  }
  return (
    <>
      Write to{' '}
      <a href={`mailto:${supportEmail}`} translate="no">
        {supportEmail}
      </a>{' '}
      or call <Telephone number={bookingPhone} />.
    </>
  )
}
