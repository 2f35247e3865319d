import type { ShownEvent } from '#events/components/event-page.ts'
import type { EventOnWire } from '#events/contract/events.ts'
import { knownEvent } from '#events/store/known-event.ts'

/** The API's event with the domain's names; null values are absent. */
export function shownEvent(
  wire: EventOnWire & { readonly takes_payments?: boolean | undefined },
): ShownEvent {
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
  }
}
