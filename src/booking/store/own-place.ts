import type { getOwnPlace } from '#booking/contract/own-place.ts'
import type { OutputOf } from '#core/contract/endpoint.ts'
import { formatDeadline, londonTime } from '#core/rules/time.ts'
import { OWN_PLACE_TEXTS } from '#events/texts/events.ts'

/** A patient's live hold and the booked appointment that blocks another booking. */
export type OwnPlaceOnWire = OutputOf<typeof getOwnPlace>

/** The place that the patient holds or has booked at an event, shown in place of the event's state (BOOK-06). */
export type OwnPlace = {
  /** Example: `You hold 15:10`. */
  readonly text: string
  /** The link to the booking or to the appointment. */
  readonly action: string
  readonly href: string
  /** For a hold: the London time at which it ends, with the day for an offer, and the seconds until then. */
  readonly until?: string
  readonly secondsLeft?: number
}

/** The patient's own place at this event at the server's `now`, or undefined. An expired hold does not count (BOOK-06). */
export function ownPlaceAt(
  eventId: number,
  { hold, appointment }: Pick<OwnPlaceOnWire, 'hold' | 'appointment'>,
  now: Date,
): OwnPlace | undefined {
  const endsAt = new Date(hold?.hold_expires_at ?? 0)
  const held = hold?.event_id === eventId && {
    text: OWN_PLACE_TEXTS.held(hold.appt_time),
    action: OWN_PLACE_TEXTS.finish,
    href: `/book-event?event=${eventId}`,
  }
  // A payment of it is under way.
  if (held && hold.hold_expires_at === null) return held
  if (held && endsAt > now) {
    return {
      ...held,
      until: hold.offered ? formatDeadline(endsAt) : londonTime(endsAt),
      secondsLeft: Math.ceil((endsAt.getTime() - now.getTime()) / 1000),
    }
  }
  if (appointment?.event_id !== eventId) return undefined
  return {
    text: OWN_PLACE_TEXTS.booked(appointment.appt_time),
    action: OWN_PLACE_TEXTS.see,
    href: '/upcoming-events',
  }
}
