import { useState } from 'react'
import { referenceNumber } from '#booking/rules/appointment.ts'
import type { Appointment } from '#booking/store/appointments.ts'
import { readCalendar } from '#booking/store/success.ts'
import { APPOINTMENT_LABELS } from '#booking/texts/appointments.ts'
import { CALENDAR_FAILED, onTheDay, REFERENCE_LABEL } from '#booking/texts/booking.ts'
import { Button } from '#core/island/Button.tsx'
import { SummaryRow } from '#core/island/SummaryRow.tsx'
import { formatPounds } from '#core/rules/money.ts'
import { formatLongDate } from '#core/rules/time.ts'
import { saveFile } from '#core/store/save-file.ts'
import { cardText, RECEIPT_TEXTS } from '#payments/texts/receipt.ts'

/** The booked appointment and its calendar file (BOOK-09). */
export function AppointmentDetails({ appointment }: { appointment: Appointment }) {
  const { payment } = appointment
  return (
    <section className="card" aria-labelledby="appointment">
      <h2 className="card__title" id="appointment">
        Your appointment
      </h2>
      <dl className="summary">
        <SummaryRow label={REFERENCE_LABEL} isVerbatim>
          <strong className="tabular">{referenceNumber(appointment.appointment_id)}</strong>
        </SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.event} isVerbatim>
          {appointment.event_name}
        </SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.test}>{appointment.product_name}</SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.date}>
          <time dateTime={appointment.starts_at}>{formatLongDate(appointment.appt_date)}</time>
        </SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.time}>
          <span className="tabular">{appointment.appt_time}</span>
        </SummaryRow>
        {appointment.event_location !== '' && (
          <SummaryRow label={APPOINTMENT_LABELS.place} isVerbatim>
            {appointment.event_location}
          </SummaryRow>
        )}
        {payment !== null && (
          <SummaryRow label={RECEIPT_TEXTS.amount}>
            <span className="tabular">{formatPounds(payment.amount_pence)}</span>
            <span>, {cardText(payment.card_brand, payment.card_last_digits)}. </span>
            <a href={`/receipt?appointment=${appointment.appointment_id}`}>{RECEIPT_TEXTS.link}</a>
          </SummaryRow>
        )}
        {onTheDay(appointment.what_to_bring).map(({ title, text }) => (
          <SummaryRow key={title} label={title}>
            {text}
          </SummaryRow>
        ))}
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

function CalendarButton({ appointmentId }: { appointmentId: string }) {
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const download = async () => {
    setBusy(true)
    const file = await readCalendar(appointmentId)
    if (file !== undefined) {
      saveFile(new Blob([file.text], { type: 'text/calendar;charset=utf-8' }), file.filename)
    }
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
