import { countOf } from '#core/texts/count.ts'
import type { DeskStepReason } from '#results/rules/desk-reason.ts'

/** The questions before the test (CLI-07), in the words of the consent text; `reason` is what is recorded after a 'yes'. */
export const QUESTIONS = [
  {
    name: 'infection',
    text: 'Have you had an infection of the urine in the last six weeks?',
    reason: 'an infection of the urine in the last six weeks',
  },
  {
    name: 'biopsy',
    text: 'Have you had a biopsy in the last six weeks?',
    reason: 'a biopsy in the last six weeks',
  },
  {
    name: 'ejaculation',
    text: 'Have you ejaculated in the last 48 hours?',
    reason: 'ejaculation in the last 48 hours',
  },
  {
    name: 'exercise',
    text: 'Have you exercised hard, for example cycled, in the last 48 hours?',
    reason: 'hard exercise in the last 48 hours',
  },
] as const
export type QuestionName = (typeof QUESTIONS)[number]['name']

/** Why a step was refused, and what to do (CLI-02 to CLI-07, CLI-10). None names a patient. */
export const DESK_REFUSALS: Readonly<Record<DeskStepReason, string>> = {
  'event-cancelled': 'This event is cancelled. Do not take blood. Ask a coordinator.',
  'event-closed': 'This event is closed: nothing is recorded any more. Ask a coordinator.',
  'not-event-day':
    'This event is not today. A coordinator records an evening on paper with ‘Enter from paper’.',
  'not-booked':
    'This patient has no booked appointment here any more. Look at the list, or record a walk-in.',
  'has-outcome': 'This patient has an outcome already. Undo it first if it is wrong.',
  'identity-failed':
    'Name and birth date did not agree before. Only a coordinator can confirm the identity now.',
  'no-identity': 'The identity is not confirmed. Start again with name and birth date.',
  'not-arrived': 'The patient is not recorded as here. Start again with name and birth date.',
  'no-consent':
    'There is no consent for today. Ask for the consent form before you go on. Take no blood without it.',
  'no-answers': 'The questions before the test are not answered. Ask them first.',
  'sample-taken':
    'A tube of this patient is recorded already. Look at the list. If the record is wrong, undo it first.',
  'label-used':
    'This label is used already. Take a new pair of labels, put the new label on the tube, and read it.',
  'in-future': 'The time is in the future. Correct it.',
  'wrong-age':
    'Only patients who are 40 to 80 years old today can be tested. Take no blood. Tell the patient to ask their GP.',
  'not-tested': 'This patient is recorded as not tested. Undo that first if it is wrong.',
  'not-over': 'An appointment has not ended yet. Wait until its end before you record an absence.',
  arrived: 'A patient came in the meantime. Look at the list again.',
  'has-appointment':
    'This patient has an appointment at this event. Go back to the list and type its reference.',
  'no-walk-in-place':
    'All walk-in places of this event are taken. Ask a coordinator, who can add places in the event.',
  'named-by-laboratory':
    'The laboratory has sent a result for this tube. Nothing can be undone here any more. Tell a coordinator.',
  'other-booking':
    'The patient has booked another appointment since. Undo this after the end of the appointment of today.',
  changed:
    'The record has changed since you opened this page. Nothing was undone. Look at it again.',
  'coordinator-needed':
    'Two minutes have passed, or another person recorded this. Ask a coordinator to undo it.',
  'reason-needed': 'Write the reason.',
  'label-differs':
    'This is not the label that is recorded. Read the label on the tube again. If it is right, look for the tube in the list first.',
  'not-begun': 'The event has not begun. Close it when everybody has left.',
  remaining: 'Some patients have no outcome yet. Record one for each of them first.',
  'booking-underway':
    'A place is being booked at this moment. Wait 15 minutes, then close the event.',
  'tubes-differ':
    'This is not the number of tubes recorded. Count again. If the number is right, explain the difference below.',
}

/** To a second person, whose count of the tubes is another one (CLI-10). */
export const closedAlready = (tubes: number): string =>
  `This event is closed already with ${countOf(tubes, 'tube')}. Your number was not recorded. Speak to the person who closed it.`

/** Why the page of a patient shows no patient. */
export const NOTHING_TO_RECORD: Readonly<Record<string, string>> = {
  outcome: 'The outcome of this patient is recorded.',
  stopped:
    'Name or birth date did not agree. Take no blood. Ask a coordinator, who can open this page too.',
  'stopped-late': 'Name or birth date did not agree. Only a coordinator can confirm the identity.',
  'other-day': DESK_REFUSALS['not-event-day'],
  cancelled: DESK_REFUSALS['event-cancelled'],
  closed: DESK_REFUSALS['event-closed'],
  gone: 'This patient is not on the list of this event any more. Look at the list, or record a walk-in.',
}

/** Why an arrival cannot be undone. */
export const FOLLOWED =
  'Something was recorded after the arrival. A coordinator takes back a consent on paper, on the page of the patient. After the questions, record that the patient is not tested, and undo that: it takes everything back.'
