import { atom, computed, type ReadableAtom } from 'nanostores'
import type { HoldOnWire } from '#booking/contract/hold-on-wire.ts'
import { holdSecondsLeft } from '#booking/rules/hold.ts'
import type { Choice } from '#booking/store/slots.ts'
import { timeLeftText } from '#booking/texts/booking.ts'
import { serverNow } from '#core/contract/server-clock.ts'

/** A place that the server holds for this patient (BOOK-06). */
export type LiveHold = Choice & {
  readonly holdId: string
  /** Undefined while a payment of it is under way: it does not end before the result is known. */
  readonly expiresAt: Date | undefined
  /** Offered by the waiting list: kept for hours, until a time that is shown (WAIT-02). */
  readonly isOffer: boolean
}

/** Seconds left from which the countdown is shown as urgent. */
export const URGENT_SECONDS = 120

const TICK_MS = 1000
/** Minutes left at which screen readers announce the countdown. */
const ANNOUNCED_MINUTES = [1, 2, 5, 10]

const $live = atom<LiveHold | undefined>(undefined)
const $left = atom<number | undefined>(undefined)
let timer: ReturnType<typeof setInterval> | undefined

export const $hold: ReadableAtom<LiveHold | undefined> = $live
/** Whether a payment of the hold is under way: no other time can be chosen before its result is known. */
export const $isPaying = computed(
  $live,
  (hold) => hold !== undefined && hold.expiresAt === undefined,
)
/** Whole seconds until the hold expires; 0 when expired; undefined without a hold. */
export const $secondsLeft: ReadableAtom<number | undefined> = $left

/** Text of the live region; it changes only at the announced minutes. */
export const $holdAnnouncement = computed($left, (left) =>
  left === undefined || left === 0 ? '' : announcement(left),
)

export function announcement(secondsLeft: number): string {
  const minutes = ANNOUNCED_MINUTES.find((one) => secondsLeft <= one * 60)
  return timeLeftText(minutes)
}

/** Minutes and seconds, such as `14:05`. */
export function countdownText(secondsLeft: number): string {
  const seconds = String(secondsLeft % 60).padStart(2, '0')
  return `${Math.floor(secondsLeft / 60)}:${seconds}`
}

function tick(): void {
  const hold = $live.get()
  if (hold === undefined) return
  const { expiresAt } = hold
  if (expiresAt === undefined) {
    $left.set(undefined)
    return
  }
  const left = holdSecondsLeft({ expiresAt }, serverNow())
  if (left === 0) clearInterval(timer)
  $left.set(left)
}

/** Follows a hold until its end. */
export function startHold(wire: Omit<HoldOnWire, 'event_id' | 'server_time'>): void {
  clearInterval(timer)
  $live.set({
    holdId: wire.hold_id,
    date: wire.appt_date,
    time: wire.appt_time,
    expiresAt: wire.hold_expires_at === null ? undefined : new Date(wire.hold_expires_at),
    isOffer: wire.offered,
  })
  timer = setInterval(tick, TICK_MS)
  tick()
}

/** Removes the hold and stops its countdown. */
export function dropHold(): void {
  clearInterval(timer)
  $live.set(undefined)
  $left.set(undefined)
}
