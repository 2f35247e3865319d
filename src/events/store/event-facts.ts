import { type OwnPlace, type OwnPlaceOnWire, ownPlaceAt } from '#booking/store/own-place.ts'
import { formatPounds } from '#core/rules/money.ts'
import { formatLongDate, formatMonthDay, londonDate, londonInstant } from '#core/rules/time.ts'
import {
  type EventOnWire,
  isWhole,
  type VisibleEventOnWire,
  type WithheldEventOnWire,
} from '#events/contract/events.ts'
import type { Position } from '#events/rules/distance.ts'
import {
  type EventState,
  eventName,
  eventState,
  hasWaitingList,
  isFree,
  pricePence,
  productName,
  spacesLeft,
} from '#events/rules/event.ts'
import { exactPosition } from '#events/rules/event-position.ts'
import { venueAddress } from '#events/rules/venue-address.ts'
import { knownEvent } from '#events/store/known-event.ts'
import { EVENT_STATE_LABELS, placesText, WAITING_LIST_OPEN } from '#events/texts/events.ts'

/** An event as cards and the booking page show it. */
export type EventFacts = {
  readonly eventId: number
  readonly name: string
  readonly product: string
  readonly description: string | undefined
  readonly dateBlock: { readonly weekday: string; readonly day: string; readonly month: string }
  /** For `<time>`: London wall-clock time. */
  readonly datetime: string
  readonly date: string
  readonly times: string
  readonly where: string
  /** The town alone; '' when it is not known. */
  readonly town: string
  /** As entered: a pin is only there (EVL-04). */
  readonly position?: Position
  /** Undefined when the event is free (BOOK-12). */
  readonly price: string | undefined
  readonly places: string
  /** That a full event has a waiting list (WAIT-01). */
  readonly waiting?: string
  readonly isPrivate: boolean
  /** A private event of which only name, day and town are known (EVD-05): its other texts are empty. */
  readonly isWithheld: boolean
  readonly state: EventState
  readonly label: string
  /** The place that the signed-in patient has at this event. */
  readonly own?: OwnPlace
  /** From the place that the visitor named. Example: `3 miles from IP4`. */
  readonly distance?: string
}

/**
 * The texts of an event at the server's `now` (EVL-05, EVL-06, EVL-08); `product` is for an event without a name, `own`
 * is what the signed-in patient holds and has booked.
 */
export function eventFacts(
  wire: VisibleEventOnWire,
  product: string,
  now: Date,
  own?: OwnPlaceOnWire,
): EventFacts {
  return isWhole(wire) ? wholeFacts(wire, product, now, own) : withheldFacts(wire, now, own)
}

/**
 * Whether a list that invites has the event: it can be booked (`canBeBooked`), or the visitor has a place there. Of a withheld event it is
 * not known whether it can be booked.
 */
export const invites = ({ state, own }: Pick<EventFacts, 'state' | 'own'>): boolean =>
  state === 'open' || own !== undefined

/**
 * Until when an event counts as not started: its start; of a withheld event, whose time is not known, the last minute of its day, until
 * which the list has it too.
 */
export const countsUntil = (wire: VisibleEventOnWire): Date =>
  isWhole(wire) ? new Date(wire.starts_at) : londonInstant(wire.event_date, '23:59')

/** Whether it is full or closed is not known either: until its day has ended, its page requests the code. */
function withheldFacts(
  { event_id: eventId, event_name: name, event_date: date, city }: WithheldEventOnWire,
  now: Date,
  own: OwnPlaceOnWire | undefined,
): EventFacts {
  const state = date < londonDate(now) ? 'passed' : 'open'
  const place = own && ownPlaceAt(eventId, own, now)
  return {
    eventId,
    name,
    product: '',
    description: undefined,
    dateBlock: formatMonthDay(date),
    datetime: date,
    date: formatLongDate(date),
    times: '',
    where: city?.trim() ?? '',
    town: city?.trim() ?? '',
    price: undefined,
    places: '',
    isPrivate: true,
    isWithheld: true,
    state,
    label: EVENT_STATE_LABELS[state],
    ...(place === undefined ? {} : { own: place }),
  }
}

function wholeFacts(
  wire: EventOnWire,
  product: string,
  now: Date,
  own: OwnPlaceOnWire | undefined,
): EventFacts {
  const event = knownEvent(wire)
  const state = eventState(event, now)
  const start = wire.start_time.slice(0, 5)
  const place = own && ownPlaceAt(wire.event_id, own, now)
  const position = exactPosition(wire)
  return {
    eventId: wire.event_id,
    name: eventName(event, product),
    product: productName(event),
    description: wire.event_description ?? undefined,
    dateBlock: formatMonthDay(wire.event_date),
    datetime: `${wire.event_date}T${start}`,
    date: formatLongDate(wire.event_date),
    times: event.endTime === undefined ? start : `${start} – ${event.endTime}`,
    where: eventLocation(wire),
    town: wire.city?.trim() ?? '',
    ...(position === undefined ? {} : { position }),
    price: isFree(event) ? undefined : formatPounds(pricePence(event)),
    places: placesText(spacesLeft(event)),
    isPrivate: wire.is_private,
    isWithheld: false,
    state,
    label: EVENT_STATE_LABELS[state],
    ...(hasWaitingList(event, now) ? { waiting: WAITING_LIST_OPEN } : {}),
    ...(place === undefined ? {} : { own: place }),
  }
}

/** Address parts comma-joined, blanks skipped (API-03). */
export const eventLocation = (wire: EventOnWire): string =>
  venueAddress(
    { ...wire, addressLine1: wire.address_line_1, addressLine2: wire.address_line_2 },
    { withCountry: false },
  )
