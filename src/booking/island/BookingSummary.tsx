import { useStore } from '@nanostores/react'
import { $case, $choice } from '#booking/store/journey.ts'
import { $ownRule } from '#booking/store/own-rule.ts'
import { APPOINTMENT_LABELS } from '#booking/texts/appointments.ts'
import { BOOKING_SUMMARY_TITLE } from '#booking/texts/booking.ts'
import { SummaryRow } from '#core/island/SummaryRow.tsx'
import { formatLongDate } from '#core/rules/time.ts'

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
