/** Texts of the waiting list (WAIT-01 to WAIT-03). */

import {
  DAY_PARTS,
  type DayPart,
  type DayParts,
  NIGHT,
  OFFER_HOURS,
  OFFER_HOURS_NEAR,
  OFFER_NEAR_HOURS,
  type WaitingEnd,
} from '#booking/rules/waiting-list.ts'
import { EVENT_STATE_LABELS } from '#events/texts/events.ts'

export const WAITING_TITLE = 'Waiting lists'
export const JOIN_WAITING_LIST = 'Join the waiting list'

/** Why the API does not put the patient on the list. */
export const WAITING_REFUSALS = {
  'place-held': {
    status: 409,
    text: 'A place at this event is kept for you already. Finish your booking instead.',
  },
  'places-free': { status: 409, text: 'A place at this event is free. You can book it now.' },
  'waiting-limit': {
    status: 409,
    text: 'You are on as many waiting lists as we allow at the same time. Leave one of them to join another.',
  },
} as const

export const NO_PART_CHOSEN = 'Choose at least one time of day.'

/** The parts of the day as they are chosen. */
export const DAY_PART_LABELS: Record<DayPart, string> = {
  mornings: 'Morning, before 12:00',
  afternoons: 'Afternoon, 12:00 to 17:00',
  evenings: 'Evening, from 17:00',
}

/** A part of the day that was chosen, at an event without times in it. */
const PART_NAMES: Record<DayPart, string> = {
  mornings: 'the morning',
  afternoons: 'the afternoon',
  evenings: 'the evening',
}
export const noTimesIn = (part: DayPart): string =>
  `This event has no times in ${PART_NAMES[part]}. Choose another time of day.`

/** The times of the event have changed since the patient chose. */
export const TIMES_GONE =
  'This event no longer has appointments at the times of day you chose, so we will offer you any time.'

/** In place of the choice, for an event within one part of the day. */
export const ONE_PART_TEXTS: Record<DayPart, string> = {
  mornings: 'This event is in the morning only, so there are no times to choose.',
  afternoons: 'This event is in the afternoon only, so there are no times to choose.',
  evenings: 'This event is in the evening only, so there are no times to choose.',
}

/** Example: `Mornings and evenings`; `Any time of day` without a limit. */
export function dayPartsText(parts: DayParts): string {
  const names = DAY_PARTS.filter((part) => parts[part])
  if (names.length === DAY_PARTS.length) return 'Any time of day'
  const text = names.join(' and ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Example: `You are number 3 on the waiting list.` */
export const positionText = (position: number): string =>
  position === 1
    ? 'You are next on the waiting list.'
    : `You are number ${position} on the waiting list.`

/** The rules of the list, on its page and in the mails. */
export const HOW_IT_WORKS = [
  'When a place becomes free, we offer it to the first person on the list whom it suits, and send an email.',
  `The place is then kept for that person for ${OFFER_HOURS} hours, or for ${OFFER_HOURS_NEAR} hours when the event is less than ${OFFER_NEAR_HOURS / 24} days away. Until then no one else can book it. A time that would end in the night ends at ${NIGHT.until}.`,
  'A place that is not booked in time goes to the next person, and the entry on the list ends. You can join again.',
  'Booking any appointment takes you off every waiting list.',
] as const

export const WAITING_TEXTS = {
  none: 'You are on no waiting list.',
  noneHint: `An event that says ‘${EVENT_STATE_LABELS.full}’ has a waiting list.`,
  failed: 'We cannot show your waiting lists at the moment',
  joinTitle: 'Which times suit you?',
  joinHint: 'We only offer you places at these times.',
  join: JOIN_WAITING_LIST,
  change: 'Save these times',
  joined: 'You are on the waiting list',
  joinedText: 'We will email you as soon as a place that suits you is free.',
  changed: 'Your times are saved',
  refused: 'You are not on the waiting list',
  leave: 'Leave the waiting list',
  offered: 'A place is offered to you',
  book: 'Book this place',
  giveBack: 'Give this place back',
  changeTimes: 'Change times',
  see: 'See or leave the waiting list',
  seeEvent: 'See the event',
  all: 'Your waiting lists',
  howItWorks: 'How the waiting list works',
} as const

export const LEAVE_DIALOG = {
  title: 'Leave the waiting list?',
  text: 'You lose your position. You can join again at the end of the list.',
  offerTitle: 'Give this place back?',
  offerText: 'The place goes to the next person, and you leave the waiting list.',
  confirm: 'Yes, leave',
  confirmOffer: 'Yes, give it back',
  dismiss: 'No, stay',
  dismissOffer: 'No, keep it',
  failed: 'This did not work. Please try again.',
} as const

/** After the end of an entry. */
export const ENDED_TEXTS = {
  left: 'You left this list.',
  booked: 'You booked an appointment.',
  'offer-expired':
    'A place was offered to you, and the offer has expired. You can join the list again.',
  'offer-declined': 'You gave an offered place back.',
  'not-eligible': 'The details of your profile do not allow this event.',
  'event-closed': 'Booking for this event has closed. No place became free for you.',
  'event-cancelled': 'This event has been cancelled.',
} as const satisfies Record<WaitingEnd, string>

/** At the refusal of a time while a place is offered at another event. */
export const GIVE_UP_OFFER = 'Give up the offered place and take this time'

/** On the booking page, after `You hold 15:10` of an offer. */
export const offeredUntil = (deadline: string): string => `It is kept for you until ${deadline}.`

export const OFFER_OVER = {
  title: 'Your place is no longer offered',
  text: 'The offer has expired, and the place goes to the next person. You can join the waiting list again.',
} as const
