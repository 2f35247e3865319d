import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import {
  $leaving,
  $left,
  $waiting,
  askToLeave,
  keepWaiting,
  leave,
  loadWaiting,
  type WaitingEntry,
  watchWaiting,
} from '#booking/store/waiting-lists.ts'
import {
  dayPartsText,
  ENDED_TEXTS,
  LEAVE_DIALOG,
  offeredUntil,
  positionText,
  TIMES_GONE,
  WAITING_TEXTS,
  WAITING_TITLE,
} from '#booking/texts/waiting-list.ts'
import { Button } from '#core/island/Button.tsx'
import { Dialog } from '#core/island/Dialog.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { formatDeadline, formatLongDate } from '#core/rules/time.ts'

/** The patient's waiting lists with position, offer and the way to leave (WAIT-01). */
export function WaitingLists() {
  const lists = useStore($waiting)
  if (lists.state === 'loading') return <Spinner />
  if (lists.state === 'failed') {
    return (
      <Notice title={WAITING_TEXTS.failed} kind="error" live="alert">
        <p>
          <Button kind="secondary" onClick={() => void loadWaiting()}>
            Try again
          </Button>
        </p>
      </Notice>
    )
  }
  return (
    <>
      {lists.live.length === 0 && (
        <p>
          {WAITING_TEXTS.none} <span className="muted">{WAITING_TEXTS.noneHint}</span>
        </p>
      )}
      <ul className="stack">
        {lists.live.map((entry) => (
          <li key={entry.waiting_id}>
            <Live entry={entry} />
          </li>
        ))}
        {lists.ended.map((entry) => (
          <li key={entry.waiting_id}>
            <Ended entry={entry} />
          </li>
        ))}
      </ul>
      <LeaveDialog />
    </>
  )
}

function Title({ entry }: { entry: WaitingEntry }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed to leave is gone.
  const takesFocus = useStore($left) === entry.waiting_id && entry.ended_at !== null
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <>
      <h3
        className="card__title"
        id={`waiting-${entry.waiting_id}`}
        tabIndex={takesFocus ? -1 : undefined}
        ref={heading}
      >
        <a href={`/event/${entry.event_id}`} translate="no">
          {entry.event_name}
        </a>
      </h3>
      <p>
        <time dateTime={entry.event_date}>{formatLongDate(entry.event_date)}</time>
        {entry.event_location !== '' && <span translate="no">, {entry.event_location}</span>}
      </p>
    </>
  )
}

function Live({ entry }: { entry: WaitingEntry }) {
  const { offer, position } = entry
  return (
    <article className="card" aria-labelledby={`waiting-${entry.waiting_id}`}>
      <Title entry={entry} />
      {offer === null ? (
        <>
          <p>
            <strong>{position !== null && positionText(position)}</strong>
          </p>
          <p>
            <span>{entry.times_gone ? TIMES_GONE : dayPartsText(entry)}</span>{' '}
            <a href={`/waiting-list?event=${entry.event_id}`}>
              {WAITING_TEXTS.changeTimes}
              <span className="visually-hidden"> for {entry.event_name}</span>
            </a>
          </p>
        </>
      ) : (
        <p>
          <strong>
            {WAITING_TEXTS.offered}: <span className="tabular">{offer.appt_time}</span>.
          </strong>{' '}
          {offeredUntil(formatDeadline(new Date(offer.hold_expires_at)))}
        </p>
      )}
      <div className="card__foot button-group">
        {offer !== null && (
          <a className="button button--action" href={`/book-event?event=${entry.event_id}`}>
            {WAITING_TEXTS.book}
            <span className="visually-hidden"> at {entry.event_name}</span>
          </a>
        )}
        <Button kind="secondary" small={offer === null} onClick={() => askToLeave(entry)}>
          <span>{offer === null ? WAITING_TEXTS.leave : WAITING_TEXTS.giveBack}</span>
          <span className="visually-hidden"> of {entry.event_name}</span>
        </Button>
      </div>
    </article>
  )
}

function Ended({ entry }: { entry: WaitingEntry }) {
  if (entry.ended_because === null) return null
  const canJoin =
    entry.ended_because !== 'event-cancelled' && entry.ended_because !== 'event-closed'
  return (
    <article className="card" aria-labelledby={`waiting-${entry.waiting_id}`}>
      <Title entry={entry} />
      <p>
        <span>{ENDED_TEXTS[entry.ended_because]}</span>{' '}
        {canJoin && <a href={`/event/${entry.event_id}`}>{WAITING_TEXTS.seeEvent}</a>}
      </p>
    </article>
  )
}

/** Asks before the position, or the offered place, is lost. */
function LeaveDialog() {
  const leaving = useStore($leaving)
  const asked = leaving.step === 'none' ? undefined : leaving
  const hasOffer = asked !== undefined && asked.entry.offer !== null
  return (
    <Dialog
      isOpen={asked !== undefined}
      title={hasOffer ? LEAVE_DIALOG.offerTitle : LEAVE_DIALOG.title}
      kind="warning"
      onClose={keepWaiting}
      actions={
        <>
          <Button kind="secondary" disabled={asked?.step === 'sending'} onClick={keepWaiting}>
            {hasOffer ? LEAVE_DIALOG.dismissOffer : LEAVE_DIALOG.dismiss}
          </Button>
          <Button busy={asked?.step === 'sending'} onClick={() => void leave()}>
            {hasOffer ? LEAVE_DIALOG.confirmOffer : LEAVE_DIALOG.confirm}
          </Button>
        </>
      }
    >
      <p>{hasOffer ? LEAVE_DIALOG.offerText : LEAVE_DIALOG.text}</p>
      <p>
        <strong translate="no">{asked?.entry.event_name}</strong>
      </p>
      {asked?.problem !== undefined && (
        <p className="field__error" role="alert">
          {asked.problem}
        </p>
      )}
    </Dialog>
  )
}

/** The patient's waiting lists on /portal (WAIT-01). */
export function PortalWaiting() {
  useEffect(() => watchWaiting(), [])
  return (
    <section className="stack" aria-labelledby="waiting-lists">
      <h2 id="waiting-lists">{WAITING_TITLE}</h2>
      <WaitingLists />
    </section>
  )
}
