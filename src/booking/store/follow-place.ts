import { atom, computed, type ReadableAtom } from 'nanostores'
import type { AppointmentOnWire } from '#booking/contract/appointment-on-wire.ts'
import type { HoldOnWire } from '#booking/contract/hold-on-wire.ts'
import { getOwnPlace } from '#booking/contract/own-place.ts'
import { consentForm } from '#booking/store/consent.ts'
import { $hold, $secondsLeft, dropHold, type LiveHold, startHold } from '#booking/store/hold.ts'
import { $case, $choice, $isRepeatFree, choose, clearAnswers } from '#booking/store/journey.ts'
import { closedMessage, MESSAGES } from '#booking/store/messages.ts'
import type { OwnPlaceOnWire } from '#booking/store/own-place.ts'
import { type Choice, isSameChoice } from '#booking/store/slots.ts'
import {
  $booking,
  refreshTimes,
  returnToTimes,
  setBookingStep,
  showConsent,
} from '#booking/store/steps.ts'
import { call } from '#core/contract/call.ts'
import { goTo, onShown, successPath } from '#core/store/navigation.ts'
import { onTabSignal } from '#core/store/tab-signals.ts'

const $appointment = atom<AppointmentOnWire | undefined>(undefined)
/** The booked appointment that blocks another booking, shown before a time is chosen (BOOK-05). */
export const $existing: ReadableAtom<AppointmentOnWire | undefined> = $appointment

export const showExisting = (appointment: AppointmentOnWire | null): void =>
  $appointment.set(appointment ?? undefined)

/** Whether that appointment is at the event of this page. */
export const $isBookedHere = computed(
  [$appointment, $case],
  (appointment, present) =>
    appointment !== undefined && appointment.event_id === present?.event.event_id,
)

/** Why no time can be chosen. A live hold may be booked although the event has closed in the meantime. */
export const $closed = computed([$case, $hold], (present, hold) =>
  present === undefined || hold !== undefined
    ? undefined
    : closedMessage(present, present.patient.profile),
)

export const slotOf = (hold: HoldOnWire): Choice => ({ date: hold.appt_date, time: hold.appt_time })

const isSending = () => consentForm.$submission.get().step === 'sending'

/** Whether no request of the journey is running: otherwise its response decides. */
function isIdle(): boolean {
  const { step } = $booking.get()
  return (step === 'choose' || step === 'consent' || step === 'failed') && !isSending()
}

function showExpiry(secondsLeft: number | undefined): void {
  if (secondsLeft !== 0 || !isIdle()) return
  returnToTimes($hold.get()?.isOffer ? MESSAGES.offerOver : MESSAGES.holdOver)
}

let isAsking = false
/** A signal came during the request, whose response may be older than the change. */
let isOutdated = false

/** Asks the server what this patient holds and has booked: another window may have chosen another time, booked or released it (BOOK-06). */
async function refreshPlace(): Promise<void> {
  const present = $case.get()
  if (present === undefined || isAsking || !isIdle()) return
  const before = $hold.get()
  const { step } = $booking.get()
  isAsking = true
  const answer = await call(getOwnPlace, { event_id: present.event.event_id })
  isAsking = false
  if (isOutdated) {
    isOutdated = false
    return refreshPlace()
  }
  if (!answer.ok || $hold.get() !== before || $booking.get().step !== step || !isIdle()) return
  showPlace(answer.value, before, present.event.event_id)
}

function showPlace(own: OwnPlaceOnWire, before: LiveHold | undefined, eventId: number): void {
  const { hold, appointment } = own
  showExisting(appointment)
  $isRepeatFree.set(own.free_repeat)
  if (hold !== null) showHold(hold, before)
  else if (before !== undefined) showLoss(appointment?.event_id === eventId ? appointment : null)
}

function showHold(hold: HoldOnWire, before: LiveHold | undefined): void {
  startHold(hold)
  if (before?.holdId === hold.hold_id) return
  const slot = slotOf(hold)
  if ($booking.get().step === 'choose') {
    if ($choice.get() === undefined) choose(slot)
    void refreshTimes()
  } else if (before === undefined || !isSameChoice(slot, before)) {
    choose(slot)
    showConsent(MESSAGES.chosenElsewhere)
  }
}

/** This tab's hold is gone: another window released it, or booked it. */
function showLoss(booked: AppointmentOnWire | null): void {
  if (booked === null) {
    returnToTimes(MESSAGES.holdGone)
    return
  }
  dropHold()
  clearAnswers()
  setBookingStep({ step: 'done' })
  goTo(successPath(booked.appointment_id), { replace: true })
}

/** Follows the hold's expiry, and reads the hold at a signal of another tab and when the window is used again. Returns a function that stops it. */
export function followPlace(): () => void {
  const refresh = () => void refreshPlace()
  const followSignal = () => {
    isOutdated = isAsking
    refresh()
  }
  window.addEventListener('focus', refresh)
  const stops = [
    onShown(refresh),
    onTabSignal('placeChanged', followSignal),
    $secondsLeft.listen(showExpiry),
  ]
  return () => {
    window.removeEventListener('focus', refresh)
    for (const stop of stops) stop()
  }
}
