import { atom, type ReadableAtom } from 'nanostores'
import { isLocked } from '#booking/rules/appointment.ts'
import { lockedTimes } from '#booking/texts/appointments.ts'
import { call } from '#core/contract/call.ts'
import { type ClockTime, formatLongDate, type IsoDate } from '#core/rules/time.ts'
import { listSlots as listOpenSlots } from '#events/contract/events.ts'
import { listSlots, partOfDay } from '#events/rules/slot.ts'
import type { KnownEvent } from '#events/store/known-event.ts'

/** A start time to choose. */
export type Choice = { readonly date: IsoDate; readonly time: ClockTime }

export type SlotTime = Choice & {
  readonly isFree: boolean
  /** So near that it cannot be changed or cancelled once it is booked (APPT-02). */
  readonly isLocked: boolean
}
export type SlotGroup<Time extends Choice = SlotTime> = {
  readonly heading: string
  readonly times: readonly Time[]
}

export type Slots =
  | { readonly state: 'loading' }
  | { readonly state: 'loaded'; readonly groups: readonly SlotGroup[] }
  | { readonly state: 'none' }
  | { readonly state: 'failed' }

const $state = atom<Slots>({ state: 'loading' })
export const $slots: ReadableAtom<Slots> = $state

export const isSameChoice = (a: Choice | undefined, b: Choice | undefined): boolean =>
  a?.date === b?.date && a?.time === b?.time

/** Times by part of the day; for an event over midnight the heading of the second day has its date. */
export function groupTimes<Time extends Choice>(times: readonly Time[]): SlotGroup<Time>[] {
  const firstDate: IsoDate | undefined = times[0]?.date
  const groups = new Map<string, Time[]>()
  for (const time of times) {
    const part = partOfDay(time.time)
    const heading = time.date === firstDate ? part : `${formatLongDate(time.date)}: ${part}`
    groups.set(heading, [...(groups.get(heading) ?? []), time])
  }
  return [...groups].map(([heading, members]) => ({ heading, times: members }))
}

/** Which of the free times are so near that nothing can be changed afterwards; undefined when none is. */
export function lockedNote(groups: readonly SlotGroup[]): string | undefined {
  const free = groups.flatMap(({ times }) => times).filter(({ isFree }) => isFree)
  const locked = free.filter((time) => time.isLocked)
  const last = locked.at(-1)
  if (last === undefined) return undefined
  if (locked.length === free.length) return lockedTimes(undefined)
  return lockedTimes(
    last.date === free[0]?.date ? last.time : `${formatLongDate(last.date)}, ${last.time}`,
  )
}

export const readSlots = (eventId: number) => call(listOpenSlots, { event_id: eventId })

/** Shows the times; those that have started at the server's `now` are left out (BOOK-03). */
export function showSlots(
  answer: Awaited<ReturnType<typeof readSlots>>,
  event: KnownEvent,
  now: Date,
): void {
  if (!answer.ok) {
    $state.set({ state: 'failed' })
    return
  }
  const open = answer.value
  const times = listSlots(event)
    .filter(({ startsAt }) => startsAt > now)
    .map(({ date, time, startsAt }) => ({
      date,
      time,
      isFree: open[date]?.availableTimeSlots.includes(time) ?? false,
      isLocked: isLocked({ startsAt }, now),
    }))
  $state.set(
    times.some(({ isFree }) => isFree)
      ? { state: 'loaded', groups: groupTimes(times) }
      : { state: 'none' },
  )
}

/** Whether this time is shown as free. */
export function isFree(choice: Choice): boolean {
  const slots = $state.get()
  if (slots.state !== 'loaded') return false
  return slots.groups
    .flatMap(({ times }) => times)
    .some((time) => time.isFree && isSameChoice(time, choice))
}

/** Resets the times before they are loaded again. */
export function resetSlots(): void {
  $state.set({ state: 'loading' })
}
