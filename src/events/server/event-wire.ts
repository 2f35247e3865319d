import type { EventOnWire, WithheldEventOnWire } from '#events/contract/events.ts'
import { eventName, productName, type ScreeningEvent } from '#events/rules/event.ts'

/** A missing value is null on the wire, never absent. */
const orNull = <Value>(value: Value | undefined): Value | null => value ?? null

/** An event with the names of the wire format (API-07), without its access code; `product` fills a missing name (EVL-08). */
export function eventToWire(event: ScreeningEvent, product: string): EventOnWire {
  const line1 = orNull(event.addressLine1)
  const line2 = orNull(event.addressLine2)
  return {
    id: event.eventId,
    event_id: event.eventId,
    event_name: eventName(event, product),
    event_description: orNull(event.description),
    event_date: event.date,
    start_time: event.startTime,
    end_time: orNull(event.endTime),
    starts_at: event.startsAt.toISOString(),
    ends_at: event.endsAt.toISOString(),
    session_duration: orNull(event.sessionMinutes),
    price: orNull(event.pricePence),
    product_id: event.productId,
    product_name: productName(event),
    product_price: orNull(event.productPricePence),
    email_template: orNull(event.emailTemplate),
    lab_name: orNull(event.labName),
    is_private: event.isPrivate,
    exclusive_for: orNull(event.exclusiveFor),
    audience: event.audience,
    total_spaces: event.totalSpaces,
    booked_spaces: event.bookedSpaces,
    payment_required: orNull(event.paymentRequired),
    cancelled: event.cancelled,
    contact_email: orNull(event.contactEmail),
    address_line1: line1,
    address_line2: line2,
    address_line_1: line1,
    address_line_2: line2,
    city: orNull(event.city),
    state: orNull(event.state),
    postcode: orNull(event.postcode),
    country: orNull(event.country),
    latitude: orNull(event.latitude),
    longitude: orNull(event.longitude),
  }
}

/** One event alone, with what a visitor of its venue needs (EVD-07), for which a list has no room. */
export const eventDetailsToWire = (event: ScreeningEvent, product: string) => ({
  ...eventToWire(event, product),
  ...(event.venue === undefined ? {} : { venue: event.venue }),
})

/** A private event for a visitor without a grant (EVD-05): nothing but its name, day and town. */
export const withheldToWire = (
  event: Pick<ScreeningEvent, 'eventId' | 'name' | 'date' | 'city'>,
  product: string,
): WithheldEventOnWire => ({
  id: event.eventId,
  event_id: event.eventId,
  event_name: eventName(event, product),
  event_date: event.date,
  city: orNull(event.city),
  is_private: true,
})
