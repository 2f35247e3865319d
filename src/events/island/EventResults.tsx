import { useStore } from '@nanostores/react'
import { lazy, type ReactNode, Suspense, useDeferredValue } from 'react'
import { Button } from '#core/island/Button.tsx'
import { SelectField } from '#core/island/SelectField.tsx'
import { Spinner } from '#core/island/Spinner.tsx'
import { EventCard } from '#events/island/EventCard.tsx'
import { MapToggle, ShownMap } from '#events/island/map/MapToggle.tsx'
import { RESULTS_HEADING } from '#events/island/results-heading.ts'
import type { EventOrder } from '#events/rules/event-filter.ts'
import type { EventFacts } from '#events/store/event-facts.ts'
import { changeFilter, clearFilter } from '#events/store/event-filter.ts'
import { $activeFilter, $count, $events, $order, loadEvents } from '#events/store/events.ts'
import { $nearMe, clearOwnPosition } from '#events/store/near-me.ts'
import { $place } from '#events/store/place-search.ts'
import { $selected } from '#events/store/selection.ts'
import { DISTANCE_NOTE } from '#events/texts/event-search.ts'
import {
  EVENT_ORDER_LABELS,
  EVENTS_LOADING,
  NO_EVENTS_TEXT,
  NO_EVENTS_TITLE,
} from '#events/texts/events.ts'

const nothing = { default: (): ReactNode => null }
/** Loaded when it is needed; without it the page still says that nothing was found. */
const NothingFound = lazy(() =>
  import('#events/island/NothingFound.tsx').then(
    (module): { default: () => ReactNode } => ({ default: module.NothingFound }),
    () => nothing,
  ),
)

/** The events that the filter finds, in every state of loading (EVL-03). */
export function EventResults({ product }: { product: string }) {
  // Deferred rendering: many events at the same time would block the first input on a slow phone.
  const list = useDeferredValue(useStore($events))
  return (
    <section
      className="stack find-events__results"
      aria-labelledby={RESULTS_HEADING}
      aria-busy={list.state === 'loading'}
    >
      <div className="cluster cluster--apart">
        <h2 id={RESULTS_HEADING} tabIndex={-1}>
          Upcoming events
        </h2>
        <MapToggle />
      </div>
      <div className="cluster cluster--apart find-events__order">
        <div role="status">{list.state === 'loaded' && <Count count={list.events.length} />}</div>
        {list.state === 'loaded' && list.events.length > 1 && <Order />}
      </div>
      {list.state === 'loaded' && list.events.length > 0 && <ActiveFilter />}
      {list.state === 'loading' && <Spinner>{EVENTS_LOADING}</Spinner>}
      {list.state === 'slow' && (
        <Problem
          title="The events are taking longer than usual"
          text="Please wait a moment, or try again."
          product={product}
        />
      )}
      {list.state === 'failed' && (
        <Problem
          title="We cannot show the events at the moment"
          text="Please try again in a moment."
          product={product}
        />
      )}
      <ShownMap listId="event-list" />
      {list.state === 'loaded' && <Cards events={list.events} />}
      {list.state === 'loaded' && list.events.length === 0 && (
        <Suspense>
          <NothingFound />
        </Suspense>
      )}
      <Sources />
    </section>
  )
}

/** 'Nearest first' is a choice once a place is known (EVL-07). */
function Order() {
  const order = useStore($order)
  const place = useStore($place)
  const options = Object.entries(EVENT_ORDER_LABELS)
    .filter(([value]) => value !== 'nearest' || place !== undefined)
    .map(([value, label]) => ({ value, label }))
  return (
    <SelectField
      name="order"
      label="Order"
      value={order}
      options={options}
      onChange={(value) => changeFilter({ order: value as EventOrder })}
    />
  )
}

function Count({ count }: { count: number }) {
  const order = useStore($order)
  const text = useStore($count)
  if (count > 0) {
    return (
      <p className="muted">
        {text}
        <span className="visually-hidden">, {EVENT_ORDER_LABELS[order].toLowerCase()}</span>
      </p>
    )
  }
  return (
    <div className="empty">
      <p className="empty__title">{NO_EVENTS_TITLE}</p>
      <ActiveFilter />
      <p>{NO_EVENTS_TEXT}</p>
    </div>
  )
}

/** The active filter, also of the hidden tab, with a button to clear it. */
function ActiveFilter() {
  const isNearMe = useStore($nearMe) === 'on'
  const text = [useStore($activeFilter), ...(isNearMe ? ['near you'] : [])]
    .filter(Boolean)
    .join(', ')
  if (text === '') return null
  const showAll = () => {
    clearOwnPosition()
    clearFilter()
  }
  return (
    <p className="cluster">
      <span>
        You are looking for: <strong>{text}</strong>
      </span>
      <Button kind="quiet" onClick={showAll}>
        Show all events
      </Button>
    </p>
  )
}

function Cards({ events }: { events: readonly EventFacts[] }) {
  const selected = useStore($selected)
  return (
    <ul className="event-list" id="event-list" tabIndex={-1}>
      {events.map((event) => (
        <li key={event.eventId}>
          <EventCard event={event} isSelected={event.eventId === selected} />
        </li>
      ))}
    </ul>
  )
}

/** Whose data the distances are from: their licence requests it. */
function Sources() {
  if (useStore($place) === undefined) return null
  return (
    <p className="small muted">
      {DISTANCE_NOTE} Places: <a href="https://www.geonames.org/">GeoNames</a>,{' '}
      <a href="https://creativecommons.org/licenses/by/4.0/">CC BY 4.0</a>, changed.
    </p>
  )
}

function Problem({ title, text, product }: { title: string; text: string; product: string }) {
  return (
    <div className="empty" role="alert">
      <p className="empty__title">{title}</p>
      <p>{text}</p>
      <p>
        <Button kind="secondary" onClick={() => void loadEvents(product)}>
          Try again
        </Button>
      </p>
    </div>
  )
}
