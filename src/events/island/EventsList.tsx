import { useEffect, useState } from 'react'
import { island } from '#core/island/island.tsx'
import { Telephone } from '#core/island/Telephone.tsx'
import { EventResults } from '#events/island/EventResults.tsx'
import { FoldedFilter } from '#events/island/FoldedFilter.tsx'
import { ImportantNotice } from '#events/island/ImportantNotice.tsx'
import { openEvents } from '#events/store/events.ts'
import { followEmptyLists } from '#events/store/suggestions.ts'

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
          Choose an event near you, then a time that suits you. Or call{' '}
          <Telephone number={bookingPhone} />.
        </p>
      </div>
      <div className="columns find-events">
        <section className="stack find-events__filter" aria-label="Find an event">
          <FoldedFilter isReady={isReady} />
        </section>
        <div className="find-events__notice">
          <ImportantNotice isReady={isReady} {...settings} />
        </div>
        <EventResults product={product} />
      </div>
    </>
  )
}
