import { useEffect, useRef } from 'react'
import { HELPLINE_LABEL } from '#domain/texts/booking.ts'
import { CHECKOUT_LINKS } from '#domain/texts/payment.ts'
import type { CheckoutNext } from '#domain/texts/payment-refusals.ts'
import { Telephone } from '#islands/booking/Telephone.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Notice } from '#islands/ui/Notice.tsx'
import { CONSENT_HASH } from '#stores/booking/steps.ts'
import { openCheckout } from '#stores/checkout/checkout.ts'
import type { CheckoutMessage } from '#stores/checkout/state.ts'

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
