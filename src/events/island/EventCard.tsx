import { useStore } from '@nanostores/react'
import type { OwnPlace } from '#booking/store/own-place.ts'
import type { EventFacts } from '#events/store/event-facts.ts'
import { $isMapShown, showOnMap } from '#events/store/map-shown.ts'
import { ACCESS_LABELS, MAP_LABELS } from '#events/texts/events.ts'

type Props = {
  event: EventFacts
  isSelected?: boolean
  /** The level below that of the list's heading. */
  heading?: 'h2' | 'h3'
}

/** One event of a list, with a link to its page (EVL-05 to EVL-08). Complete without script too. */
export function EventCard({ event, isSelected, heading: Heading = 'h3' }: Props) {
  const href = `/event/${event.eventId}`
  const titleId = `event-${event.eventId}`
  const isOpen = event.state === 'open'
  return (
    <article
      className="event-card"
      aria-labelledby={titleId}
      aria-current={isSelected === true ? true : undefined}
      data-state={isOpen || event.own !== undefined ? undefined : 'closed'}
    >
      <p className="date-block" aria-hidden="true">
        <span className="date-block__weekday">{event.dateBlock.weekday}</span>
        <span className="date-block__day">{event.dateBlock.day}</span>
        <span className="date-block__month">{event.dateBlock.month}</span>
      </p>
      <div className="event-card__body">
        <Heading className="event-card__title" id={titleId} translate="no">
          <a href={href}>{event.name}</a>
        </Heading>
        <p className="event-card__when">
          <time dateTime={event.datetime}>{event.date}</time>
          {event.times !== '' && (
            <>
              , <span className="nowrap">{event.times}</span>
            </>
          )}
        </p>
        {event.where !== '' && (
          <p className="event-card__where" translate="no">
            {event.where}
          </p>
        )}
        <ul className="event-card__facts">
          {event.distance !== undefined && (
            <li>
              <strong>{event.distance}</strong>
            </li>
          )}
          {!event.isWithheld && (
            <>
              <li>{event.product}</li>
              <li>
                <strong>{event.price ?? 'Free'}</strong>
              </li>
              {isOpen && event.own === undefined && <li>{event.places}</li>}
              {event.waiting !== undefined && event.own === undefined && <li>{event.waiting}</li>}
            </>
          )}
          {event.isPrivate && (
            <li>
              <span className="tag">{ACCESS_LABELS.private}</span>
            </li>
          )}
        </ul>
        <OnMapButton event={event} />
      </div>
      <div className="event-card__action">
        {event.own !== undefined ? (
          <Own own={event.own} name={event.name} />
        ) : isOpen ? (
          <a className="button button--action" href={href}>
            {event.label}
            <span className="visually-hidden"> {event.name}</span>
          </a>
        ) : (
          <p className="event-card__state">{event.label}</p>
        )}
      </div>
    </article>
  )
}

/** What the patient holds or has booked here, with the way back to it (BOOK-06). */
function Own({ own, name }: { own: OwnPlace; name: string }) {
  return (
    <div className="stack stack--s">
      <p className="event-card__state tabular">{own.text}</p>
      <a className="button button--action" href={own.href}>
        {own.action}
        <span className="visually-hidden"> {name}</span>
      </a>
    </div>
  )
}

/** Leads from a card of the list to the event's pin, while the map is shown. */
function OnMapButton({ event }: { event: EventFacts }) {
  const isShown = useStore($isMapShown)
  const { eventId, name, position, isWithheld } = event
  if (!isShown || (position === undefined && !isWithheld)) return null
  return (
    <p>
      <button className="link" type="button" onClick={() => showOnMap(eventId)}>
        {MAP_LABELS.onMap}
        <span className="visually-hidden">: {name}</span>
      </button>
    </p>
  )
}
