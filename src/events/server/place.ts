import { ageOn, isScreeningAge } from '#core/rules/age.ts'
import { isValidNhsNumber } from '#core/rules/nhs-number.ts'
import type { IsoDate } from '#core/rules/time.ts'
import type { Visitor } from '#core/server/caller.ts'
import type { Charity } from '#core/server/gateways/content.ts'
import { refused } from '#core/server/outcome.ts'
import { ageRestrictionNotice } from '#core/texts/accounts.ts'
import { isBookingRestricted } from '#events/rules/cut-off.ts'
import { isEsneft, isUpcoming, notOpenYet } from '#events/rules/event.ts'
import type { Slot } from '#events/rules/slot.ts'
import type { PlaceFacts } from '#events/server/database/place-facts.ts'
import type { PlaceReason } from '#events/texts/place-refusals.ts'

type Refusal = { ok: false; reason: PlaceReason; text?: string }
type Event = PlaceFacts['event']

/** What decides besides the event and the patient. */
type Terms = { readonly now: Date; readonly takesPayments: boolean }

/** The reasons to refuse that the event alone gives, in the order in which the pages check them. */
export function refusedByEvent(
  event: Event,
  { now, takesPayments }: Terms,
): PlaceReason | undefined {
  if (event.cancelled) return 'event-cancelled'
  if (!isUpcoming(event, now)) return 'event-passed'
  const notOpen = notOpenYet({ ...event, takesPayments })
  return notOpen === undefined ? undefined : `not-open-${notOpen}`
}

/** Whether the event is private and the patient did not give an open code of it; the booking functions decide it again (EVD-05). */
export const lacksGrant = async (
  deps: { hasGrant(eventId: number, visitor: Visitor): Promise<boolean> },
  { isPrivate, eventId }: Pick<Event, 'isPrivate' | 'eventId'>,
  profileId: number,
): Promise<boolean> =>
  isPrivate && !(await deps.hasGrant(eventId, { profileId, accessToken: undefined }))

/** The refusal of a patient who is not 40 to 80 years old on the event's London day, with the notice (BOOK-11). */
export function ageRefusal(
  event: Event,
  { product, supportEmail }: Pick<Charity, 'product' | 'supportEmail'>,
): Refusal {
  const email = event.contactEmail ?? supportEmail
  return refused('age-restricted', { text: ageRestrictionNotice(product, email) })
}

function refusedByAge(
  birthDate: IsoDate | null,
  event: Event,
  charity: Pick<Charity, 'product' | 'supportEmail'>,
): Refusal | undefined {
  if (birthDate === null) return refused('birth-date-missing')
  return isScreeningAge(ageOn(birthDate, event.date)) ? undefined : ageRefusal(event, charity)
}

/** Why the patient may not take any place of this event, nor wait for one, or undefined. `isHeld`: they hold the place. */
export function refuseEntry(
  facts: Pick<PlaceFacts, 'event' | 'birthDate'>,
  charity: Pick<Charity, 'product' | 'supportEmail'>,
  terms: Terms,
  isHeld = false,
): Refusal | undefined {
  const byEvent = refusedByEvent(facts.event, terms)
  if (byEvent !== undefined) return refused(byEvent)
  // A live hold stays valid past the cut-off (BOOK-06).
  if (isBookingRestricted(facts.event, terms.now) && !isHeld) return refused('booking-closed')
  return refusedByAge(facts.birthDate, facts.event, charity)
}

/** The refusal of a patient whose number the laboratory of the event could not use (NHS-02). The database decides whether there is one. */
export const refusedByNumber = ({ event, nhsNumber }: PlaceFacts) =>
  isEsneft(event) && !isValidNhsNumber(nhsNumber ?? '') ? refused('nhs-number-required') : undefined

/**
 * Why the patient may not take a place of this slot, or undefined. Order and capacity are decided by the booking
 * functions. `slot` is undefined when the event does not offer it.
 */
export function refusePlace(
  facts: PlaceFacts,
  slot: Slot | undefined,
  charity: Pick<Charity, 'product' | 'supportEmail'>,
  terms: Terms,
): Refusal | undefined {
  const isHeld = slot !== undefined && facts.hold?.startsAt.getTime() === slot.startsAt.getTime()
  return (
    refuseEntry(facts, charity, terms, isHeld) ??
    (slot === undefined ? refused('slot-not-found') : refusedByNumber(facts))
  )
}
