import { CHANGE_CUT_OFF_HOURS } from '#booking/rules/change-cut-off.ts'
import { HOLD_MINUTES } from '#booking/rules/hold.ts'
import { OFFER_OVER } from '#booking/texts/waiting-list.ts'
import { type ClockTime, formatLongDate, type IsoDate } from '#core/rules/time.ts'
import { EVENT_NOT_FOUND } from '#events/texts/events.ts'
import { BOOKING_FAILED, KEPT } from '#events/texts/place-refusals.ts'

/**
 * Messages of the booking journey. Its refusals are in `#events/texts/place-refusals.ts`; the consent form and its own messages are
 * `#booking/rules/consent.ts`.
 */

/** Before the number of the booking helpline. */
export const HELPLINE_LABEL = 'Booking helpline:'

/** Heading of /book-event while a time is chosen. */
export const BOOK_HEADING = 'Book your appointment'

/** Told on the event page and before a time is chosen, while an appointment blocks another booking (BOOK-05). */
export const EXISTING_APPOINTMENT = {
  title: 'You already have an appointment',
  text: (name: string, date: IsoDate, time: ClockTime) =>
    `${name}, ${formatLongDate(date)}, ${time}. To book another one, cancel it first.`,
  link: 'See or cancel your appointment',
} as const

/** Above 'Continue': what it books (BOOK-09). */
export const BOOKING_SUMMARY_TITLE = 'You are booking'

/** /booking-success (BOOK-08, BOOK-09). Success is said only of an own booking. */
export const SUCCESS_TEXTS = {
  heading: 'Your booking has been booked successfully!',
  confirmed: 'Successfully confirmed your booking!',
  inbox:
    'We have sent you a confirmation email. Please check your inbox, and your spam folder if you cannot see it.',
  /** While nothing is known about the appointment. */
  unknown: 'Your booking',
  signIn: 'Sign in to see your appointment',
  failedTitle: 'We cannot show your appointment at the moment',
  failed:
    'If you have just confirmed a booking, it is stored: a confirmation email is on its way to you.',
} as const

/** Headings of /booking-success without a booking: no appointment in the address, or this is its state. */
export const NOT_BOOKED_HEADINGS = {
  unnamed: 'Your booking',
  'not-found': 'There is no such appointment',
  cancelled: 'This appointment was cancelled',
  over: 'This appointment is over',
} as const

/** A consent for a day on which the patient has no place (API-04). */
export const NO_PLACE_ON_DAY =
  'You have no place at an event on this day. Please choose a time first.'

/** An event in any other state than open, below its state. */
export const NOT_BOOKABLE = 'This event can no longer be booked. Please choose another event.'

/** In place of the price, for a patient whose next booking is free (LAB-14). */
export const FREE_OF_CHARGE = 'Free of charge'

/** An event without a free place. */
export const FULLY_BOOKED =
  'No place is free at the moment. Join the waiting list, and we offer you the next one that suits you.'

/** Messages that no single reason of the API leads to (BOOK-04, BOOK-05, BOOK-06, CONS-03). */
export const BOOKING_MESSAGES = {
  invalidEvent: { title: EVENT_NOT_FOUND, text: 'Invalid event.' },
  loadingFailed: {
    title: 'Your event could not be loaded',
    text: 'Loading event details failed. Please re-login again',
  },
  checkFailed: {
    title: BOOKING_FAILED,
    text: 'Failed to check upcoming appointments. Please retry later.',
  },
  holdOver: {
    title: 'Your place is no longer kept',
    text: `We kept your time for ${HOLD_MINUTES} minutes, and that time has expired: the place is free again for others. Please choose a time again. ${KEPT}`,
  },
  offerOver: OFFER_OVER,
  holdGone: {
    title: 'Your place is no longer kept',
    text: `The time that you chose is no longer kept for you. Please choose a time again. ${KEPT}`,
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
} as const

/** At the times, after `You hold 15:10` (BOOK-06). */
export const HELD_HINT = 'Continue with it, or choose another time.'

/** In place of the times (BOOK-04). */
export const SLOTS_FAILED = 'Failed to load available time slots. Please try again later.'
export const NO_SLOTS = 'No time slots found for this event.'

/** The time left of a hold as it is read out; `minutes` is the next of the announced limits, undefined above the last. */
export function timeLeftText(minutes: number | undefined): string {
  if (minutes === undefined) return 'More than 10 minutes left to finish your booking.'
  return minutes === 1
    ? 'Less than 1 minute left to finish your booking.'
    : `${minutes} minutes left to finish your booking.`
}

/** The calendar file could not be read (BOOK-09). */
export const CALENDAR_FAILED = 'The calendar file could not be loaded. Try again.'

/** The label of `referenceNumber` on the page, in the mail and in the calendar entry (BOOK-09, BOOK-10). */
export const REFERENCE_LABEL = 'Reference number'

/** After the sentences about a change or cancellation online. */
export const callUs = (bookingPhone: string): string => `For help, please call ${bookingPhone}.`

/** What a patient can do on the site, and until when (APPT-02, APPT-03). */
export const changeOnlineText = (bookingPhone: string): string =>
  `You can change the time or cancel online until ${CHANGE_CUT_OFF_HOURS} hours before the appointment.${
    bookingPhone === '' ? '' : ` After that, please call ${bookingPhone}.`
  }`

/** What a patient needs to know for the day of any event (BOOK-09, BOOK-10). Pages, mails and calendar entries say it by `onTheDay`. */
export const ON_THE_DAY = [
  {
    title: 'What to bring',
    text: 'Please bring proof of your identity with your full name on it.',
  },
  { title: 'When to come', text: 'Please arrive five minutes before your time.' },
] as const

/** The same for an event with more requirements than every event has (EVD-07). */
export const onTheDay = (whatToBring: string | null | undefined) => {
  const [bring, ...others] = ON_THE_DAY
  const more = whatToBring?.trim() ?? ''
  return more === '' ? ON_THE_DAY : [{ ...bring, text: `${bring.text} ${more}` }, ...others]
}
