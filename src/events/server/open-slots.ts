import { type FreePlaces, partOf, waitingServed } from '#booking/rules/waiting-list.ts'
import type { WaitingPatient } from '#booking/server/database/waiting-list.ts'
import type { Holidays } from '#core/rules/bank-holidays.ts'
import { londonTime } from '#core/rules/time.ts'
import type { ScreeningEvent } from '#events/rules/event.ts'
import { availableSlots, type Slot } from '#events/rules/slot.ts'
import type { TakenPlace } from '#events/server/database/events.ts'

/** What is known of an event's places. */
export type KnownPlaces = {
  /** `bookedSpaces` counts all that cannot be booked now (EVL-09). */
  readonly event: ScreeningEvent
  readonly grid: readonly Slot[]
  readonly places: readonly TakenPlace[]
  /** `places` by start, counted once for all who share them. */
  readonly takenByStart: ReadonlyMap<number, number>
  /** The patients for whom places are kept (WAIT-02). */
  readonly waiting: readonly WaitingPatient[]
  /** The bank holidays by which a refund is decided; empty for a free event. */
  readonly holidays: Holidays
}

/** The number of places taken by the start of their slot in milliseconds. */
export function countByStart(places: readonly TakenPlace[]): Map<number, number> {
  const taken = new Map<number, number>()
  for (const { startsAt } of places) {
    taken.set(startsAt.getTime(), (taken.get(startsAt.getTime()) ?? 0) + 1)
  }
  return taken
}

const NO_CHANGE: FreePlaces = { mornings: 0, afternoons: 0, evenings: 0 }

/** Whether the patient may take a slot, given what others wait for: as `booking.is_kept` decides under its lock. */
function keptSlots(
  { event, grid, places, takenByStart, waiting }: KnownPlaces,
  profileId: number | null,
  own: TakenPlace | undefined,
  now: Date,
): (slot: Slot) => boolean {
  const others = waiting.filter((one) => one.profileId !== profileId)
  if (others.length === 0) return () => false
  const free = { ...NO_CHANGE }
  for (const { startsAt, time } of grid) {
    const left = event.placesPerSlot - (takenByStart.get(startsAt.getTime()) ?? 0)
    if (startsAt > now) free[partOf(time)] += Math.max(0, left)
  }
  const spaces = event.totalSpaces - places.length
  const before = waitingServed(free, spaces, others)
  return ({ time }) => {
    const after = { ...free }
    after[partOf(time)] -= 1
    if (own !== undefined && own.startsAt > now) after[partOf(londonTime(own.startsAt))] += 1
    return waitingServed(after, own === undefined ? spaces - 1 : spaces, others) < before
  }
}

/** The slots that the patient can choose now; their own hold counts as free. */
export function openSlots(known: KnownPlaces, profileId: number | null, now: Date): Slot[] {
  const { event, grid, places, takenByStart } = known
  if (event.cancelled) return []
  const ownPlace = (state: string) =>
    places.find(({ profileId: of, status }) => of === profileId && status === state)
  const ownHold = ownPlace('held')
  const ownBooking = ownPlace('booked')
  const taken = ownHold ? countByStart(places.filter((place) => place !== ownHold)) : takenByStart
  const isFull = places.length - (ownHold ? 1 : 0) >= event.totalSpaces
  // In a full event, only a patient who has a place can move to another slot.
  if (isFull && ownBooking === undefined) return []
  const isKept = keptSlots(known, profileId, ownHold ?? ownBooking, now)
  return availableSlots(grid, taken, event.placesPerSlot, now).filter(
    (slot) => slot.startsAt.getTime() === ownHold?.startsAt.getTime() || !isKept(slot),
  )
}
