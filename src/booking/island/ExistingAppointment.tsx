import { useStore } from '@nanostores/react'
import { $existing, $isBookedHere } from '#booking/store/follow-place.ts'
import { EXISTING_APPOINTMENT } from '#booking/texts/booking.ts'
import { Notice } from '#core/island/Notice.tsx'
import { OWN_PLACE_TEXTS } from '#events/texts/events.ts'

/** The appointment that blocks this booking, shown before a time is chosen (BOOK-05). */
export function ExistingAppointment() {
  const existing = useStore($existing)
  const isBookedHere = useStore($isBookedHere)
  if (existing === undefined) return null
  const { event_name: name, appt_date: date, appt_time: time } = existing
  return (
    <Notice
      title={isBookedHere ? OWN_PLACE_TEXTS.booked(time) : EXISTING_APPOINTMENT.title}
      kind="warning"
    >
      <p>{EXISTING_APPOINTMENT.text(name, date, time)}</p>
      <p>
        <a href="/upcoming-events">{EXISTING_APPOINTMENT.link}</a>
      </p>
    </Notice>
  )
}
