import type { ProfileOnWire } from '#account/contract/profiles.ts'
import { BOOKING_MESSAGES, FULLY_BOOKED, NOT_BOOKABLE } from '#booking/texts/booking.ts'
import type { CallReason } from '#core/contract/call.ts'
import { hasWaitingList, isEsneft, notOpenYet } from '#events/rules/event.ts'
import type { EventFacts } from '#events/store/event-facts.ts'
import type { KnownEvent } from '#events/store/known-event.ts'
import {
  BOOK_REFUSALS,
  BOOKING_FAILED,
  type BookReason,
  CONFIRM_FAILED,
  EXISTING_BOOKING,
  HOLD_FAILED,
  type NextStep,
  type PageRefusal,
  PLACE_REFUSALS,
  type PlaceReason,
} from '#events/texts/place-refusals.ts'

/** An error as the booking page shows it. */
export type BookingMessage = {
  readonly title: string
  readonly text: string
  readonly next?: NextStep
}

/** The refusals of any request, for a page that shows `text` where the server gives no reason. */
const commonRefusal = (reason: CallReason, text: string): PageRefusal => {
  // A limit and a busy server say when the next attempt can succeed.
  const isTold = reason === 'too-many-requests' || reason === 'busy'
  return { title: BOOKING_FAILED, way: 'retry', ...(isTold ? {} : { pageText: text }) }
}

const isBookReason = (reason: string): reason is BookReason => reason in BOOK_REFUSALS

/** What the page shows for a refusal of a hold (BOOK-05, BOOK-06). */
export function holdRefusal(reason: PlaceReason | CallReason): PageRefusal {
  if (reason === 'existing-booking') return EXISTING_BOOKING
  return isBookReason(reason) ? BOOK_REFUSALS[reason] : commonRefusal(reason, HOLD_FAILED)
}

/** What the page shows for a refusal of a booking (BOOK-08). */
export const confirmRefusal = (reason: BookReason | CallReason): PageRefusal =>
  isBookReason(reason) ? BOOK_REFUSALS[reason] : commonRefusal(reason, CONFIRM_FAILED)

/** The message of a refusal; without a text of the page's own it shows the server's. */
export function messageOf(refusal: PageRefusal, serverText: string): BookingMessage {
  const { title, pageText: text = serverText, next } = refusal
  return { title, text, ...(next === undefined ? {} : { next }) }
}

export const placeMessage = (reason: PlaceReason): BookingMessage =>
  messageOf(PLACE_REFUSALS[reason], PLACE_REFUSALS[reason].text)

/** An event as it was read at an instant of the server. */
type ClosedCase = {
  readonly facts: EventFacts
  readonly known: KnownEvent
  readonly readAt: Date
}

/** Why this patient cannot book this event on this site, shown in place of the times; undefined when they can. */
export function closedMessage(
  { facts, known: event, readAt }: ClosedCase,
  profile: Pick<ProfileOnWire, 'nhs_number_to_check'>,
): BookingMessage | undefined {
  if (event.cancelled) return placeMessage('event-cancelled')
  if (hasWaitingList(event, readAt)) {
    return { title: facts.label, text: FULLY_BOOKED, next: 'waiting-list' }
  }
  if (facts.state !== 'open') {
    return { title: facts.label, text: NOT_BOOKABLE, next: 'other-events' }
  }
  const notOpen = notOpenYet(event)
  if (notOpen !== undefined) return placeMessage(`not-open-${notOpen}`)
  const isToCheck = isEsneft(event) && profile.nhs_number_to_check
  return isToCheck ? placeMessage('nhs-number-check') : undefined
}

/** Messages that do not come from a refusal. */
export const MESSAGES = {
  ...BOOKING_MESSAGES,
  invalidEvent: { ...BOOKING_MESSAGES.invalidEvent, next: 'other-events' },
  loadingFailed: { ...BOOKING_MESSAGES.loadingFailed, next: 'sign-in' },
  codeRequired: placeMessage('access-code-required'),
} as const satisfies Record<string, BookingMessage>
