import { useStore } from '@nanostores/react'
import { EventCard } from '#events/island/EventCard.tsx'
import { NoticeForm } from '#events/island/NoticeForm.tsx'
import type { EventFacts } from '#events/store/event-facts.ts'
import { $suggestions } from '#events/store/suggestions.ts'

/** In place of an empty list: the nearest and the next events, and a way to hear of new ones (EVL-10). */
export function NothingFound() {
  const suggestions = useStore($suggestions)
  return (
    <>
      <Suggested id="nearest-events" title="The nearest events" events={suggestions?.nearest} />
      <Suggested id="next-events" title="The next events" events={suggestions?.next} />
      <NoticeForm />
    </>
  )
}

type SuggestedProps = { id: string; title: string; events: readonly EventFacts[] | undefined }

function Suggested({ id, title, events = [] }: SuggestedProps) {
  if (events.length === 0) return null
  return (
    <section className="stack stack--s" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul className="event-list">
        {events.map((event) => (
          <li key={event.eventId}>
            <EventCard event={event} />
          </li>
        ))}
      </ul>
    </section>
  )
}
