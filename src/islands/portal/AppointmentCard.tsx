import type { ReactNode } from 'react'
import { isPaymentNegative } from '#domain/appointment.ts'
import { formatShortDate } from '#domain/time.ts'
import { Button } from '#islands/ui/Button.tsx'
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
        <Row label="Test">{appointment.product_name}</Row>
        <Row label="Date">
          <time className="tabular" dateTime={appointment.appt_date}>
            {formatShortDate(appointment.appt_date)}
          </time>
        </Row>
        <Row label="Time">
          <span className="tabular">{appointment.appt_time}</span>
        </Row>
        {appointment.event_location !== '' && <Row label="Where">{appointment.event_location}</Row>}
        <Row label="Email">{appointment.email}</Row>
        <Row label="Status">
          <span className={isBooked(appointment) ? 'tag tag--green' : 'tag'}>
            {appointment.status}
          </span>
        </Row>
        <Row label="Payment">
          <Payment status={appointment.payment_status} />
        </Row>
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

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="summary__row">
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
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
