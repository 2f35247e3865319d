import { isPaymentNegative, referenceNumber } from '#booking/rules/appointment.ts'
import { isBooked, type ListedAppointment, type PaidAmount } from '#booking/store/appointments.ts'
import { APPOINTMENT_LABELS, changeText, HISTORY_LABEL } from '#booking/texts/appointments.ts'
import { REFERENCE_LABEL } from '#booking/texts/booking.ts'
import { COMING_LABEL, COMING_TEXT } from '#booking/texts/reminders.ts'
import { SummaryRow } from '#core/island/SummaryRow.tsx'
import { formatPounds } from '#core/rules/money.ts'
import { formatShortDate, formatShortInstant } from '#core/rules/time.ts'
import { RefundLines } from '#payments/island/RefundLines.tsx'
import { FREE_OF_CHARGE } from '#payments/rules/payment.ts'
import { cardText, RECEIPT_TEXTS, returnedLabel } from '#payments/texts/receipt.ts'

type Props = { appointment: ListedAppointment; titleId: string; heading: 'h2' | 'h3' }

/** The name, the facts and the history of an appointment, upcoming or past (APPT-01, APPT-04). */
export function AppointmentFacts({ appointment, titleId, heading: Heading }: Props) {
  return (
    <>
      <Heading className="card__title" id={titleId} translate="no">
        {appointment.event_name}
      </Heading>
      <dl className="summary">
        <SummaryRow label={REFERENCE_LABEL} isVerbatim>
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
          <SummaryRow label={APPOINTMENT_LABELS.place} isVerbatim>
            {appointment.event_location}
          </SummaryRow>
        )}
        <SummaryRow label="Email" isVerbatim>
          {appointment.email}
        </SummaryRow>
        <SummaryRow label="Status">
          <span className={isBooked(appointment) ? 'tag tag--green' : 'tag'}>
            {appointment.status}
          </span>
        </SummaryRow>
        {isBooked(appointment) && appointment.confirmed_at !== null && (
          <SummaryRow label={COMING_LABEL}>
            <span className="tag tag--green">{COMING_TEXT}</span>
          </SummaryRow>
        )}
        {!costNothing(appointment) && (
          <SummaryRow label="Payment">
            <Payment status={appointment.payment_status} payment={appointment.payment} />
            {appointment.payment !== null && (
              <Paid payment={appointment.payment} appointmentId={appointment.appointment_id} />
            )}
          </SummaryRow>
        )}
      </dl>
      <History changes={appointment.history} />
    </>
  )
}

const instantText = (instant: string | null) =>
  instant === null ? '' : formatShortInstant(new Date(instant))

/** What was done with the appointment, when and by whom, oldest first (APPT-04). */
function History({ changes }: { changes: ListedAppointment['history'] }) {
  if (changes.length === 0) return null
  return (
    <details className="text-version">
      <summary className="text-version__toggle">{HISTORY_LABEL}</summary>
      <ol className="text-version__words">
        {changes.map((change) => (
          <li key={`${change.at} ${change.action}`}>
            <time className="muted tabular" dateTime={change.at}>
              {formatShortInstant(new Date(change.at))}
            </time>{' '}
            {changeText({
              action: change.action,
              changedBy: change.changed_by,
              from: instantText(change.from_starts_at),
              to: instantText(change.to_starts_at),
            })}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** A cancelled appointment that cost nothing: its status 'paid' would say that money was taken. */
const costNothing = ({ status, payment_status }: ListedAppointment) =>
  status === 'cancelled' && payment_status === FREE_OF_CHARGE

type PaymentProps = { status: string; payment: PaidAmount | null }

/** The payment status as it is; 'not paid' or empty is negative, anything else positive (APPT-01). Beside it, whether money went back. */
function Payment({ status, payment }: PaymentProps) {
  const isNegative = isPaymentNegative(status)
  const returned = payment && returnedLabel(payment.amount_pence, payment.refunds)
  return (
    <>
      <span className={isNegative ? 'tag tag--red' : 'tag tag--green'}>
        {status.trim() === '' ? 'not paid' : status}
      </span>
      {returned && <span className="tag">{returned}</span>}
    </>
  )
}

/** What was paid and what was returned, with the way to the receipt (PAY-10). */
function Paid({ payment, appointmentId }: { payment: PaidAmount; appointmentId: string }) {
  const { amount_pence: pence, card_brand: brand, card_last_digits: digits, refunds } = payment
  return (
    <>
      <p>
        <span className="tabular" translate="no">
          {formatPounds(pence)}
        </span>
        , {cardText(brand, digits)}.{' '}
        <a href={`/receipt?appointment=${appointmentId}`}>{RECEIPT_TEXTS.link}</a>
      </p>
      <RefundLines refunds={refunds} />
    </>
  )
}
