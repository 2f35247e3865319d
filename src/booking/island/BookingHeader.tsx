import { useStore } from '@nanostores/react'
import {
  $hold,
  $holdAnnouncement,
  $secondsLeft,
  countdownText,
  URGENT_SECONDS,
} from '#booking/store/hold.ts'
import { $choice } from '#booking/store/journey.ts'
import { formatDeadline, formatLongDate } from '#core/rules/time.ts'
import type { EventFacts } from '#events/store/event-facts.ts'

/** Event, day and time with the countdown of the hold (BOOK-06); with `stays` it remains in view while scrolling. */
export function Chosen({ facts, stays }: { facts: EventFacts; stays: boolean }) {
  const choice = useStore($choice)
  return (
    <div className={stays ? 'chosen chosen--stays' : 'chosen'}>
      <p className="chosen__what">
        <strong translate="no">{facts.name}</strong>
        <br />
        <span>{choice === undefined ? facts.date : formatLongDate(choice.date)}</span>
        {choice !== undefined && (
          <span>
            , <span className="tabular">{choice.time}</span>
          </span>
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
