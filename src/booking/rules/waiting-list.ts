import { addDays, type ClockTime, HOUR_MS, londonInstant, londonParts } from '#core/rules/time.ts'
import { bookingCutOffHours, isCorporateExclusive } from '#events/rules/cut-off.ts'
import { partOfDay } from '#events/rules/slot.ts'

/** How long a freed place is offered to one patient (WAIT-02). */
export const OFFER_HOURS = 12
/** From this many hours before its event an offer is shorter: the next patient needs time too. */
export const OFFER_NEAR_HOURS = 72
export const OFFER_HOURS_NEAR = 2
/** No offer ends in the night, when its patient may be asleep: from the first time on, until the second. */
export const NIGHT: { readonly from: ClockTime; readonly until: ClockTime } = {
  from: '22:00',
  until: '08:00',
}

/** Why an entry of a list ended. */
export const WAITING_ENDS = [
  'left',
  'booked',
  'offer-expired',
  'offer-declined',
  'not-eligible',
  'event-closed',
  'event-cancelled',
] as const
export type WaitingEnd = (typeof WAITING_ENDS)[number]

type TimedEvent = { readonly startsAt: Date; readonly exclusiveFor?: string | null | undefined }

/** When the list of an event ends: when its booking closes (EVL-06), or its start when it never closes. */
export function listEndsAt({ startsAt, exclusiveFor }: TimedEvent): Date {
  if (isCorporateExclusive(exclusiveFor)) return startsAt
  return new Date(startsAt.getTime() - bookingCutOffHours(startsAt) * HOUR_MS)
}

/** The instant itself, or the next end of the night when it is in the night (London time). */
function afterNight(at: Date): Date {
  const { date, time } = londonParts(at)
  if (time >= NIGHT.from) return londonInstant(addDays(date, 1), NIGHT.until)
  return time < NIGHT.until ? londonInstant(date, NIGHT.until) : at
}

/**
 * When an offer that is made now ends: 12 elapsed hours later, 2 within 72 hours of the event; not in the night, and never after the
 * list. Undefined when the list has ended.
 */
export function offerEndsAt(event: TimedEvent, now: Date): Date | undefined {
  const last = listEndsAt(event)
  if (last.getTime() <= now.getTime()) return undefined
  const left = event.startsAt.getTime() - now.getTime()
  const hours = left <= OFFER_NEAR_HOURS * HOUR_MS ? OFFER_HOURS_NEAR : OFFER_HOURS
  const end = afterNight(new Date(now.getTime() + hours * HOUR_MS))
  return end.getTime() < last.getTime() ? end : last
}

/** The parts of the day that suit a patient; at least one is true. */
export type DayParts = {
  readonly mornings: boolean
  readonly afternoons: boolean
  readonly evenings: boolean
}

export type DayPart = keyof DayParts

const PART_NAMES = { Morning: 'mornings', Afternoon: 'afternoons', Evening: 'evenings' } as const
/** The parts of the day in the order of the clock. */
export const DAY_PARTS: readonly DayPart[] = Object.values(PART_NAMES)

/** The part of the day that a slot belongs to. */
export const partOf = (time: ClockTime): DayPart => PART_NAMES[partOfDay(time)]

/** The parts of the day in which an event has slots; the same as `booking.parts_of_event`. */
export function partsOfSlots(slots: readonly { readonly time: ClockTime }[]): DayPart[] {
  const offered = new Set(slots.map(({ time }) => partOf(time)))
  return DAY_PARTS.filter((part) => offered.has(part))
}

/** The free places of the slots of each part of the day. */
export type FreePlaces = Readonly<Record<DayPart, number>>

/** Every set of parts of the day. */
const CUTS = Array.from({ length: 2 ** DAY_PARTS.length }, (_, bits) =>
  DAY_PARTS.filter((_part, at) => (bits >> at) % 2 === 1),
)

/**
 * How many of the waiting patients could have a place: the least cut between patients, parts of the day and places. The same as
 * `booking.waiting_served`, which decides under its lock; here it says which slots are shown as free.
 */
export function waitingServed(
  free: FreePlaces,
  spaces: number,
  waiting: readonly DayParts[],
): number {
  const cuts = CUTS.map((cut) => {
    const inside = cut.reduce((sum, part) => sum + free[part], 0)
    const outside = DAY_PARTS.filter((part) => !cut.includes(part))
    return inside + waiting.filter((parts) => outside.some((part) => parts[part])).length
  })
  return Math.max(0, Math.min(spaces, ...cuts))
}
