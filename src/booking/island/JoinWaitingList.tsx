import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { nhsNumberPath } from '#booking/store/requested-event.ts'
import {
  $joinedAs,
  $joinRefusal,
  $waiting,
  $wanted,
  type JoinReason,
  join,
  joinForm,
  liveEntry,
  togglePart,
  type WantedEvent,
} from '#booking/store/waiting-lists.ts'
import { DAY_PART_LABELS, ONE_PART_TEXTS, WAITING_TEXTS } from '#booking/texts/waiting-list.ts'
import { Button } from '#core/island/Button.tsx'
import { CheckboxGroup } from '#core/island/CheckboxGroup.tsx'
import { ErrorSummary } from '#core/island/ErrorSummary.tsx'
import { Notice } from '#core/island/Notice.tsx'
import { PrivacyLink } from '#core/island/PrivacyLink.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { NHS_PAGE_TEXTS } from '#core/texts/nhs-number.ts'
import { EVENT_LINKS, EVENT_NOT_FOUND, OWN_PLACE_TEXTS } from '#events/texts/events.ts'

/** Joins the list of the event in the address, or changes its times of day (WAIT-01). */
export function JoinWaitingList() {
  const wanted = useStore($wanted)
  const lists = useStore($waiting)
  if (wanted.state === 'none') return null
  if (wanted.state === 'failed') {
    return (
      <Notice title={EVENT_NOT_FOUND} kind="error" live="alert">
        <p>
          <a href="/book-event-main">{EVENT_LINKS.all}</a>
        </p>
      </Notice>
    )
  }
  if (wanted.state === 'loading' || lists.state === 'loading') return <Spinner />
  const entry = liveEntry(lists, wanted.facts.eventId)
  if (entry !== undefined && entry.offer !== null) return null
  return <Wanted wanted={wanted} isWaiting={entry !== undefined} />
}

type Loaded = Extract<WantedEvent, { state: 'loaded' }>

function Wanted({ wanted, isWaiting }: { wanted: Loaded; isWaiting: boolean }) {
  const { facts } = wanted
  const submission = useStore(joinForm.$submission)
  const joinedAs = useStore($joinedAs)
  return (
    <section className="card stack" aria-labelledby="join">
      <h2 className="card__title" id="join">
        <a href={`/event/${facts.eventId}`} translate="no">
          {facts.name}
        </a>
      </h2>
      <p>
        <time dateTime={facts.datetime}>{facts.date}</time>
        {facts.where !== '' && <span translate="no">, {facts.where}</span>}
      </p>
      {isWaiting && submission.step === 'done' && (
        <Notice title={WAITING_TEXTS[joinedAs]} kind="success" live="status" takesFocus>
          <p>{WAITING_TEXTS.joinedText}</p>
        </Notice>
      )}
      {submission.step === 'failed' && <Refusal text={submission.text} eventId={facts.eventId} />}
      <Form wanted={wanted} isWaiting={isWaiting} />
    </section>
  )
}

function Form({ wanted, isWaiting }: { wanted: Loaded; isWaiting: boolean }) {
  const values = useStore(joinForm.$values)
  const errors = useStore(joinForm.$errors)
  const submission = useStore(joinForm.$submission)
  const hasChoice = wanted.parts.length > 1
  const [only] = wanted.parts
  // 'Change times' of the patient's lists leads here for every event.
  if (isWaiting && !hasChoice) return only === undefined ? null : <p>{ONE_PART_TEXTS[only]}</p>
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void join(wanted.facts.eventId)
      }}
    >
      <ErrorSummary errors={errors} attempt={submission.attempt} />
      {hasChoice && (
        <CheckboxGroup
          name="parts"
          label={WAITING_TEXTS.joinTitle}
          hint={WAITING_TEXTS.joinHint}
          error={errors.parts}
          values={values.parts}
          onToggle={togglePart}
          options={wanted.parts.map((part) => ({ value: part, label: DAY_PART_LABELS[part] }))}
        />
      )}
      <Button type="submit" kind="action" busy={submission.step === 'sending'}>
        {isWaiting ? WAITING_TEXTS.change : WAITING_TEXTS.join}
      </Button>
      <PrivacyLink />
    </form>
  )
}

/** Where a refused patient goes on. */
function nextStep(reason: JoinReason | undefined, eventId: number): ReactNode {
  if (reason === 'existing-booking') {
    return <a href="/upcoming-events">{OWN_PLACE_TEXTS.see}</a>
  }
  if (reason === 'places-free' || reason === 'place-held') {
    return <a href={`/book-event?event=${eventId}`}>{OWN_PLACE_TEXTS.finish}</a>
  }
  if (reason === 'nhs-number-required') {
    return <a href={nhsNumberPath(eventId)}>{NHS_PAGE_TEXTS.heading}</a>
  }
  return <a href={`/event/${eventId}`}>{WAITING_TEXTS.seeEvent}</a>
}

function Refusal({ text, eventId }: { text: string; eventId: number }) {
  const reason = useStore($joinRefusal)
  return (
    <Notice title={WAITING_TEXTS.refused} kind="error" live="alert">
      <p>{text}</p>
      <p>{nextStep(reason, eventId)}</p>
    </Notice>
  )
}
