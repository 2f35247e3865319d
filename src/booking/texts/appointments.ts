import { CHANGE_CUT_OFF_HOURS } from '#booking/rules/change-cut-off.ts'
import { PLACE_REFUSALS, type PlaceReason } from '#events/texts/place-refusals.ts'

/** Messages of cancelling and rescheduling an appointment, shown by the portal and returned by the API. */

/** Labels of an appointment's facts on the pages, in the mail and in the calendar entry. */
export const APPOINTMENT_LABELS = {
  event: 'Event',
  test: 'Test',
  date: 'Date',
  time: 'Time',
  place: 'Place',
  contact: 'Contact',
} as const

/** A patient without appointments (APPT-01). */
export const NO_APPOINTMENTS = 'No upcoming events or appointments found'

/** The question before a cancellation (APPT-02). */
export const CANCEL_DIALOG = {
  title: 'Are you sure?',
  text: 'Do you really want to cancel this appointment?',
  confirm: 'Yes, cancel it',
  dismiss: 'No, keep it',
} as const

/** After a cancellation (APPT-02). */
export const CANCELLED_NOTICE = {
  title: 'Appointment Cancelled',
  text: 'Your appointment has been cancelled successfully.',
} as const

/** After a cancellation that failed for any other reason (APPT-02). */
export const CANCEL_FAILED_NOTICE = {
  title: 'Cancellation Failed',
  text: 'Something went wrong while canceling your appointment. Please try again later.',
} as const

/** Until when a patient can change an appointment online; `until` is a day and time of London (APPT-02). */
export const changeableUntil = (until: string): string =>
  `You can change the time or cancel online until ${until}.`
export const changeableNoMore = (until: string): string =>
  `This appointment could be changed or cancelled online until ${until}.`

/** A time so near that nothing can be changed once it is booked (APPT-02, APPT-03). */
export const LOCKED_TIME = `This time is less than ${CHANGE_CUT_OFF_HOURS} hours away: you can neither change nor cancel it online.`

/** Above times to choose from: which of them are so near; `last` is a time, undefined for all of them. */
export const lockedTimes = (last: string | undefined): string =>
  last === undefined
    ? `These times are less than ${CHANGE_CUT_OFF_HOURS} hours away. Once you have one of them, you can neither change nor cancel it online.`
    : `Times up to ${last} are less than ${CHANGE_CUT_OFF_HOURS} hours away. Once you have one of them, you can neither change nor cancel it online.`

/** The modal of a change of time (APPT-03). */
export const RESCHEDULE_DIALOG = {
  title: 'Edit Appointment',
  current: 'Current time',
  choose: 'Choose a new time',
  own: 'your time',
  confirm: 'Confirm new time',
  dismiss: 'Keep the current time',
} as const

/** After a change of time (APPT-03). */
export const RESCHEDULED_TEXT = 'Appointment time updated successfully.'

/** After a change of time that failed for any other reason (APPT-03). */
export const RESCHEDULE_FAILED_TEXT = 'Failed to update appointment.'

/** In place of the times to choose from (APPT-03). */
export const RESCHEDULE_SLOT_TEXTS = {
  failed: 'Failed to load time slots.',
  /** The event has no end or no duration of a slot. */
  incomplete: 'Incomplete event details',
  none: 'No slots generated',
} as const

/** Every other time of the event is taken or over. */
export const NO_OTHER_TIME = 'No other time of this event is free at the moment.'

/** Below the upcoming appointments (APPT-01). */
export const PAST_APPOINTMENTS = {
  title: 'Past appointments',
  failed: 'We cannot show your past appointments at the moment',
} as const

/** The history of an appointment (APPT-04). */
export const HISTORY_LABEL = 'History'
const CHANGED_BY = { patient: 'by you', charity: 'by the charity' } as const

type ChangeFacts = {
  readonly action: 'booked' | 'moved' | 'cancelled'
  readonly changedBy: keyof typeof CHANGED_BY
  /** Days and times in London, empty where the change has none. */
  readonly from: string
  readonly to: string
}

/** One change of an appointment. Example: `Moved from 12/12/2026, 09:20 to 12/12/2026, 09:40 by you`. */
export function changeText({ action, changedBy, from, to }: ChangeFacts): string {
  const by = CHANGED_BY[changedBy]
  if (action === 'booked') return `Booked for ${to} ${by}`
  return action === 'moved' ? `Moved from ${from} to ${to} ${by}` : `Cancelled ${by}`
}

/** Title of the modal for a change that was made from an older version of the appointment (APPT-03). */
export const APPOINTMENT_CHANGED_TITLE = 'Appointment changed'

const UNCHANGED = {
  'appointment-not-found': { status: 404, text: 'There is no such appointment.', way: 'over' },
  'not-booked': { status: 409, text: 'This appointment is not booked.', way: 'over' },
} as const
const tooLate = (title: string, done: string) =>
  ({
    status: 409,
    title,
    // Without a full stop (APPT-02, APPT-03).
    text: `Appointments cannot be ${done} within ${CHANGE_CUT_OFF_HOURS} hours of the scheduled time. Please contact support for assistance`,
    way: 'over',
  }) as const

/** Why an appointment is not cancelled (APPT-02, PAY-08). `ask`: the question is asked again, with what is true now. */
export const CANCEL_REFUSALS = {
  ...UNCHANGED,
  'too-late': tooLate('Cannot cancel', 'cancelled'),
  'refund-changed': {
    status: 409,
    text: 'The refund has changed since you were asked. Nothing was cancelled. Please check the amount and confirm again.',
    way: 'ask',
  },
} as const

/** A refusal of the place, while its time is changed. */
const ofPlace = <Way extends string>(reason: PlaceReason, way: Way) => {
  const { status, text } = PLACE_REFUSALS[reason]
  return { status, text, way }
}

/** Why a time is not changed (APPT-03). The modal closes (`over`), asks for another time (`choose`), or shows the appointment as it is now (`look`). */
export const CHANGE_REFUSALS = {
  ...UNCHANGED,
  'too-late': tooLate('Cannot modify', 'rescheduled'),
  'appointment-changed': {
    status: 409,
    text: 'This appointment has changed in the meantime. Please check its current time before you confirm a new one.',
    way: 'look',
  },
  'slot-not-found': ofPlace('slot-not-found', 'choose'),
  'slot-taken': ofPlace('slot-taken', 'choose'),
  'event-cancelled': ofPlace('event-cancelled', 'over'),
  'nhs-number-required': ofPlace('nhs-number-required', 'over'),
} as const
export type ChangeReason = keyof typeof CHANGE_REFUSALS
