import { useStore } from '@nanostores/react'
import { PAST_APPOINTMENTS } from '#domain/texts/appointments.ts'
import { AppointmentFacts } from '#islands/portal/AppointmentFacts.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { Notice } from '#islands/ui/Notice.tsx'
import type { ListedAppointment } from '#stores/portal/appointments.ts'
import { $pastAppointments, loadPastAppointments } from '#stores/portal/past-appointments.ts'

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
