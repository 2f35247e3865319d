import { isLocked } from '#booking/rules/appointment.ts'
import type { Appointment } from '#booking/store/appointments.ts'
import {
  type Choice,
  groupTimes,
  isSameChoice,
  readSlots,
  type SlotGroup,
  type SlotTime,
} from '#booking/store/slots.ts'
import { RESCHEDULE_SLOT_TEXTS } from '#booking/texts/appointments.ts'
import { call } from '#core/contract/call.ts'
import { serverNow } from '#core/contract/server-clock.ts'
import { getEvent, isWhole } from '#events/contract/events.ts'
import { listSlots } from '#events/rules/slot.ts'
import { knownEvent } from '#events/store/known-event.ts'

/** A time of the appointment's event; the appointment's own one cannot be chosen. */
export type NewTime = SlotTime & { readonly isOwn: boolean }

export type NewTimes =
  | { readonly state: 'loading' }
  | {
      readonly state: 'loaded'
      readonly groups: readonly SlotGroup<NewTime>[]
      /** Whether there is a time to choose. */
      readonly hasFree: boolean
    }
  | { readonly state: 'failed'; readonly text: string }

const failed = (text: string): NewTimes => ({ state: 'failed', text })

/** The times of the appointment's event that have not started (APPT-03). */
export async function readNewTimes({
  event_id,
  starts_at,
}: Appointment): Promise<NewTimes | 'event-cancelled'> {
  const [event, slots] = await Promise.all([call(getEvent, { event_id }), readSlots(event_id)])
  if (!event.ok || !slots.ok || !isWhole(event.value)) return failed(RESCHEDULE_SLOT_TEXTS.failed)
  if (event.value.cancelled) return 'event-cancelled'
  const known = knownEvent(event.value)
  if (known.endTime === undefined || known.sessionMinutes === undefined) {
    return failed(RESCHEDULE_SLOT_TEXTS.incomplete)
  }
  const grid = listSlots(known)
  if (grid.length === 0) return failed(RESCHEDULE_SLOT_TEXTS.none)
  const from = serverNow()
  const own = Date.parse(starts_at)
  const times = grid
    .filter(({ startsAt }) => startsAt > from)
    .map(({ date, time, startsAt }) => {
      const isOwn = startsAt.getTime() === own
      const isOpen = slots.value[date]?.availableTimeSlots.includes(time) ?? false
      return { date, time, isOwn, isFree: isOpen && !isOwn, isLocked: isLocked({ startsAt }, from) }
    })
  return {
    state: 'loaded',
    groups: groupTimes(times),
    hasFree: times.some(({ isFree }) => isFree),
  }
}

/** Whether this time can be chosen. */
export const isOffered = ({ groups }: Extract<NewTimes, { state: 'loaded' }>, choice: Choice) =>
  groups.some(({ times }) => times.some((time) => time.isFree && isSameChoice(time, choice)))
