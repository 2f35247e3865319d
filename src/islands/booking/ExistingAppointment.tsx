import { useStore } from '@nanostores/react'
import { EXISTING_APPOINTMENT } from '#domain/texts/booking.ts'
import { OWN_PLACE_TEXTS } from '#domain/texts/events.ts'
import { Notice } from '#islands/ui/Notice.tsx'
import { $existing, $isBookedHere } from '#stores/booking/follow-place.ts'

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
