import { useEffect, useRef } from 'react'
import { CONSENT_HASH } from '#booking/store/steps.ts'
import { HELPLINE_LABEL } from '#booking/texts/booking.ts'
import { Button } from '#core/island/Button.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Telephone } from '#core/island/Telephone.tsx'
import { openCheckout } from '#payments/store/checkout.ts'
import type { CheckoutMessage } from '#payments/store/state.ts'
import { CHECKOUT_LINKS } from '#payments/texts/payment.ts'
import type { CheckoutNext } from '#payments/texts/payment-refusals.ts'

type Props = {
  message: CheckoutMessage
  bookingPhone: string
  /** The event that the place was kept at. */
  eventId: number | undefined
}

/** What happened and what to do; takes the focus when it appears or changes. */
export function CheckoutNotice({ message, bookingPhone, eventId }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const { title, text, detail, next } = message

  useEffect(() => {
    if (title !== '') box.current?.focus()
  }, [title])

  return (
    <div role="alert" tabIndex={-1} ref={box}>
      <Notice title={title} kind={next === 'confirm' ? 'warning' : 'error'}>
        <p>{text}</p>
        {detail !== undefined && <p className="muted small">{detail}</p>}
        {next !== undefined && <Next next={next} eventId={eventId} />}
        {(next === 'helpline' || next === 'again') && (
          <p>
            {HELPLINE_LABEL} <Telephone number={bookingPhone} />
          </p>
        )}
      </Notice>
    </div>
  )
}

function Next({ next, eventId }: { next: CheckoutNext; eventId: number | undefined }) {
  if (next === 'helpline') return null
  if (next === 'again') {
    return (
      <p>
        <Button kind="secondary" onClick={() => void openCheckout()}>
          {CHECKOUT_LINKS.again}
        </Button>
      </p>
    )
  }
  const booking = eventId === undefined ? '/book-event-main' : `/book-event?event=${eventId}`
  const links = {
    event: booking,
    booking,
    confirm: eventId === undefined ? booking : `${booking}${CONSENT_HASH}`,
    events: '/book-event-main',
    appointments: '/upcoming-events',
  }
  return (
    <p>
      <a className="button button--action" href={links[next]}>
        {CHECKOUT_LINKS[next]}
      </a>
    </p>
  )
}
