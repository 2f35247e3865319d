import { LOCKED_ID, LockedTimes } from '#booking/island/LockedTimes.tsx'
import type { NewTime, NewTimes } from '#booking/store/new-times.ts'
import { chooseNewTime, loadNewTimes } from '#booking/store/reschedule.ts'
import { type Choice, isSameChoice } from '#booking/store/slots.ts'
import { NO_OTHER_TIME, RESCHEDULE_DIALOG } from '#booking/texts/appointments.ts'
import { Button } from '#core/island/Button.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Spinner } from '#core/island/Spinner.tsx'

type Props = {
  times: NewTimes
  choice: Choice | undefined
  profileId: number
  isBusy: boolean
}

/** The times of the event as radio buttons; the patient's own time and taken ones stay in place, disabled (APPT-03). */
export function RescheduleTimes({ times, choice, profileId, isBusy }: Props) {
  if (times.state === 'loading') return <Spinner>Loading times…</Spinner>
  if (times.state === 'failed') {
    return (
      <Notice title={times.text} kind="error" live="alert">
        <p>
          <Button kind="secondary" onClick={() => void loadNewTimes()}>
            Try again
          </Button>
        </p>
      </Notice>
    )
  }
  return (
    <fieldset className="times" disabled={isBusy}>
      <legend className="times__heading">
        <strong>{RESCHEDULE_DIALOG.choose}</strong>
      </legend>
      {!times.hasFree && <p role="status">{NO_OTHER_TIME}</p>}
      <LockedTimes groups={times.groups} />
      {times.groups.map((group) => (
        <fieldset className="times__part" key={group.heading}>
          <legend className="times__heading">{group.heading}</legend>
          <div className="times__grid">
            {group.times.map((time) => (
              <Time
                key={`${time.date} ${time.time}`}
                time={time}
                isChosen={isSameChoice(choice, time)}
                profileId={profileId}
              />
            ))}
          </div>
        </fieldset>
      ))}
    </fieldset>
  )
}

function Time({
  time,
  isChosen,
  profileId,
}: {
  time: NewTime
  isChosen: boolean
  profileId: number
}) {
  const id = `new-time-${time.date}-${time.time.replace(':', '')}`
  return (
    <div className="time">
      <input
        className="time__input"
        type="radio"
        name="new-time"
        id={id}
        value={`${time.date} ${time.time}`}
        checked={isChosen}
        disabled={!time.isFree}
        aria-describedby={time.isFree && time.isLocked ? LOCKED_ID : undefined}
        onChange={() => chooseNewTime(profileId, { date: time.date, time: time.time })}
      />
      <label className={time.isOwn ? 'time__label time__label--own' : 'time__label'} htmlFor={id}>
        <span>{time.time}</span>
        {time.isOwn && <small>{RESCHEDULE_DIALOG.own}</small>}
        {!(time.isFree || time.isOwn) && <span className="visually-hidden"> (taken)</span>}
      </label>
    </div>
  )
}
