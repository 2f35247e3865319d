import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { SessionGate } from '#islands/account/SessionGate.tsx'
import { SessionList } from '#islands/account/SessionList.tsx'
import { AppointmentCard } from '#islands/portal/AppointmentCard.tsx'
import { CancelDialogs } from '#islands/portal/CancelDialogs.tsx'
import { SidePanel } from '#islands/portal/SidePanel.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Notice } from '#islands/ui/Notice.tsx'
import { Spinner } from '#islands/ui/Spinner.tsx'
import { $appointments, loadAppointments } from '#stores/appointments.ts'
import { onReturn } from '#stores/navigation.ts'

type Props = { product: string; bookingPhone: string }

/** /upcoming-events, for patients only (APPT-01, APPT-02). */
export function UpcomingEvents({ product, bookingPhone }: Props) {
  return (
    <SessionGate>
      {({ profile }) => (
        <div className="portal">
          <SidePanel product={product} profile={profile} current="/upcoming-events" />
          <div className="portal__main stack stack--l">
            <Appointments profileId={profile.profileId} bookingPhone={bookingPhone} />
            <SessionList />
          </div>
        </div>
      )}
    </SessionGate>
  )
}

function Appointments({ profileId, bookingPhone }: { profileId: number; bookingPhone: string }) {
  useEffect(() => {
    const load = () => void loadAppointments(profileId)
    load()
    return onReturn(load)
  }, [profileId])

  return (
    <section className="stack" aria-labelledby="upcoming-events">
      <h1 id="upcoming-events">Upcoming events</h1>
      <List profileId={profileId} />
      <CancelDialogs profileId={profileId} bookingPhone={bookingPhone} />
    </section>
  )
}

function List({ profileId }: { profileId: number }) {
  const list = useStore($appointments)
  if (list.state === 'loading') return <Spinner>Loading...</Spinner>
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
        <p className="empty__title">No upcoming events or appointments found</p>
        <p>
          <a className="button button--action" href="/book-event-main">
            BOOK AN EVENT
          </a>
        </p>
      </div>
    )
  }
  return (
    <ul className="stack">
      {list.appointments.map((appointment) => (
        <li key={appointment.appointment_id}>
          <AppointmentCard appointment={appointment} />
        </li>
      ))}
    </ul>
  )
}
