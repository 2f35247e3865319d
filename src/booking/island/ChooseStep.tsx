import { useStore } from '@nanostores/react'
import { type Contact, Message } from '#booking/island/Message.tsx'
import { OrderSummary } from '#booking/island/OrderSummary.tsx'
import { OwnRule } from '#booking/island/OwnRule.tsx'
import { TimeChoice } from '#booking/island/TimeChoice.tsx'
import { HOLD_MINUTES } from '#booking/rules/hold.ts'
import { proceed } from '#booking/store/booking.ts'
import { $closed, $existing, $isBookedHere } from '#booking/store/follow-place.ts'
import { $hold, $isPaying } from '#booking/store/hold.ts'
import { $choice, type BookingCase } from '#booking/store/journey.ts'
import { type BookingMessage, placeMessage } from '#booking/store/messages.ts'
import { $ownRule } from '#booking/store/own-rule.ts'
import { $slots } from '#booking/store/slots.ts'
import { EXISTING_APPOINTMENT } from '#booking/texts/booking.ts'
import { Button } from '#core/island/Button.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { OWN_PLACE_TEXTS } from '#events/texts/events.ts'

type Props = {
  present: BookingCase
  message: BookingMessage | undefined
  isChecking: boolean
  cancellationPolicy: string[]
  contact: Contact
}

const PAYING = placeMessage('payment-in-progress')

/** Date, times, cancellation policy and order summary (BOOK-02). */
export function ChooseStep({ present, message, isChecking, cancellationPolicy, contact }: Props) {
  const closed = useStore($closed)
  const isBookedHere = useStore($isBookedHere)
  const isPaying = useStore($isPaying)
  // One error at a time: why the event is closed says what to do now. The patient's own booking comes before it.
  const error = isBookedHere ? message : (closed ?? message)
  return (
    <div className="columns">
      <div className="stack stack--l">
        {error !== undefined && (
          <Message message={error} contact={contact} onGiveUpOffer={() => void proceed(true)} />
        )}
        {error?.next !== 'appointments' && <ExistingAppointment />}
        <p>
          <strong>Date:</strong> <time dateTime={present.facts.datetime}>{present.facts.date}</time>
        </p>
        {closed === undefined && isPaying && <Message message={PAYING} contact={contact} />}
        {closed === undefined && !isPaying && (
          <Times isChecking={isChecking} cancellationPolicy={cancellationPolicy} />
        )}
      </div>
      <aside className="stack" aria-label="Your order">
        <OrderSummary facts={present.facts} />
      </aside>
    </div>
  )
}

type TimesProps = Pick<Props, 'isChecking' | 'cancellationPolicy'>

/** The rule of this booking and the cancellation policy are above the button, because pressing the button accepts them. */
function Times({ isChecking, cancellationPolicy }: TimesProps) {
  const rule = useStore($ownRule)
  const choice = useStore($choice)
  const slots = useStore($slots)
  const hold = useStore($hold)
  const canProceed = choice !== undefined && slots.state === 'loaded'
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        void proceed()
      }}
    >
      <TimeChoice isBusy={isChecking} />
      <OwnRule sentences={rule} />
      <Notice title="Cancellation policy">
        <ul>
          {cancellationPolicy.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </Notice>
      {hold?.isOffer !== true && (
        <p className="muted">
          When you go on, we keep your time for up to {HOLD_MINUTES} minutes while you fill in the
          consent form.
        </p>
      )}
      <Button
        type="submit"
        kind="action"
        disabled={!(canProceed || isChecking)}
        busy={isChecking}
        busyText="Keeping your time…"
      >
        Proceed to Consent Form
      </Button>
    </form>
  )
}

/** The appointment that blocks this booking, shown before a time is chosen (BOOK-05). */
function ExistingAppointment() {
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
