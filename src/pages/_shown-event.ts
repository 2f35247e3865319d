import type { ShownEvent, ShownFacts } from '#components/event-page.ts'
import type { EventOnWire } from '#contract/events.ts'
import { EVENT_STATE_LABELS } from '#domain/event.ts'
import { eventFacts, knownEvent } from '#stores/event-facts.ts'

/** The event of the API in the domain's words; a value that is null on the wire is absent. */
export function shownEvent(wire: EventOnWire): ShownEvent {
  const place = {
    description: wire.event_description,
    contactEmail: wire.contact_email,
    addressLine1: wire.address_line1,
    addressLine2: wire.address_line2,
    city: wire.city,
    postcode: wire.postcode,
    country: wire.country,
  }
  const known = Object.entries(place).filter(([, value]) => value !== null && value.trim() !== '')
  return {
    ...knownEvent(wire),
    ...(Object.fromEntries(known) as Partial<Record<keyof typeof place, string>>),
    eventId: wire.event_id,
    cancelled: wire.cancelled,
  }
}

/** The words of the event's card when the server answered; nobody can book a cancelled event. */
export function shownFacts(
  wire: EventOnWire & { server_time: string },
  product: string,
): ShownFacts {
  const facts = eventFacts(wire, product, new Date(wire.server_time))
  if (!wire.cancelled || facts.state !== 'open') return facts
  return { ...facts, state: 'closed', label: EVENT_STATE_LABELS.closed }
}
