import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SessionWatch } from '#islands/account/SessionWatch.tsx'
import { AppointmentDetails } from '#islands/booking/AppointmentDetails.tsx'
import { Steps } from '#islands/booking/BookingHeader.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { island } from '#islands/ui/island.tsx'
import { Notice } from '#islands/ui/Notice.tsx'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { $booked, type BookedAppointment, loadBooked } from '#stores/booking/success.ts'

type Props = { donateUrl: string; product: string }

/** /booking-success: the booked appointment and the next steps (BOOK-09). */
export const BookingSuccess = island(BookingSuccessPage)

function BookingSuccessPage(props: Props) {
  return (
    <>
      <SuccessPage {...props} />
      <SessionWatch />
    </>
  )
}

function SuccessPage({ donateUrl, product }: Props) {
  const booked = useStore($booked)

  useEffect(() => {
    void loadBooked()
  }, [])

  if (booked.state === 'loading') {
    return (
      <div className="wrap--narrow stack">
        <h1>Your booking</h1>
        <Spinner>Loading...</Spinner>
      </div>
    )
  }
  if (booked.state === 'not-found' || booked.state === 'cancelled') {
    return <NotBooked state={booked.state} />
  }
  return (
    <div className="wrap--narrow stack">
      <h1>Your booking has been booked successfully!</h1>
      <Steps at="done" isPaid={false} />
      <p role="status">
        <span className="tag tag--green">Successfully confirmed your booking!</span>
      </p>
      <p className="lead">
        We have sent you a confirmation email. Please check your inbox, and your spam folder if you
        cannot see it.
      </p>
      <Details booked={booked} />
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

function Details({ booked }: { booked: BookedAppointment }) {
  if (booked.state === 'booked') return <AppointmentDetails appointment={booked.appointment} />
  if (booked.state === 'signed-out') {
    return (
      <p>
        To see your appointment, <a href={booked.loginPath}>log in</a>.
      </p>
    )
  }
  if (booked.state === 'failed') {
    return (
      <Notice title="We cannot show your appointment at the moment" live="status">
        <p>
          <Button kind="secondary" onClick={() => void loadBooked()}>
            Try again
          </Button>
        </p>
      </Notice>
    )
  }
  return (
    <p>
      Your appointments are under <a href="/upcoming-events">Upcoming Events</a>.
    </p>
  )
}

function NotBooked({ state }: { state: 'not-found' | 'cancelled' }) {
  const heading =
    state === 'cancelled' ? 'This appointment was cancelled' : 'There is no such appointment'
  return (
    <div className="wrap--narrow stack">
      <h1>{heading}</h1>
      <p>
        See what you have booked under <a href="/upcoming-events">Upcoming Events</a>.
      </p>
      <a className="button button--action" href="/book-event-main">
        BOOK AN EVENT
      </a>
    </div>
  )
}
