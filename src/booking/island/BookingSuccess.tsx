import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import { SessionWatch } from '#account/island/SessionWatch.tsx'
import { AppointmentDetails } from '#booking/island/AppointmentDetails.tsx'
import { Steps } from '#booking/island/Steps.tsx'
import { $booked, type BookedAppointment, loadBooked, watchBooked } from '#booking/store/success.ts'
import { NOT_BOOKED_HEADINGS, SUCCESS_TEXTS } from '#booking/texts/booking.ts'
import { Button } from '#core/island/Button.tsx'
import { island } from '#core/island/island.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { EVENT_LINKS } from '#events/texts/events.ts'

type Props = { donateUrl: string; product: string }

/** /booking-success: the booked appointment and the next steps; success is said only for a booking of one's own (BOOK-09). */
export const BookingSuccess = island(BookingSuccessPage)

function BookingSuccessPage(props: Props) {
  return (
    <>
      <SuccessPage {...props} />
      <SessionWatch />
    </>
  )
}

function SuccessPage(props: Props) {
  const booked = useStore($booked)

  useEffect(() => watchBooked(), [])

  if (booked.state === 'booked') return <Success {...props} appointment={booked.appointment} />
  return <NoSuccess booked={booked} />
}

type SuccessProps = Props & Pick<Extract<BookedAppointment, { state: 'booked' }>, 'appointment'>

function Success({ donateUrl, product, appointment }: SuccessProps) {
  return (
    <div className="wrap--narrow stack">
      <h1>{SUCCESS_TEXTS.heading}</h1>
      <Steps at="done" isPaid={false} />
      <p role="status">
        <span className="tag tag--green">{SUCCESS_TEXTS.confirmed}</span>
      </p>
      <p className="lead">{SUCCESS_TEXTS.inbox}</p>
      <AppointmentDetails appointment={appointment} />
      <Notice title="Thank you for looking after your health">
        <p>
          Screening days are paid for by gifts. If you can, please help {product} to offer more.
        </p>
      </Notice>
      <div className="button-group">
        <a className="button" href={donateUrl} rel="noopener">
          Donate
        </a>
        <a className="button button--secondary" href="/">
          Go to Home
        </a>
      </div>
    </div>
  )
}

type Unsuccessful = Exclude<BookedAppointment, { state: 'booked' }>

function NoSuccess({ booked }: { booked: Unsuccessful }) {
  if (booked.state === 'loading') {
    return (
      <Plain heading={SUCCESS_TEXTS.unknown}>
        <Spinner />
      </Plain>
    )
  }
  if (booked.state === 'signed-out') {
    return (
      <Plain heading={SUCCESS_TEXTS.unknown}>
        <p>
          <a href={booked.loginPath}>{SUCCESS_TEXTS.signIn}</a>
        </p>
      </Plain>
    )
  }
  if (booked.state === 'failed') {
    return (
      <Plain heading={SUCCESS_TEXTS.unknown}>
        <Notice title={SUCCESS_TEXTS.failedTitle} kind="error" live="alert">
          <p>{SUCCESS_TEXTS.failed}</p>
          <p>
            <Button kind="secondary" onClick={() => void loadBooked()}>
              Try again
            </Button>
          </p>
        </Notice>
      </Plain>
    )
  }
  return (
    <Plain heading={NOT_BOOKED_HEADINGS[booked.state]}>
      <p>
        See what you have booked under <a href="/upcoming-events">Upcoming Events</a>.
      </p>
      <a className="button button--action" href="/book-event-main">
        {EVENT_LINKS.book}
      </a>
    </Plain>
  )
}

function Plain({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="wrap--narrow stack">
      <h1>{heading}</h1>
      {children}
    </div>
  )
}
