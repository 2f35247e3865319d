import { ageOn, isScreeningAge } from '#domain/age.ts'
import { isBookingRestricted } from '#domain/cut-off.ts'
import { isUpcoming, notOpenYet } from '#domain/event.ts'
import { findSlot, listSlots, type Slot } from '#domain/slot.ts'
import { ageRestrictionNotice } from '#domain/texts/accounts.ts'
import type { PlaceReason } from '#domain/texts/booking.ts'
import type { ClockTime, IsoDate } from '#domain/time.ts'
import type { Charity } from '#server/gateways/content.ts'
import { refused } from '#server/outcome.ts'
import type { PlaceFacts } from '#server/repositories/events.ts'

type Refusal = { ok: false; reason: PlaceReason; text?: string }
type Event = PlaceFacts['event']

const NOT_OPEN = {
  private: 'not-open-private',
  paid: 'not-open-paid',
  esneft: 'not-open-esneft',
} as const satisfies Record<string, PlaceReason>

/** What the event itself refuses, in the order of §4; a live hold outlasts the cut-off, for it promised its 15 minutes. */
function refusedByEvent(event: Event, isHeld: boolean, now: Date): PlaceReason | undefined {
  if (event.cancelled) return 'event-cancelled'
  if (!isUpcoming(event, now)) return 'event-passed'
  const notOpen = notOpenYet(event)
  if (notOpen !== undefined) return NOT_OPEN[notOpen]
  return isBookingRestricted(event, now) && !isHeld ? 'booking-closed' : undefined
}

/** Only men of 40 to 80 on the event's London day (BOOK-11). */
function refusedByAge(
  birthDate: IsoDate | null,
  event: Event,
  { product, supportEmail }: Pick<Charity, 'product' | 'supportEmail'>,
): Refusal | undefined {
  if (birthDate === null) return refused('birth-date-missing')
  if (isScreeningAge(ageOn(birthDate, event.date))) return undefined
  const email = event.contactEmail ?? supportEmail
  return refused('age-restricted', { text: ageRestrictionNotice(product, email) })
}

/** The slot that a day and a time name, or undefined when the event does not offer it. */
export const slotAt = (event: Event, date: IsoDate, time: ClockTime): Slot | undefined =>
  findSlot(listSlots(event), date, time)

/**
 * Whether this patient may take this place, as far as the rules say; who is first, and whether there is room, only the
 * booking functions know. `slot` is the place's, or undefined when the event does not offer it.
 */
export function refusePlace(
  facts: PlaceFacts,
  slot: Slot | undefined,
  charity: Pick<Charity, 'product' | 'supportEmail'>,
  now: Date,
): Refusal | undefined {
  const isHeld = slot !== undefined && facts.hold?.startsAt.getTime() === slot.startsAt.getTime()
  const byEvent = refusedByEvent(facts.event, isHeld, now)
  if (byEvent !== undefined) return refused(byEvent)
  return (
    refusedByAge(facts.birthDate, facts.event, charity) ??
    (slot === undefined ? refused('slot-not-found') : undefined)
  )
}
