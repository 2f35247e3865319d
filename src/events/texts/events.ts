/** Texts of the list of events and of the event page. */
import {
  type Audience,
  type EventState,
  isEsneft,
  type NotOpenYet,
  type ScreeningEvent,
} from '#events/rules/event.ts'
import type { DateFilter, EventOrder } from '#events/rules/event-filter.ts'

/** On the card and on the main button, per state (EVL-05). */
export const EVENT_STATE_LABELS: Record<EventState, string> = {
  passed: 'Event Passed',
  full: 'Fully Booked',
  closed: 'Booking Closed',
  open: 'BOOK',
}

/** On the card of a full event (WAIT-01). */
export const WAITING_LIST_OPEN = 'Waiting list open'

/** The choices of the date filter in the order shown (EVL-01). */
export const DATE_FILTER_LABELS: Record<DateFilter, string> = {
  '': 'Select Date',
  today: "What's on today",
  'next-week': "What's on next week",
  'next-month': "What's on next month",
  'future-events': 'All Future Events',
}

/** The checkboxes of the filter in the order shown (EVL-01). */
export const AUDIENCE_LABELS: Record<Audience, string> = {
  community: 'Community',
  freemasons: 'Freemasons',
  corporate: 'Corporate',
}

/** A list without events (EVL-03, HOME-04). */
export const NO_EVENTS_TITLE = 'No upcoming events found'
export const NO_EVENTS_TEXT = 'New dates are added all the time.'

/** Links to the list of events, and what it says while it loads. */
export const EVENT_LINKS = {
  book: 'BOOK AN EVENT',
  all: 'See all upcoming events',
  others: 'See other events',
} as const
/** The list that needs no script (EVL-04). */
export const PLAIN_LIST = {
  title: 'All upcoming events',
  lead: 'Every event with its day, time and place, the soonest first. You can also book by telephone:',
  find: 'Search by town or postcode, with a map (needs JavaScript)',
} as const
export const EVENTS_LOADING = 'Loading events…'

/** The first facts of an event (EVD-08). */
export const FIRST_FACTS = {
  when: 'When',
  where: 'Where',
  howFar: 'How far',
  from: 'From a town or postcode',
  show: 'Show',
  unknown: (text: string) => `We do not know one place called “${text}”.`,
  getThere: 'How to get there',
  visit: 'Parking, access and what to bring',
} as const

/** Whom an event is open to (EVD-01). */
export const ACCESS_LABELS = { private: 'Private', public: 'Public' } as const

/** The form for the code of a private event (EVD-05). */
export const ACCESS_CODE_TEXTS = {
  label: 'Please enter Access Code',
  /** Below the label. */
  help: 'It is on your invitation. If you cannot find it, ask the person who invited you.',
  cancel: 'Cancel',
  submit: 'Submit',
  invalid: 'Invalid Access code',
  /** Beside the button, while nothing else of the event is shown. */
  hint: 'This event is private. Its time and address are shown to those who have its access code.',
  /** After `invalid`, when no response arrived. */
  unchecked: 'We could not check it. Please try again.',
  /** The site remembers an accepted code by a cookie (AUTH-18). */
  cookiesBlocked:
    'Your browser blocks our cookies, so this page cannot remember your code. Please allow cookies for this website, then enter the code again.',
  /** After 'Too many attempts …', for visitors who share the limit of their network. */
  limited:
    'If you have an account with a confirmed email address, sign in: you need not wait then.',
  /** In place of an empty field. */
  missing: 'Enter the access code of this event.',
  toPage: 'Enter the access code',
  required: 'This event is private. Please enter its access code on its page first.',
  usedUp:
    'Every place for your access code is taken. Please ask the organiser who gave it to you for another code.',
} as const

/** An unknown event (EVD-04). */
export const EVENT_NOT_FOUND = 'Event not found'

export const EVENT_CANCELLED = 'This event has been cancelled.'

/** Why an event can be booked only by telephone. The event page and the server's refusal of a hold both say it. */
export const TELEPHONE_ONLY_TEXTS: Record<NotOpenYet, string> = {
  paid: 'Paid events cannot be booked online yet.',
}

const ESNEFT_WARNING =
  'Events run by the laboratory ESNEFT need your correct 10-digit NHS number. Without it your sample is rejected.'
const OTHER_WARNINGS = [
  'The test is not suitable if you have a known prostatic condition.',
  'This is a new booking system. If you have booked with us in the past, please create a new account.',
]

/** What a visitor must know before booking (EVD-02): the warning that concerns this event first. */
export function bookingWarnings(event: Pick<ScreeningEvent, 'labName'>): string[] {
  return isEsneft(event)
    ? [ESNEFT_WARNING, ...OTHER_WARNINGS]
    : [...OTHER_WARNINGS, `${ESNEFT_WARNING} This event is not one of them.`]
}

/** Below the warnings: the page about benefits and harms of the test (CONS-06). */
export const CHOICE_LINK = {
  text: 'Not sure about the test?',
  link: 'See its benefits and harms in numbers',
}

/** In place of the state, for a patient who holds or has booked a place of the event (BOOK-06). */
export const OWN_PLACE_TEXTS = {
  held: (time: string) => `You hold ${time}`,
  booked: (time: string) => `You are booked at ${time}`,
  keptUntil: (time: string) => `Your place is kept for you until ${time}.`,
  finish: 'Finish your booking',
  see: 'See your appointment',
} as const

/** The order of the list; the first is the default (EVL-03). The heading of the list says it after the count. */
export const EVENT_ORDER_LABELS: Record<EventOrder, string> = {
  start: 'Soonest first',
  open: 'Open for booking first',
  nearest: 'Nearest first',
}

/** Of the map (EVL-04); its other texts are loaded with it. */
export const MAP_LABELS = {
  toggle: 'Map',
  onMap: 'Show on the map',
  failed: 'The map cannot be shown at the moment. The list has every event.',
  retry: 'Try again',
} as const

/** How many places are left (EVD-01). Example: `1 place left`. */
export function placesText(left: number): string {
  if (left === 0) return EVENT_STATE_LABELS.full
  return left === 1 ? '1 place left' : `${left} places left`
}
