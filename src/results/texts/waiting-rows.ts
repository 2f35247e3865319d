import {
  type AcceptableDifference,
  mayBeConfirmed,
  oneDifference,
} from '#results/rules/lab-match.ts'
import type { RowRefusal } from '#results/rules/row-end.ts'
import { spacedLabel } from '#results/rules/sample-label.ts'
import { QUARANTINE_REASONS } from '#results/texts/lab.ts'

const isReason = (reason: string): reason is keyof typeof QUARANTINE_REASONS =>
  Object.hasOwn(QUARANTINE_REASONS, reason)

/** A reason in words. */
export const reasonText = (reason: string): string =>
  isReason(reason) ? QUARANTINE_REASONS[reason] : reason

/** Why a row did not end, and what to do. */
export const ROW_REFUSALS: Record<RowRefusal, string> = {
  'not-waiting': 'There is no row with this id that waits: the list has those that do.',
  'content-deleted':
    'The content of this row was deleted: close it, and ask the laboratory to send it again.',
  importer: 'You imported this file: two other people end its rows.',
  'own-proposal':
    'You proposed this already: another person, who did not import the file, takes the same step.',
  'changed-meanwhile':
    'This row was changed after you opened it. It is shown here as it is now: read it again.',
  'other-reasons':
    'This row waits for reasons that a telephone call does not settle: ask the laboratory to send it again, and close this one.',
  'not-one-difference':
    'A difference is accepted only when exactly one identifier differs, and nothing else is wrong: ask the laboratory, or close the row.',
  'event-open':
    'The event of this tube is not closed: another patient’s tube that agrees with the row may still be recorded. Close the event first.',
  'paper-missing': 'Type what is written on the paper form.',
  'paper-differs':
    'The paper form does not agree with the tube. Do not accept the difference: ask the laboratory, or close the row and offer a free repeat.',
  'another-tube':
    'Another patient’s tube of these days agrees with the row as well as this one: the difference cannot be accepted. Ask the laboratory, or close the row and offer a free repeat.',
  'another-row-waits':
    'Another row of this label waits with other identifiers: close that one first (two people), then end this one.',
  'known-already': 'The tube has this value already: close the row.',
  changed:
    'The tube or its result has changed since, and the row does not agree with it now: read it again, and close it or ask the laboratory again.',
}

/** What two people do to a row, as one proposes it. */
export const END_WORDS = {
  confirmed: 'confirm it',
  'difference-accepted': 'accept its one difference',
  closed: 'close it',
} as const

/** How a row ended. */
export const ENDED_WORDS = {
  confirmed: 'taken over, as the laboratory confirmed it',
  'difference-accepted': 'taken over, with one difference that was accepted',
  closed: 'closed without a result',
  overtaken: 'ended by a later row of the laboratory',
} as const

/** The identifier that differs, in the middle of a sentence. */
export const IDENTIFIERS: Record<AcceptableDifference, string> = {
  'surname-differs': 'surname',
  'forename-differs': 'forename',
  'birth-date-differs': 'date of birth',
  'collection-day-differs': 'day of collection',
  'laboratory-differs': 'laboratory',
}

const DO: Readonly<Record<string, string>> = {
  'another-row-waits': 'End the other row first.',
  'result-withdrawn': 'Close this row.',
  'label-void': 'Close this row. The patient is tested again.',
  'not-tested': 'Close this row, and offer the patient a free repeat.',
  'not-final': 'Wait for the final value: it ends this row.',
  'namesake-tube':
    'Ask the laboratory by telephone for the first name on the tube; two people then confirm the row.',
  'label-twice-in-file':
    'Ask the laboratory by telephone which row is right. Two people confirm that one, and close the other.',
  'another-final-value':
    'Ask the laboratory by telephone which value is right. Two people confirm this row, or close it and the first value stands.',
}

/** What can be done about one reason of a row. */
export function whatToDo(reason: string): string {
  const own = DO[reason]
  if (own !== undefined) return own
  if (mayBeConfirmed([reason])) {
    return 'Ask the laboratory by telephone; two people then confirm the row.'
  }
  return oneDifference([reason]) === undefined
    ? 'Ask the laboratory to send the row again, and close this one.'
    : 'Compare with the paper form. If the event is closed, nothing else is wrong, and the paper agrees with the tube, two people can accept it. Otherwise ask the laboratory, and close the row.'
}

const QUESTIONS: Readonly<Record<string, string>> = {
  'label-unreadable': 'Which label is on the tube? It has eight characters and begins with H.',
  'label-unknown': 'Which label is on the tube? We have none with the label you sent.',
  'label-void': 'We cannot use a value of this tube. Please send no more rows for it.',
  'label-twice-in-file':
    'Two rows of your file have this label and say something else. Which one is right?',
  'birth-date-differs': 'Which date of birth is on the tube?',
  'surname-differs': 'Which surname is on the tube?',
  'forename-differs': 'Which first name is on the tube?',
  'namesake-tube': 'Which first name is on the tube?',
  'checked-otherwise': 'Which surname, first name and date of birth are on the tube?',
  'laboratory-differs': 'Which laboratory tested this tube?',
  'collection-day-differs': 'Which day of collection is on the tube?',
  'nhs-number-differs': 'Which NHS number is on the request?',
  'value-implausible': 'Is the value right, with its decimal point and unit?',
  'another-row-waits':
    'You sent rows for this label that contradict each other. Which one is right?',
  'another-final-value':
    'You sent another final value for this tube before. Which one is right? Please send a correction as such.',
  'not-tested': 'Why could the tube not be tested?',
  'not-final': 'When can we expect the final value?',
}

/** A question to the laboratory, to copy. It names the tube by its label and the row by its line, never the patient, and has no value. */
export const questionText = (row: {
  day: string
  line: number
  label: string | null
  labRef: string
  reasons: readonly string[]
}): string =>
  [
    `Your file that we received on ${row.day}, line ${row.line}`,
    ...(row.label === null ? [] : [`Label: ${spacedLabel(row.label)}`]),
    ...(row.labRef.trim() === '' ? [] : [`Your reference: ${row.labRef.trim()}`]),
    '',
    ...row.reasons.map(
      (reason) => `- ${QUESTIONS[reason] ?? `Please check this row: ${reasonText(reason)}.`}`,
    ),
    '',
    'Please answer with the label, and send the corrected row in your next file.',
    '',
  ].join('\n')

/** Why a tube was not ended without a result, on its page. */
export const SPOIL_REFUSALS = {
  'label-unknown': 'There is no such tube.',
  'not-live': 'Nothing was changed: this tube was ended before, or its label was bound by mistake.',
  'has-result':
    'Nothing was changed: this tube has a result. A clinician withdraws the result first.',
  'event-closed': 'Nothing was changed: the event is closed.',
  'row-waits':
    'A row of this tube waits, and its value may be right. Two people end the row first; then a free repeat can be offered.',
} as const

/** What happened to a tube that gets no result; the words are kept in the audit log. */
export const SPOILED_REASONS = {
  spoiled: 'the laboratory could not test it',
  refused: 'the laboratory refused it',
  lost: 'it was lost',
} as const
export type SpoiledReason = keyof typeof SPOILED_REASONS
