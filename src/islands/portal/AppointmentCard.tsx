import { isPaymentNegative, referenceNumber } from '#domain/appointment.ts'
import { APPOINTMENT_LABELS } from '#domain/texts/appointments.ts'
import { REFERENCE_LABEL } from '#domain/texts/booking.ts'
import { formatShortDate } from '#domain/time.ts'
import { Button } from '#islands/ui/Button.tsx'
import { SummaryRow } from '#islands/ui/SummaryRow.tsx'
import { type Appointment, askToCancel, isBooked } from '#stores/portal/appointments.ts'

/** One appointment with its status and payment status (APPT-01). */
export function AppointmentCard({ appointment }: { appointment: Appointment }) {
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
      <div className="card__foot">
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

/** The payment status as it is; 'not paid' or empty is negative, anything else positive (APPT-01). */
function Payment({ status }: { status: string }) {
  const isNegative = isPaymentNegative(status)
  return (
    <span className={isNegative ? 'tag tag--red' : 'tag tag--green'}>
      {status.trim() === '' ? 'not paid' : status}
    </span>
  )
}
