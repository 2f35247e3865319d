import { useStore } from '@nanostores/react'
import { AppointmentFacts } from '#booking/island/AppointmentFacts.tsx'
import type { ListedAppointment } from '#booking/store/appointments.ts'
import { $pastAppointments, loadPastAppointments } from '#booking/store/past-appointments.ts'
import { PAST_APPOINTMENTS } from '#booking/texts/appointments.ts'
import { Button } from '#core/island/Button.tsx'
import { Notice } from '#core/island/Notice.tsx'

/** The appointments that have ended, newest first; nothing without any (APPT-01). */
export function PastAppointments({ profileId }: { profileId: number }) {
  const list = useStore($pastAppointments)
  if (list.state === 'loading') return null
  if (list.state === 'failed') {
    return (
      <Notice title={PAST_APPOINTMENTS.failed} kind="error" live="alert">
        <p>
          <Button kind="secondary" onClick={() => void loadPastAppointments(profileId)}>
            Try again
          </Button>
        </p>
      </Notice>
    )
  }
  if (list.appointments.length === 0) return null
  return (
    <section className="stack" aria-labelledby="past-appointments">
      <h2 id="past-appointments">{PAST_APPOINTMENTS.title}</h2>
      <ul className="stack">
        {list.appointments.map((appointment) => (
          <li key={appointment.appointment_id}>
            <PastCard appointment={appointment} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function PastCard({ appointment }: { appointment: ListedAppointment }) {
  const titleId = `appointment-${appointment.appointment_id}`
  return (
    <article className="card" aria-labelledby={titleId}>
      <AppointmentFacts appointment={appointment} titleId={titleId} heading="h3" />
    </article>
  )
}
