import type { createAppointment } from '#contract/appointments.ts'
import type { CommonReason, ReasonOf } from '#contract/endpoint.ts'
import { PLACE_REFUSALS, type PlaceReason } from '#contract/holds.ts'
import { AGE_NOTICE_TITLE } from '#domain/age.ts'
import { type NotOpenYet, notOpenYet } from '#domain/event.ts'
import type { EventFacts, KnownEvent } from '#stores/events/event-facts.ts'

/** Where a message leads. */
export type NextStep = 'other-events' | 'appointments' | 'helpline' | 'sign-in' | 'contact'

/** What the booking page says when something stands in the way. */
export type BookingMessage = {
  readonly title: string
  readonly text: string
  readonly next?: NextStep
}

/** Where a refusal leads: choose again, consent again, try the same again, or leave for the appointments. */
type Way = 'choose' | 'consent' | 'retry' | 'leave'
type Words = {
  readonly title: string
  /** Ours; the server's own sentence when not given. */
  readonly text?: string
  readonly next?: NextStep
  readonly way: Way
}

const FAILED = 'Booking Failed'
const OVER = { title: FAILED, next: 'other-events', way: 'choose' } as const
const BY_TELEPHONE = { title: 'Please call us to book', next: 'helpline', way: 'choose' } as const

const PLACE_WORDS: Record<PlaceReason, Words> = {
  'event-not-found': {
    title: FAILED,
    text: 'Invalid event.',
    next: 'other-events',
    way: 'choose',
  },
  'event-cancelled': OVER,
  'event-passed': { ...OVER, text: 'This event has passed.' },
  'booking-closed': { ...OVER, text: 'Booking for this event has closed.' },
  'event-full': { ...OVER, text: 'This event is now fully booked.' },
  'slot-not-found': { title: 'This time is not available', way: 'choose' },
  'slot-taken': {
    title: 'This time has just been taken',
    text: 'Someone has just taken this time. Please choose another time. Everything else you entered is kept.',
    way: 'choose',
  },
  'existing-booking': { title: FAILED, next: 'appointments', way: 'leave' },
  'age-restricted': { title: AGE_NOTICE_TITLE, way: 'choose' },
  'birth-date-missing': { title: FAILED, next: 'contact', way: 'choose' },
  'not-open-private': BY_TELEPHONE,
  'not-open-paid': BY_TELEPHONE,
  'not-open-esneft': BY_TELEPHONE,
  'key-reused': { title: FAILED, way: 'choose' },
}

type Everyday = CommonReason | 'network'

function everydayWords(text: string): Record<Everyday, Words> {
  const failed: Words = { title: FAILED, text, way: 'retry' }
  return {
    invalid: failed,
    unauthorized: failed,
    forbidden: failed,
    'foreign-origin': failed,
    'not-found': failed,
    'method-not-allowed': failed,
    'too-large': failed,
    'unsupported-media-type': failed,
    'too-many-requests': { title: FAILED, way: 'retry' },
    failure: failed,
    unavailable: failed,
    network: failed,
  }
}

/** Why a time is not kept, in words (BOOK-05, BOOK-06). */
export const HOLD_WORDS: Record<PlaceReason | Everyday, Words> = {
  ...everydayWords('Your time could not be kept. Please try again.'),
  ...PLACE_WORDS,
  'existing-booking': {
    title: 'Existing Booking',
    text: 'You have an upcoming appointment. Please cancel the upcoming appointment in your portal first before making new booking.',
    next: 'appointments',
    way: 'choose',
  },
}

export const CONFIRM_FAILED = 'Failed to confirm booking. Please try again later.'

/** Why a place is not booked, in words (BOOK-08). */
export const CONFIRM_WORDS: Record<ReasonOf<typeof createAppointment> | Everyday, Words> = {
  ...everydayWords(CONFIRM_FAILED),
  ...PLACE_WORDS,
  'too-many-requests': { title: FAILED, text: CONFIRM_FAILED, way: 'retry' },
  'consent-required': { title: 'Consent Required', way: 'consent' },
}

/** The message of a refusal, in our words or else the server's. */
export function messageOf(words: Words, serverText: string): BookingMessage {
  const { title, text = serverText, next } = words
  return { title, text, ...(next === undefined ? {} : { next }) }
}

const NOT_OPEN_REASONS: Record<NotOpenYet, PlaceReason> = {
  private: 'not-open-private',
  paid: 'not-open-paid',
  esneft: 'not-open-esneft',
}

/** Why this event cannot be booked here at all, said before a man chooses a time; undefined when it can. */
export function closedMessage(facts: EventFacts, event: KnownEvent): BookingMessage | undefined {
  if (event.cancelled) {
    return messageOf(HOLD_WORDS['event-cancelled'], PLACE_REFUSALS['event-cancelled'].text)
  }
  if (facts.state !== 'open') {
    const text = 'This event can no longer be booked. Please choose another event.'
    return { title: facts.label, text, next: 'other-events' }
  }
  const notOpen = notOpenYet(event)
  if (notOpen === undefined) return undefined
  const reason = NOT_OPEN_REASONS[notOpen]
  return messageOf(HOLD_WORDS[reason], PLACE_REFUSALS[reason].text)
}

export const MESSAGES = {
  invalidEvent: { title: 'Event not found', text: 'Invalid event.', next: 'other-events' },
  loadingFailed: {
    title: 'Your event could not be loaded',
    text: 'Loading event details failed. Please re-login again',
    next: 'sign-in',
  },
  checkFailed: {
    title: FAILED,
    text: 'Failed to check upcoming appointments. Please retry later.',
  },
  holdOver: {
    title: 'Your place is no longer kept',
    text: 'We kept your time for 15 minutes, and that time is over: the place is free again for others. Please choose a time again. Everything else you entered is kept.',
  },
  holdGone: {
    title: 'Your place is no longer kept',
    text: 'The time that you chose is no longer kept for you. Please choose a time again. Everything else you entered is kept.',
  },
  chosenElsewhere: {
    title: 'You chose another time',
    text: 'You chose another time in a second window. That one is kept for you now.',
  },
  consentRefused: {
    title: 'Consent Creation Failed',
    text: 'Failed to create consent. Please try again.',
  },
  consentException: {
    title: 'Error',
    text: 'An unexpected error occurred. Please try again later.',
  },
} as const satisfies Record<string, BookingMessage>
