import { useStore } from '@nanostores/react'
import { formatDeadline, formatLongDate } from '#domain/time.ts'
import {
  $hold,
  $holdAnnouncement,
  $secondsLeft,
  countdownText,
  URGENT_SECONDS,
} from '#stores/booking/hold.ts'
import { $choice } from '#stores/booking/journey.ts'
import type { EventFacts } from '#stores/events/event-facts.ts'

export type Stage = 'time' | 'consent' | 'done'
type AnyStage = Stage | 'pay'

const LABELS: Record<AnyStage, string> = {
  time: 'Time',
  consent: 'Consent',
  pay: 'Pay',
  done: 'Done',
}

/** The steps of the booking: time, consent, payment when the event is not free, done. */
export function Steps({ at, isPaid }: { at: AnyStage; isPaid: boolean }) {
  const stages = isPaid
    ? (['time', 'consent', 'pay', 'done'] as const)
    : (['time', 'consent', 'done'] as const)
  const present = (stages as readonly string[]).indexOf(at)
  return (
    <ol className="steps" aria-label="Your booking">
      {stages.map((stage, index) => (
        <li
          className="steps__step"
          key={stage}
          data-state={index < present ? 'done' : undefined}
          aria-current={index === present ? 'step' : undefined}
        >
          {LABELS[stage]}
          {index < present && <span className="visually-hidden"> (done)</span>}
        </li>
      ))}
    </ol>
  )
}

/** Event, day and time with the countdown of the hold (BOOK-06); with `stays` it remains in view while scrolling. */
export function Chosen({ facts, stays }: { facts: EventFacts; stays: boolean }) {
  const choice = useStore($choice)
  return (
    <div className={stays ? 'chosen chosen--stays' : 'chosen'}>
      <p className="chosen__what">
        <strong>{facts.name}</strong>
        <br />
        {choice === undefined ? facts.date : formatLongDate(choice.date)}
        {choice !== undefined && (
          <>
            , <span className="tabular">{choice.time}</span>
          </>
        )}
      </p>
      <Countdown />
    </div>
  )
}

/** How long the place is kept, with its announcements for screen readers (BOOK-06). */
export function Countdown() {
  const hold = useStore($hold)
  const left = useStore($secondsLeft)
  const announcement = useStore($holdAnnouncement)
  return (
    <>
      {hold?.isOffer && hold.expiresAt && (
        <p className="countdown">
          Your place at {hold.time} is kept until{' '}
          <span className="tabular">{formatDeadline(hold.expiresAt)}</span>
        </p>
      )}
      {hold !== undefined && !hold.isOffer && left !== undefined && (
        <p className="countdown" data-urgent={left <= URGENT_SECONDS ? '' : undefined}>
          Your place at {hold.time} is kept for{' '}
          <span className="countdown__time tabular">{countdownText(left)}</span>
        </p>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  )
}
