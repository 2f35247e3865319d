import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import {
  $reminder,
  type RemindedAppointment,
  type Reminder,
  readAgain,
  sayIWillCome,
  watchReminderLink,
} from '#booking/store/reminder.ts'
import { changeableNoMore, changeableUntil } from '#booking/texts/appointments.ts'
import { REMINDER_TEXTS } from '#booking/texts/reminders.ts'
import { Button } from '#core/island/Button.tsx'
import { island } from '#core/island/island.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { IncompleteLink } from '#core/island/PasteLink.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { SummaryRow } from '#core/island/SummaryRow.tsx'
import { Telephone } from '#core/island/Telephone.tsx'
import { formatDeadline, formatLongDate, londonDate, londonTime } from '#core/rules/time.ts'

type Props = { bookingPhone: string }

/** /upcoming-events with the dialog of a change open; the sign-in on the way keeps the query (REM-01). */
const pathOfChange = (change: 'reschedule' | 'cancel'): string => `/upcoming-events?open=${change}`

/** /appointment-reminder: the button confirms, opening the page does not (REM-01). */
export const AppointmentReminder = island(AppointmentReminderPage)

function AppointmentReminderPage({ bookingPhone }: Props) {
  const reminder = useStore($reminder)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(watchReminderLink, [])

  const wasSending = useRef(false)
  const isSending = reminder.step === 'read' && reminder.sending
  useEffect(() => {
    // The button is gone, and the focus with it.
    if (wasSending.current && !isSending && document.activeElement === document.body) {
      heading.current?.focus()
    }
    wasSending.current = isSending
  }, [isSending])

  return (
    <section className="sheet stack">
      <h1 tabIndex={-1} ref={heading}>
        {REMINDER_TEXTS.title}
      </h1>
      <Step reminder={reminder} />
      {bookingPhone !== '' && (
        <p className="small">
          Questions? Call us on <Telephone number={bookingPhone} />.
        </p>
      )}
    </section>
  )
}

const ToAppointments = () => (
  <p>
    <a className="button" href="/upcoming-events">
      {REMINDER_TEXTS.appointments}
    </a>
  </p>
)

function Step({ reminder }: { reminder: Reminder }) {
  switch (reminder.step) {
    case 'loading':
      return <Spinner />
    case 'no-token':
      return (
        <>
          <IncompleteLink page="/appointment-reminder" />
          <ToAppointments />
        </>
      )
    case 'invalid':
      return (
        <>
          <p>{reminder.text}</p>
          <ToAppointments />
        </>
      )
    case 'unread':
      return (
        <Notice title="We cannot show your appointment at the moment" kind="error" live="alert">
          <p>{reminder.text}</p>
          <p>
            <Button kind="secondary" onClick={() => void readAgain()}>
              Try again
            </Button>
          </p>
        </Notice>
      )
    case 'read':
      return <Appointment {...reminder} />
  }
}

function Appointment({ appointment, sending, failure }: Extract<Reminder, { step: 'read' }>) {
  const { state } = appointment
  if (state === 'upcoming') {
    return <Upcoming appointment={appointment} sending={sending} failure={failure} />
  }
  return (
    <>
      <p role="status">{REMINDER_TEXTS[state]}</p>
      {state === 'cancelled' ? (
        <p>
          <a className="button" href="/book-event-main">
            {REMINDER_TEXTS.book}
          </a>
        </p>
      ) : (
        <ToAppointments />
      )}
    </>
  )
}

type UpcomingProps = {
  appointment: RemindedAppointment
  sending: boolean
  failure: string | undefined
}

function Upcoming({ appointment, sending, failure }: UpcomingProps) {
  const startsAt = new Date(appointment.starts_at)
  const until = formatDeadline(new Date(appointment.changeable_until))
  const isConfirmed = appointment.confirmed_at !== null
  return (
    <>
      <dl className="summary">
        <SummaryRow label="Date">
          <time dateTime={appointment.starts_at}>{formatLongDate(londonDate(startsAt))}</time>
        </SummaryRow>
        <SummaryRow label="Time">
          <span className="tabular">{londonTime(startsAt)}</span>
        </SummaryRow>
      </dl>
      {isConfirmed && (
        <Notice title={REMINDER_TEXTS.confirmedTitle} kind="success" live="status">
          <p>{REMINDER_TEXTS.confirmedText}</p>
        </Notice>
      )}
      {failure !== undefined && (
        <Notice title={REMINDER_TEXTS.failedTitle} kind="error" live="alert">
          <p>{failure}</p>
        </Notice>
      )}
      <div className="button-group">
        {!isConfirmed && (
          <Button busy={sending} onClick={() => void sayIWillCome()}>
            {REMINDER_TEXTS.confirm}
          </Button>
        )}
        {appointment.may_change && (
          <>
            <a className="button button--secondary" href={pathOfChange('reschedule')}>
              {REMINDER_TEXTS.reschedule}
            </a>
            <a className="button button--secondary" href={pathOfChange('cancel')}>
              {REMINDER_TEXTS.cancel}
            </a>
          </>
        )}
      </div>
      <p>
        {appointment.may_change
          ? `${changeableUntil(until)} ${REMINDER_TEXTS.signIn}`
          : changeableNoMore(until)}
      </p>
    </>
  )
}
