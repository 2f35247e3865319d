import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import { Telephone } from '#islands/booking/Telephone.tsx'
import { EventFilterPanel } from '#islands/events/EventFilterPanel.tsx'
import { EventResults, eventsText } from '#islands/events/EventResults.tsx'
import { ImportantNotice } from '#islands/events/ImportantNotice.tsx'
import { island } from '#islands/ui/island.tsx'
import { $events, openEvents } from '#stores/events/events.ts'
import { followEmptyLists } from '#stores/events/suggestions.ts'

type Props = {
  settings: {
    product: string
    notice: { title: string; points: string[] }
    bookingPhone: string
    supportEmail: string
  }
}

/** /book-event-main: the filter, the events and the notice (EVL-01 to EVL-10). */
export const EventsList = island(EventsListPage)

function EventsListPage({ settings }: Props) {
  const { product, bookingPhone } = settings
  const [isReady, setReady] = useState(false)

  useEffect(() => {
    setReady(true)
    const stops = [openEvents(product), followEmptyLists(product)]
    return () => {
      for (const stop of stops) stop()
    }
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
      <div className="columns find-events">
        <section className="stack find-events__filter" aria-label="Find an event">
          <EventFilterPanel isReady={isReady} />
          <Links title={settings.notice.title} />
        </section>
        <EventResults product={product} />
        <div className="find-events__notice">
          <ImportantNotice {...settings} />
        </div>
      </div>
    </>
  )
}

/** Links to the list and to the notice, which is below the list on a small screen. */
function Links({ title }: { title: string }) {
  const list = useStore($events)
  const count = list.state === 'loaded' ? list.events.length : 0
  return (
    <p className="cluster find-events__links">
      {count > 0 && <a href="#events">See the {eventsText(count)}</a>}
      <a href="#important-information">{title}</a>
    </p>
  )
}
