import { AGE_NOTICE_TITLE, ageRule } from '#core/texts/accounts.ts'
import { NHS_NUMBER_CALL, NHS_PAGE_TEXTS } from '#core/texts/nhs-number.ts'
import {
  ACCESS_CODE_TEXTS,
  EVENT_CANCELLED,
  EVENT_NOT_FOUND,
  EVENT_STATE_LABELS,
  TELEPHONE_ONLY_TEXTS,
} from '#events/texts/events.ts'

/** The link below a message of the booking page. */
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

/** What the booking page shows for a refusal, and how the journey goes on. */
export type PageRefusal = {
  readonly title: string
  /** Where it differs from the API's text. */
  readonly pageText?: string
  /** Choose a time, give consent, send the same again, go to the appointments, or to the NHS number and back. */
  readonly way: 'choose' | 'consent' | 'retry' | 'leave' | 'number'
  readonly next?: NextStep
}
type Refusal = PageRefusal & { readonly status: number; readonly text: string }

export const BOOKING_FAILED = 'Booking Failed'
export const KEPT = 'Everything else you entered is kept.'
const CALL_US = 'Please call our booking helpline.'
const SLOT_TAKEN = 'Someone has just taken this time. Please choose another time.'

/** A refusal of the API with what the booking page makes of it. */
const refusal = (row: Partial<Refusal> & { readonly text: string }): Refusal => ({
  status: 409,
  title: BOOKING_FAILED,
  way: 'choose',
  ...row,
})

/** Why a place cannot be held or booked (BOOK-06, BOOK-08). The reasons are the same in SQL, log, API and store. */
export const PLACE_REFUSALS = {
  'event-not-found': refusal({
    status: 404,
    text: EVENT_NOT_FOUND,
    pageText: 'Invalid event.',
    next: 'other-events',
  }),
  'event-cancelled': refusal({ text: EVENT_CANCELLED, next: 'other-events' }),
  'event-passed': refusal({
    text: EVENT_STATE_LABELS.passed,
    pageText: 'This event has passed.',
    next: 'other-events',
  }),
  'booking-closed': refusal({
    text: EVENT_STATE_LABELS.closed,
    pageText: 'Booking for this event has closed.',
    next: 'other-events',
  }),
  'event-full': refusal({
    text: EVENT_STATE_LABELS.full,
    pageText: 'This event is now fully booked.',
    next: 'waiting-list',
  }),
  'slot-not-found': refusal({
    status: 422,
    text: 'This time is not offered by the event. Please choose another time.',
    title: 'This time is not available',
  }),
  'slot-taken': refusal({
    text: SLOT_TAKEN,
    title: 'This time has just been taken',
    pageText: `${SLOT_TAKEN} ${KEPT}`,
  }),
  'existing-booking': refusal({
    text: 'You have already booked this event. Please amend your booking if required.',
    way: 'leave',
    next: 'appointments',
  }),
  'age-restricted': refusal({ status: 403, text: ageRule('Screening'), title: AGE_NOTICE_TITLE }),
  'birth-date-missing': refusal({
    text: 'Your profile has no date of birth. Please contact us to add it before booking.',
    next: 'contact',
  }),
  'access-code-required': refusal({
    status: 403,
    text: ACCESS_CODE_TEXTS.required,
    title: 'Access code needed',
    next: 'access-code',
  }),
  'access-code-used-up': refusal({
    text: ACCESS_CODE_TEXTS.usedUp,
    title: 'Access code used up',
    next: 'access-code',
  }),
  'not-open-paid': refusal({
    text: `${TELEPHONE_ONLY_TEXTS.paid} ${CALL_US}`,
    title: 'Please call us to book',
    next: 'helpline',
  }),
  'nhs-number-required': refusal({
    text: 'This event needs your NHS number. Please check it, then go on: what you entered is kept.',
    title: NHS_PAGE_TEXTS.heading,
    way: 'number',
    next: 'nhs-number',
  }),
  'nhs-number-check': refusal({
    text: `${NHS_NUMBER_CALL.text} ${CALL_US}`,
    title: NHS_NUMBER_CALL.title,
    next: 'helpline',
  }),
  'hold-limit': refusal({
    text: `You have reached today’s limit for holding times at this event. ${CALL_US}`,
    title: 'Your time could not be kept',
    next: 'helpline',
  }),
  'offer-open': refusal({
    text: 'A place is offered to you at another event. If you keep a time here, that place goes to the next person on its waiting list.',
    title: 'You have an offered place',
    next: 'give-up-offer',
  }),
  'payment-in-progress': refusal({
    text: 'A payment for this booking is under way. Please wait for its result before you pay again.',
    title: 'Your payment is being checked',
    next: 'checkout',
  }),
  'key-reused': refusal({
    status: 422,
    text: 'This request was already used for another time. Please choose your time again.',
  }),
} as const
export type PlaceReason = keyof typeof PLACE_REFUSALS

/** Title at the consent form when an answer is missing (CONS-02), or when none is stored yet. */
export const CONSENT_REQUIRED_TITLE = 'Consent Required'

/** Why a place is not booked (BOOK-08). */
export const BOOK_REFUSALS = {
  ...PLACE_REFUSALS,
  'consent-required': refusal({
    text: 'Please complete the consent form before confirming your booking.',
    title: CONSENT_REQUIRED_TITLE,
    way: 'consent',
  }),
  'payment-required': refusal({
    text: 'This event has a price. Please pay to confirm your booking.',
    way: 'retry',
    next: 'checkout',
  }),
} as const
export type BookReason = keyof typeof BOOK_REFUSALS

/** An appointment that blocks another booking, at the choice of a time (BOOK-05). */
export const EXISTING_BOOKING: PageRefusal = {
  title: 'Existing Booking',
  pageText:
    'You have an upcoming appointment. Please cancel the upcoming appointment in your portal first before making new booking.',
  way: 'choose',
  next: 'appointments',
}

/** A hold that failed for any other reason. */
export const HOLD_FAILED = 'Your time could not be kept. Please try again.'

/** A booking that failed for any other reason (BOOK-08). */
export const CONFIRM_FAILED = 'Failed to confirm booking. Please try again later.'
