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

/** The event's own reasons to refuse, in the order in which the pages check them. A live hold stays valid past the cut-off (BOOK-06). */
function refusedByEvent(event: Event, isHeld: boolean, now: Date): PlaceReason | undefined {
  if (event.cancelled) return 'event-cancelled'
  if (!isUpcoming(event, now)) return 'event-passed'
  const notOpen = notOpenYet(event)
  if (notOpen !== undefined) return `not-open-${notOpen}`
  return isBookingRestricted(event, now) && !isHeld ? 'booking-closed' : undefined
}

/** The patient must be 40 to 80 years old on the event's London day (BOOK-11). */
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

/** The slot at a day and time, or undefined when the event has none. */
export const slotAt = (event: Event, date: IsoDate, time: ClockTime): Slot | undefined =>
  findSlot(listSlots(event), date, time)

/**
 * Why the patient may not take a place of this slot, or undefined. Order and capacity are decided by the booking
 * functions. `slot` is undefined when the event does not offer it.
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
