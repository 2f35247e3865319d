import { AppointmentFacts } from '#booking/island/AppointmentFacts.tsx'
import { changeDeadline } from '#booking/rules/appointment.ts'
import { askToCancel, isBooked, type ListedAppointment } from '#booking/store/appointments.ts'
import { closeReschedule, openReschedule } from '#booking/store/reschedule.ts'
import { changeableNoMore, changeableUntil } from '#booking/texts/appointments.ts'
import { HELPLINE_LABEL } from '#booking/texts/booking.ts'
import { Button } from '#core/island/Button.tsx'
import { Telephone } from '#core/island/Telephone.tsx'
import { formatDeadline } from '#core/rules/time.ts'

type Props = {
  appointment: ListedAppointment
  /** The server's time when the appointment was read. */
  readAt: Date
  bookingPhone: string
}

/** One appointment with its status and payment status (APPT-01). */
export function AppointmentCard({ appointment, readAt, bookingPhone }: Props) {
  const titleId = `appointment-${appointment.appointment_id}`
  return (
    <article className="card" aria-labelledby={titleId}>
      <AppointmentFacts appointment={appointment} titleId={titleId} heading="h2" />
      <Deadline appointment={appointment} readAt={readAt} bookingPhone={bookingPhone} />
      <div className="card__foot button-group">
        <Button
          kind="secondary"
          small
          disabled={!isBooked(appointment)}
          onClick={() => void openReschedule(appointment)}
        >
          Reschedule<span className="visually-hidden"> {appointment.event_name}</span>
        </Button>
        <Button
          kind="secondary"
          small
          disabled={!isBooked(appointment)}
          onClick={() => {
            // Removes the message of an earlier change of the time.
            closeReschedule()
            askToCancel(appointment)
          }}
        >
          Cancel<span className="visually-hidden"> {appointment.event_name}</span>
        </Button>
      </div>
    </article>
  )
}

/** Until when a booked appointment can be changed here, or could be (APPT-02). */
function Deadline({ appointment, readAt, bookingPhone }: Props) {
  if (!isBooked(appointment)) return null
  const deadline = changeDeadline({ startsAt: new Date(appointment.starts_at) })
  const until = formatDeadline(deadline)
  if (readAt <= deadline) return <p>{changeableUntil(until)}</p>
  return (
    <p>
      <span>{changeableNoMore(until)}</span>{' '}
      {bookingPhone !== '' && (
        <span>
          {HELPLINE_LABEL} <Telephone number={bookingPhone} />
        </span>
      )}
    </p>
  )
}
