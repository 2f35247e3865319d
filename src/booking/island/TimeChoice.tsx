import { useStore } from '@nanostores/react'
import { LOCKED_ID, LockedTimes } from '#booking/island/LockedTimes.tsx'
import { $hold } from '#booking/store/hold.ts'
import { $choice, choose } from '#booking/store/journey.ts'
import {
  $slots,
  isSameChoice,
  resetSlots,
  type SlotGroup,
  type SlotTime,
} from '#booking/store/slots.ts'
import { refreshTimes } from '#booking/store/steps.ts'
import { HELD_HINT, NO_SLOTS, SLOTS_FAILED } from '#booking/texts/booking.ts'
import { offeredUntil } from '#booking/texts/waiting-list.ts'
import { Button } from '#core/island/Button.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { formatDeadline } from '#core/rules/time.ts'
import { EVENT_LINKS, OWN_PLACE_TEXTS } from '#events/texts/events.ts'

function tryAgain(): void {
  resetSlots()
  void refreshTimes()
}

/** The start times as radio buttons by part of the day; taken ones stay in place, disabled (BOOK-02, BOOK-03). */
export function TimeChoice({ isBusy }: { isBusy: boolean }) {
  const slots = useStore($slots)
  const hold = useStore($hold)
  if (slots.state === 'loading') return <Spinner>Loading times…</Spinner>
  if (slots.state === 'failed') {
    return (
      <Notice title={SLOTS_FAILED} kind="error" live="alert">
        <p>
          <Button kind="secondary" onClick={tryAgain}>
            Try again
          </Button>
        </p>
      </Notice>
    )
  }
  if (slots.state === 'none') {
    return (
      <Notice title={NO_SLOTS} live="status">
        <p>
          <a href="/book-event-main">{EVENT_LINKS.others}</a>
        </p>
      </Notice>
    )
  }
  return (
    <fieldset className="times" disabled={isBusy}>
      <legend className="times__legend">Choose a time</legend>
      {hold !== undefined && (
        <p className="times__held">
          <span>
            <strong className="tabular">{OWN_PLACE_TEXTS.held(hold.time)}</strong>.
          </span>{' '}
          {hold.isOffer && hold.expiresAt && (
            <span>{offeredUntil(formatDeadline(hold.expiresAt))} </span>
          )}
          <span>{HELD_HINT}</span>
        </p>
      )}
      <LockedTimes groups={slots.groups} />
      {slots.groups.map((group) => (
        <Part key={group.heading} group={group} />
      ))}
    </fieldset>
  )
}

function Part({ group }: { group: SlotGroup }) {
  return (
    <fieldset className="times__part">
      <legend className="times__heading">{group.heading}</legend>
      <div className="times__grid">
        {group.times.map((time) => (
          <Time key={`${time.date} ${time.time}`} time={time} />
        ))}
      </div>
    </fieldset>
  )
}

function Time({ time }: { time: SlotTime }) {
  const choice = useStore($choice)
  const id = `time-${time.date}-${time.time.replace(':', '')}`
  return (
    <div className="time">
      <input
        className="time__input"
        type="radio"
        name="time"
        id={id}
        value={`${time.date} ${time.time}`}
        checked={isSameChoice(choice, time)}
        disabled={!time.isFree}
        aria-describedby={time.isFree && time.isLocked ? LOCKED_ID : undefined}
        onChange={() => choose({ date: time.date, time: time.time })}
      />
      <label className="time__label" htmlFor={id}>
        <span>{time.time}</span>
        {!time.isFree && <span className="visually-hidden"> (taken)</span>}
      </label>
    </div>
  )
}
