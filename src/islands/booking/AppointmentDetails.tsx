import { useState } from 'react'
import { CALENDAR_FAILED } from '#domain/texts/booking.ts'
import { formatLongDate } from '#domain/time.ts'
import { Button } from '#islands/ui/Button.tsx'
import { readCalendar } from '#stores/booking/success.ts'
import type { Appointment } from '#stores/portal/appointments.ts'

/** The booked appointment and its calendar file (BOOK-09). */
export function AppointmentDetails({ appointment }: { appointment: Appointment }) {
  return (
    <section className="card" aria-labelledby="appointment">
      <h2 className="card__title" id="appointment">
        Your appointment
      </h2>
      <dl className="summary">
        <div className="summary__row">
          <dt>Event</dt>
          <dd>{appointment.event_name}</dd>
        </div>
        <div className="summary__row">
          <dt>Test</dt>
          <dd>{appointment.product_name}</dd>
        </div>
        <div className="summary__row">
          <dt>Date</dt>
          <dd>
            <time dateTime={appointment.starts_at}>{formatLongDate(appointment.appt_date)}</time>
          </dd>
        </div>
        <div className="summary__row">
          <dt>Time</dt>
          <dd className="tabular">{appointment.appt_time}</dd>
        </div>
        {appointment.event_location !== '' && (
          <div className="summary__row">
            <dt>Where</dt>
            <dd>{appointment.event_location}</dd>
          </div>
        )}
      </dl>
      <div className="card__foot button-group">
        <CalendarButton appointmentId={appointment.appointment_id} />
        <a className="button button--small button--quiet" href="/upcoming-events">
          See or cancel your appointments
        </a>
      </div>
    </section>
  )
}

function save({ filename, text }: { filename: string; text: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/calendar;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  // Some browsers fail when the address is revoked before they have read the file.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

function CalendarButton({ appointmentId }: { appointmentId: string }) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const download = async () => {
    setBusy(true)
    const file = await readCalendar(appointmentId)
    if (file !== undefined) save(file)
    setFailed(file === undefined)
    setBusy(false)
  }
  return (
    <>
      <Button kind="secondary" small busy={isBusy} onClick={() => void download()}>
        Add to your calendar
      </Button>
      <span role="alert">{hasFailed && CALENDAR_FAILED}</span>
    </>
  )
}
