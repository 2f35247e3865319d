import { changeDeadline, isPaymentNegative, referenceNumber } from '#domain/appointment.ts'
import {
  APPOINTMENT_LABELS,
  changeableNoMore,
  changeableUntil,
} from '#domain/texts/appointments.ts'
import { HELPLINE_LABEL, REFERENCE_LABEL } from '#domain/texts/booking.ts'
import { formatDeadline, formatShortDate } from '#domain/time.ts'
import { Telephone } from '#islands/booking/Telephone.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { SummaryRow } from '#islands/ui/SummaryRow.tsx'
import { type Appointment, askToCancel, isBooked } from '#stores/portal/appointments.ts'
import { openReschedule } from '#stores/portal/reschedule.ts'

type Props = {
  appointment: Appointment
  /** The server's time when the appointment was read. */
  readAt: Date
  bookingPhone: string
}

/** One appointment with its status and payment status (APPT-01). */
export function AppointmentCard({ appointment, readAt, bookingPhone }: Props) {
  const titleId = `appointment-${appointment.appointment_id}`
  return (
    <article className="card" aria-labelledby={titleId}>
      <h2 className="card__title" id={titleId}>
        {appointment.event_name}
      </h2>
      <dl className="summary">
        <SummaryRow label={REFERENCE_LABEL}>
          <span className="tabular">{referenceNumber(appointment.appointment_id)}</span>
        </SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.test}>{appointment.product_name}</SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.date}>
          <time className="tabular" dateTime={appointment.appt_date}>
            {formatShortDate(appointment.appt_date)}
          </time>
        </SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.time}>
          <span className="tabular">{appointment.appt_time}</span>
        </SummaryRow>
        {appointment.event_location !== '' && (
          <SummaryRow label={APPOINTMENT_LABELS.place}>{appointment.event_location}</SummaryRow>
        )}
        <SummaryRow label="Email">{appointment.email}</SummaryRow>
        <SummaryRow label="Status">
          <span className={isBooked(appointment) ? 'tag tag--green' : 'tag'}>
            {appointment.status}
          </span>
        </SummaryRow>
        <SummaryRow label="Payment">
          <Payment status={appointment.payment_status} />
        </SummaryRow>
      </dl>
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
          onClick={() => askToCancel(appointment)}
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
      {changeableNoMore(until)}{' '}
      {bookingPhone !== '' && (
        <>
          {HELPLINE_LABEL} <Telephone number={bookingPhone} />
        </>
      )}
    </p>
  )
}

/** The payment status as it is; 'not paid' or empty is negative, anything else positive (APPT-01). */
function Payment({ status }: { status: string }) {
  const isNegative = isPaymentNegative(status)
  return (
    <span className={isNegative ? 'tag tag--red' : 'tag tag--green'}>
      {status.trim() === '' ? 'not paid' : status}
    </span>
  )
}
