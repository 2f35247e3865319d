import { useStore } from '@nanostores/react'
import { APPOINTMENT_LABELS } from '#domain/texts/appointments.ts'
import { BOOKING_SUMMARY_TITLE } from '#domain/texts/booking.ts'
import { formatLongDate } from '#domain/time.ts'
import { SummaryRow } from '#islands/ui/SummaryRow.tsx'
import { $case, $choice } from '#stores/booking/journey.ts'
import { $ownRule } from '#stores/booking/own-rule.ts'

/** What 'Continue' books: event, date, time and place (BOOK-09). */
export function BookingSummary() {
  const present = useStore($case)
  const choice = useStore($choice)
  const rule = useStore($ownRule)
  if (present === undefined || choice === undefined) return null
  const { name, where } = present.facts
  return (
    <section className="card" aria-labelledby="booking-summary">
      <h3 className="card__title" id="booking-summary">
        {BOOKING_SUMMARY_TITLE}
      </h3>
      <dl className="summary">
        <SummaryRow label={APPOINTMENT_LABELS.event}>{name}</SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.date}>{formatLongDate(choice.date)}</SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.time}>
          <span className="tabular">{choice.time}</span>
        </SummaryRow>
        <SummaryRow label={APPOINTMENT_LABELS.place} isVerbatim>
          {where}
        </SummaryRow>
      </dl>
      {rule.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </section>
  )
}
