import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef } from 'react'
import { SessionGate } from '#account/island/SessionGate.tsx'
import { SessionList } from '#account/island/SessionList.tsx'
import { SessionWatch } from '#account/island/SessionWatch.tsx'
import { SidePanel } from '#account/island/SidePanel.tsx'
import { AppointmentCard } from '#booking/island/AppointmentCard.tsx'
import { CancelDialogs } from '#booking/island/CancelDialogs.tsx'
import { PastAppointments } from '#booking/island/PastAppointments.tsx'
import { RescheduleDialogs, RescheduledNotice } from '#booking/island/Reschedule.tsx'
import { $appointments, $cancellation, loadAppointments } from '#booking/store/appointments.ts'
import { $rescheduling } from '#booking/store/reschedule.ts'
import { watchAppointments } from '#booking/store/watch-appointments.ts'
import { NO_APPOINTMENTS } from '#booking/texts/appointments.ts'
import { Button } from '#core/island/Button.tsx'
import { island } from '#core/island/island.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { EVENT_LINKS } from '#events/texts/events.ts'

type Props = { product: string; bookingPhone: string }

/** /upcoming-events, for patients only (APPT-01 to APPT-04). */
export const UpcomingEvents = island(UpcomingEventsPage)

function UpcomingEventsPage({ product, bookingPhone }: Props) {
  return (
    <>
      <SessionGate heading="Upcoming events">
        {({ profile }) => (
          <div className="portal">
            <SidePanel product={product} profile={profile} current="/upcoming-events" />
            <div className="portal__main stack stack--l">
              <Appointments profileId={profile.profileId} bookingPhone={bookingPhone} />
              <PastAppointments profileId={profile.profileId} />
              <SessionList />
            </div>
          </div>
        )}
      </SessionGate>
      <SessionWatch />
    </>
  )
}

/** The button of an appointment that cannot be changed any more is disabled and loses the focus: moves it to the heading. */
function useFocusAfterMessage(step: string, target: RefObject<HTMLElement | null>): void {
  const before = useRef(step)
  useEffect(() => {
    const isClosed = (before.current === 'over' || before.current === 'refused') && step === 'none'
    before.current = step
    if (isClosed && document.activeElement === document.body) target.current?.focus()
  }, [step, target])
}

function Appointments({ profileId, bookingPhone }: { profileId: number; bookingPhone: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useFocusAfterMessage(useStore($cancellation).step, heading)
  useFocusAfterMessage(useStore($rescheduling).step, heading)

  useEffect(() => watchAppointments(profileId), [profileId])

  return (
    <section className="stack" aria-labelledby="upcoming-events">
      <h1 id="upcoming-events" tabIndex={-1} ref={heading}>
        Upcoming events
      </h1>
      <RescheduledNotice />
      <List profileId={profileId} bookingPhone={bookingPhone} />
      <CancelDialogs profileId={profileId} bookingPhone={bookingPhone} />
      <RescheduleDialogs profileId={profileId} bookingPhone={bookingPhone} />
    </section>
  )
}

function List({ profileId, bookingPhone }: { profileId: number; bookingPhone: string }) {
  const list = useStore($appointments)
  if (list.state === 'loading') return <Spinner />
  if (list.state === 'failed') {
    return (
      <Notice title="We cannot show your appointments at the moment" kind="error" live="alert">
        <p>
          <Button kind="secondary" onClick={() => void loadAppointments(profileId)}>
            Try again
          </Button>
        </p>
      </Notice>
    )
  }
  if (list.appointments.length === 0) {
    return (
      <div className="empty">
        <p className="empty__title">{NO_APPOINTMENTS}</p>
        <p>
          <a className="button button--action" href="/book-event-main">
            {EVENT_LINKS.book}
          </a>
        </p>
      </div>
    )
  }
  return (
    <ul className="stack">
      {list.appointments.map((appointment) => (
        <li key={appointment.appointment_id}>
          <AppointmentCard
            appointment={appointment}
            readAt={list.readAt}
            bookingPhone={bookingPhone}
          />
        </li>
      ))}
    </ul>
  )
}
