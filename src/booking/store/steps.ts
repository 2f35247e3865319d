import { atom, type ReadableAtom } from 'nanostores'
import { consentForm } from '#booking/store/consent.ts'
import { dropHold } from '#booking/store/hold.ts'
import { $case, $choice, choose, renewKey, updateEvent } from '#booking/store/journey.ts'
import type { BookingMessage } from '#booking/store/messages.ts'
import { $slots, isFree, readSlots, showSlots } from '#booking/store/slots.ts'
import { call } from '#core/contract/call.ts'
import { getEvent, isWhole } from '#events/contract/events.ts'

/** The step of the booking; `message`: error shown on this step. */
export type Booking =
  | { readonly step: 'loading' }
  | { readonly step: 'unavailable'; readonly message: BookingMessage }
  | { readonly step: 'choose'; readonly message?: BookingMessage }
  /** Proceed was pressed: the check and the hold are running. */
  | { readonly step: 'checking' }
  | { readonly step: 'consent'; readonly message?: BookingMessage }
  | { readonly step: 'confirming' }
  | { readonly step: 'failed'; readonly message: BookingMessage; readonly way: 'retry' | 'leave' }
  | { readonly step: 'done' }

/** The consent form has its own history entry, so that Back returns to the times and a reload stays. */
export const CONSENT_HASH = '#consent'

const $state = atom<Booking>({ step: 'loading' })
export const $booking: ReadableAtom<Booking> = $state

export const setBookingStep = (booking: Booking): void => $state.set(booking)

const ownAddress = () => `${location.pathname}${location.search}`
const withMessage = (message: BookingMessage | undefined) =>
  message === undefined ? {} : { message }

export function showChoose(message?: BookingMessage): void {
  if (location.hash === CONSENT_HASH) history.replaceState(null, '', ownAddress())
  setBookingStep({ step: 'choose', ...withMessage(message) })
}

export function showConsent(message?: BookingMessage): void {
  if (location.hash !== CONSENT_HASH) {
    history.pushState(null, '', `${ownAddress()}${CONSENT_HASH}`)
  }
  consentForm.reopen()
  setBookingStep({ step: 'consent', ...withMessage(message) })
}

/** Shows the times of the present event; a chosen time that is no longer free is deselected. */
export function showTimes(answer: Awaited<ReturnType<typeof readSlots>>): void {
  const present = $case.get()
  if (present === undefined) return
  showSlots(answer, present.known, present.readAt)
  const choice = $choice.get()
  const isKnown = $slots.get().state === 'loaded' || $slots.get().state === 'none'
  if (choice !== undefined && isKnown && !isFree(choice)) choose(undefined)
}

/** Reloads the times and the event, whose last place may be free or taken by now. */
export async function refreshTimes(): Promise<void> {
  const eventId = $case.get()?.event.event_id
  if (eventId === undefined) return
  const [event, slots] = await Promise.all([
    call(getEvent, { event_id: eventId }),
    readSlots(eventId),
  ])
  if (event.ok && isWhole(event.value)) updateEvent(event.value)
  showTimes(slots)
}

/** The hold has expired or is lost: back to the times, with all answers kept. */
export function returnToTimes(message: BookingMessage): void {
  dropHold()
  renewKey()
  showChoose(message)
  void refreshTimes()
}
