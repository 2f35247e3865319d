import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { SessionWatch } from '#account/island/SessionWatch.tsx'
import { Chosen } from '#booking/island/BookingHeader.tsx'
import { ChooseStep } from '#booking/island/ChooseStep.tsx'
import { ConsentStep } from '#booking/island/ConsentStep.tsx'
import { type Contact, Message } from '#booking/island/Message.tsx'
import { type Stage, Steps } from '#booking/island/Steps.tsx'
import type { ConsentLinks } from '#booking/rules/consent.ts'
import { openBooking, watchBooking } from '#booking/store/booking.ts'
import { confirmBooking } from '#booking/store/confirm.ts'
import { $isPaying } from '#booking/store/hold.ts'
import { $case, type BookingCase } from '#booking/store/journey.ts'
import { $booking, type Booking } from '#booking/store/steps.ts'
import { BOOK_HEADING } from '#booking/texts/booking.ts'
import { Button } from '#core/island/Button.tsx'
import { Dialog } from '#core/island/Dialog.tsx'
import { island } from '#core/island/island.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { currentPath, goTo, loginPathFor } from '#core/store/navigation.ts'
import { isFree } from '#events/rules/event.ts'

type Props = {
  product: string
  cancellationPolicy: string[]
  bookingPhone: string
  supportEmail: string
  links: ConsentLinks
}

const STAGES: Record<Booking['step'], Stage> = {
  loading: 'time',
  unavailable: 'time',
  choose: 'time',
  checking: 'time',
  consent: 'consent',
  confirming: 'consent',
  failed: 'consent',
  done: 'done',
}

const HEADINGS: Record<Stage, string> = {
  time: BOOK_HEADING,
  consent: 'Your consent',
  done: 'Your place is booked',
}

/** /book-event: a time, the consent, the booking (BOOK-01 to BOOK-08). */
export const BookEvent = island(BookEventPage)

function BookEventPage(props: Props) {
  return (
    <>
      <BookingPage {...props} />
      <SessionWatch />
    </>
  )
}

function BookingPage({ product, cancellationPolicy, links, ...contact }: Props) {
  const booking = useStore($booking)
  const present = useStore($case)

  useEffect(() => watchBooking(product), [product])

  if (booking.step === 'unavailable') {
    return (
      <div className="stack">
        <h1>{BOOK_HEADING}</h1>
        <Message
          message={booking.message}
          contact={contact}
          loginPath={loginPathFor(currentPath())}
        />
        {booking.message.next === 'sign-in' && (
          <Button kind="secondary" onClick={() => void openBooking(product)}>
            Try again
          </Button>
        )}
      </div>
    )
  }
  if (booking.step === 'loading' || present === undefined) {
    return (
      <div className="stack">
        <h1>{BOOK_HEADING}</h1>
        <Spinner />
      </div>
    )
  }
  return (
    <Journey
      booking={booking}
      present={present}
      cancellationPolicy={cancellationPolicy}
      links={links}
      contact={contact}
    />
  )
}

type JourneyProps = {
  booking: Booking
  present: BookingCase
  cancellationPolicy: string[]
  links: ConsentLinks
  contact: Contact
}

function Journey({ booking, present, cancellationPolicy, links, contact }: JourneyProps) {
  const isPaying = useStore($isPaying)
  const stage = isPaying && STAGES[booking.step] === 'consent' ? 'time' : STAGES[booking.step]
  const message = 'message' in booking ? booking.message : undefined
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(stage)

  useEffect(() => {
    if (shown.current === stage) return
    shown.current = stage
    window.scrollTo(0, 0)
    // A message moves the focus to itself.
    if (message === undefined) heading.current?.focus({ preventScroll: true })
  }, [stage, message])

  return (
    <div className="stack">
      <p>
        <a className="link link--back" href={`/event/${present.facts.eventId}`}>
          Back to the event
        </a>
      </p>
      <h1 tabIndex={-1} ref={heading}>
        {HEADINGS[stage]}
      </h1>
      <Steps at={stage} isPaid={!isFree(present.known)} />
      <Chosen facts={present.facts} stays={stage === 'consent'} />
      {stage === 'time' && (
        <ChooseStep
          present={present}
          message={message}
          isChecking={booking.step === 'checking'}
          cancellationPolicy={cancellationPolicy}
          contact={contact}
        />
      )}
      {stage === 'consent' && booking.step !== 'failed' && (
        <ConsentStep
          message={message}
          contact={contact}
          links={links}
          isConfirming={booking.step === 'confirming'}
        />
      )}
      {stage === 'consent' && booking.step === 'failed' && (
        <Failed booking={booking} contact={contact} />
      )}
      {booking.step === 'done' && <Spinner>One moment…</Spinner>}
    </div>
  )
}

type FailedBooking = Extract<Booking, { step: 'failed' }>

/** The consent is stored, but the booking failed (BOOK-08). */
function Failed({ booking, contact }: { booking: FailedBooking; contact: Contact }) {
  if (booking.way === 'leave') {
    const leave = () => goTo('/upcoming-events', { replace: true })
    return (
      <Dialog isOpen title={booking.message.title} kind="error" onClose={leave}>
        <p>{booking.message.text}</p>
      </Dialog>
    )
  }
  return (
    <div className="stack">
      <Message message={booking.message} contact={contact} />
      <p>Your consent is stored, and nothing you entered is lost.</p>
      <Button kind="action" onClick={() => void confirmBooking()}>
        Try to confirm again
      </Button>
    </div>
  )
}
