import type { createAppointment } from '#contract/appointments.ts'
import type { CallReason } from '#contract/call.ts'
import type { ReasonOf } from '#contract/endpoint.ts'
import type { ProfileOnWire } from '#contract/profiles.ts'
import { hasWaitingList, isEsneft, notOpenYet } from '#domain/event.ts'
import {
  BOOKING_FAILED,
  BOOKING_MESSAGES,
  CONFIRM_FAILED,
  CONSENT_REQUIRED_TITLE,
  EXISTING_BOOKING,
  FULLY_BOOKED,
  HOLD_FAILED,
  type MessageText,
  NOT_BOOKABLE,
  PLACE_MESSAGES,
  PLACE_TEXTS,
  type PlaceReason,
} from '#domain/texts/booking.ts'
import type { EventFacts } from '#stores/events/event-facts.ts'
import type { KnownEvent } from '#stores/events/known-event.ts'

/** The link below a message. */
export type NextStep =
  | 'other-events'
  | 'waiting-list'
  | 'appointments'
  | 'helpline'
  | 'sign-in'
  | 'contact'
  | 'nhs-number'
  | 'access-code'
  | 'give-up-offer'
  | 'checkout'

/** An error as the booking page shows it. */
export type BookingMessage = {
  readonly title: string
  readonly text: string
  readonly next?: NextStep
}

/**
 * How the journey goes on after a refusal: choose a time, give consent, send the same again, go to the appointments, or to the NHS number
 * and back.
 */
type Way = 'choose' | 'consent' | 'retry' | 'leave' | 'number'
type Refusal = MessageText & { readonly next?: NextStep; readonly way: Way }

const OTHER_EVENTS = { next: 'other-events', way: 'choose' } as const
const HELPLINE = { next: 'helpline', way: 'choose' } as const
const WAYS: Record<PlaceReason, { readonly next?: NextStep; readonly way: Way }> = {
  'event-not-found': OTHER_EVENTS,
  'event-cancelled': OTHER_EVENTS,
  'event-passed': OTHER_EVENTS,
  'booking-closed': OTHER_EVENTS,
  'event-full': { next: 'waiting-list', way: 'choose' },
  'slot-not-found': { way: 'choose' },
  'slot-taken': { way: 'choose' },
  'existing-booking': { next: 'appointments', way: 'leave' },
  'age-restricted': { way: 'choose' },
  'birth-date-missing': { next: 'contact', way: 'choose' },
  'access-code-required': { next: 'access-code', way: 'choose' },
  'access-code-used-up': { next: 'access-code', way: 'choose' },
  'not-open-paid': HELPLINE,
  'nhs-number-required': { next: 'nhs-number', way: 'number' },
  'nhs-number-check': HELPLINE,
  'hold-limit': HELPLINE,
  'offer-open': { next: 'give-up-offer', way: 'choose' },
  'payment-in-progress': { next: 'checkout', way: 'choose' },
  'key-reused': { way: 'choose' },
}

const PLACE_REFUSED = Object.fromEntries(
  (Object.keys(WAYS) as PlaceReason[]).map((reason) => [
    reason,
    { ...PLACE_MESSAGES[reason], ...WAYS[reason] },
  ]),
) as Record<PlaceReason, Refusal>

function commonRefusals(text: string): Record<CallReason, Refusal> {
  const failed: Refusal = { title: BOOKING_FAILED, text, way: 'retry' }
  return {
    invalid: failed,
    forbidden: failed,
    'foreign-origin': failed,
    'not-found': failed,
    'method-not-allowed': failed,
    'too-large': failed,
    'unsupported-media-type': failed,
    'too-many-requests': { title: BOOKING_FAILED, way: 'retry' },
    failure: failed,
    busy: { title: BOOKING_FAILED, way: 'retry' },
    unavailable: failed,
    network: failed,
  }
}

/** The message of each refusal of a hold (BOOK-05, BOOK-06). */
export const HOLD_REFUSALS: Record<PlaceReason | CallReason, Refusal> = {
  ...commonRefusals(HOLD_FAILED),
  ...PLACE_REFUSED,
  'existing-booking': { ...EXISTING_BOOKING, next: 'appointments', way: 'choose' },
}

/** The message of each refusal of a booking (BOOK-08). */
export const CONFIRM_REFUSALS: Record<ReasonOf<typeof createAppointment> | CallReason, Refusal> = {
  ...commonRefusals(CONFIRM_FAILED),
  ...PLACE_REFUSED,
  'consent-required': { title: CONSENT_REQUIRED_TITLE, way: 'consent' },
  'payment-required': { title: BOOKING_FAILED, next: 'checkout', way: 'retry' },
}

/** The message of a refusal; without a text of the page's own it shows the server's. */
export function messageOf(refusal: Refusal, serverText: string): BookingMessage {
  const { title, text = serverText, next } = refusal
  return { title, text, ...(next === undefined ? {} : { next }) }
}

const placeMessage = (reason: PlaceReason) => messageOf(PLACE_REFUSED[reason], PLACE_TEXTS[reason])

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
