import { useStore } from '@nanostores/react'
import { useDeferredValue, useEffect, useState } from 'react'
import {
  EVENT_ORDER_LABELS,
  EVENTS_LOADING,
  NO_EVENTS_TEXT,
  NO_EVENTS_TITLE,
} from '#domain/texts/events.ts'
import { Telephone } from '#islands/booking/Telephone.tsx'
import { EventCard } from '#islands/events/EventCard.tsx'
import { EventFilterPanel } from '#islands/events/EventFilterPanel.tsx'
import { ImportantNotice } from '#islands/events/ImportantNotice.tsx'
import { Button } from '#islands/ui/Button.tsx'
import { island } from '#islands/ui/island.tsx'
import { Spinner } from '#islands/ui/Spinner.tsx'
import type { EventFacts } from '#stores/events/event-facts.ts'
import { $filter, $filterText, clearFilter } from '#stores/events/event-filter.ts'
import { $events, loadEvents, openEvents } from '#stores/events/events.ts'

type Props = {
  settings: {
    product: string
    notice: { title: string; points: string[] }
    bookingPhone: string
    supportEmail: string
  }
}

/** /book-event-main: the filter, the notice and the events (EVL-01 to EVL-09). */
export const EventsList = island(EventsListPage)

function EventsListPage({ settings }: Props) {
  const { product, bookingPhone } = settings
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    setReady(true)
    return openEvents(product)
  }, [product])

  return (
    <>
      <div className="page__head">
        <h1>Book a screening event</h1>
        <p className="lead">
          Choose an event near you, then a time that suits you. Would you rather speak to us? Call{' '}
          <Telephone number={bookingPhone} />.
        </p>
      </div>
      <div className="columns columns--aside-first">
        <aside className="stack stack--l" aria-label="Find an event">
          <div className="stack">
            <EventFilterPanel isReady={isReady} />
            <ListLink />
          </div>
          <ImportantNotice {...settings} />
        </aside>
        <Events product={product} />
      </div>
    </>
  )
}

/** Link to the list, which is below the notice on a small screen. */
function ListLink() {
  const list = useStore($events)
  if (list.state !== 'loaded' || list.events.length === 0) return null
  return (
    <p>
      <a href="#events">See the {eventsText(list.events.length)}</a>
    </p>
  )
}

const eventsText = (count: number) => (count === 1 ? '1 event' : `${count} events`)

function Events({ product }: { product: string }) {
  // Deferred rendering: many events at once would block the first input on a slow phone.
  const list = useDeferredValue(useStore($events))
  return (
    <section className="stack" aria-labelledby="events" aria-busy={list.state === 'loading'}>
      <h2 id="events">Upcoming events</h2>
      <div role="status">{list.state === 'loaded' && <Count count={list.events.length} />}</div>
      {list.state === 'loading' && <Spinner>{EVENTS_LOADING}</Spinner>}
      {list.state === 'slow' && (
        <Empty
          title="The events are taking longer than usual"
          text="Please wait a moment, or try again."
          product={product}
        />
      )}
      {list.state === 'failed' && (
        <Empty
          title="We cannot show the events at the moment"
          text="Please try again in a moment."
          product={product}
        />
      )}
      {list.state === 'loaded' && <Cards events={list.events} />}
    </section>
  )
}

function Count({ count }: { count: number }) {
  const { order } = useStore($filter)
  if (count > 0) {
    return (
      <>
        <p className="muted">
          {eventsText(count)}, {EVENT_ORDER_LABELS[order].toLowerCase()}
        </p>
        <ActiveFilter />
      </>
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
  const text = useStore($filterText)
  if (text === '') return null
  return (
    <p className="cluster">
      <span>
        You are looking for: <strong>{text}</strong>
      </span>
      <Button kind="quiet" onClick={() => clearFilter()}>
        Show all events
      </Button>
    </p>
  )
}

function Cards({ events }: { events: readonly EventFacts[] }) {
  return (
    <ul className="event-list">
      {events.map((event) => (
        <li key={event.eventId}>
          <EventCard event={event} />
        </li>
      ))}
    </ul>
  )
}

function Empty({ title, text, product }: { title: string; text: string; product: string }) {
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
