import { formatShortInstant } from '#core/rules/time.ts'
import type { CallCase, CallStep, CaseOutcome, DetailedTick } from '#results/rules/call-case.ts'

/** Why a value is not told now, and why the patient is not named or no call recorded: with what to do. */
export const UNREADY = {
  'refused-by-laboratory': 'the laboratory took its value back: do not tell the patient this value',
  'newer-version': 'the laboratory has corrected it: use the newer version',
  'row-waits':
    'another row of its tube waits: do not tell the patient this value before the row is dealt with',
  'not-judged': 'its judgement is not complete: judge it first',
  'not-open': 'it was withdrawn or replaced: do not tell the patient this value',
} as const

export const CALL_REFUSALS = {
  ...UNREADY,
  'not-found': 'there is no such result',
  'not-to-be-called': 'it is neither red nor shown to its patient: it needs no call',
  closed: 'the calls about it have ended already',
  'too-soon': 'the last attempt was less than an hour ago: call again later',
  'not-shown':
    'only the calls about a shown result end without a call: show it first, with a reason',
} as const

/** Why a result is not shown by the page of its case, beside those of a call. */
const RELEASE_FAULTS = {
  held: 'It is held, and is not shown. Nothing was recorded: end the hold first.',
  'not-called':
    'It is not shown after so few attempts. Nothing was recorded: call again, or wait for the third working day.',
  'reason-needed': 'Write why the result is shown although the patient was not reached.',
} as const

/** A refusal of a command as a sentence of a page. */
export const asSentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

export const KINDS = {
  'call-first': 'Red result',
  unread: 'Unread result',
  'wrong-patient': 'Result belongs to another patient',
} as const

/** What a case is called; without the colour while its result is judged again, because a reader could see the list. */
export const caseTitle = ({ kind, isJudged }: Pick<CallCase, 'kind' | 'isJudged'>): string =>
  kind === 'call-first' && !isJudged ? 'Result to be judged again' : KINDS[kind]

export const STEPS: Readonly<Record<CallStep, string>> = {
  checklist: 'Work through the checklist.',
  'refused-by-laboratory': asSentence(UNREADY['refused-by-laboratory']),
  'newer-version': asSentence(UNREADY['newer-version']),
  'row-waits': asSentence(UNREADY['row-waits']),
  'not-judged': asSentence(UNREADY['not-judged']),
  'not-open': asSentence(UNREADY['not-open']),
  held: 'It is held: settle the question before you call.',
  'call-now': 'Call now: three working days have passed since the second judgement.',
  'call-again': 'Not reached yet: call again.',
  call: 'Call the patient.',
  'told-early':
    'The patient was told while a question about the value was open: call again, and say that it stands.',
  'may-show': 'Not reached: call again, or show the result with a reason.',
  'shown-not-reached': 'Shown, but not reached: call again, or end the calls.',
  'not-confirmed': 'The patient cannot read it, because the address is not confirmed: call.',
  unread: 'Shown for two weeks and not opened: call.',
}

const OUTCOMES: Readonly<Record<CaseOutcome, string>> = {
  'spoken-to': 'The patient was spoken to',
  'not-reached': 'The patient was not reached',
  replaced: 'The result was replaced or withdrawn',
  read: 'The patient has read it',
  done: 'The checklist is complete',
}

/** How a case ended; undefined while it is open. */
export const caseEnd = ({
  outcome,
  closedAt,
  closedBy,
}: Pick<CallCase, 'outcome' | 'closedAt' | 'closedBy'>): string | undefined =>
  outcome === null || closedAt === null
    ? undefined
    : `${OUTCOMES[outcome]}: the case ended on ${formatShortInstant(closedAt)} (${closedBy}).`

export const NOTES = {
  attempt: 'Tried, not reached',
  'spoken-to': 'Spoken to',
  'not-reached': 'Ended, not reached',
  shown: 'Shown although not reached',
  'told-patient': 'The patient of this tube was telephoned',
  'told-other': 'The patient of the other tube was telephoned',
  'no-other': 'No other patient is affected',
  'told-laboratory': 'The laboratory was told',
  incident: 'The incident has a number',
  reopened: 'The checklist began again. Earlier steps do not count',
} as const

/** What is missing when a step of the checklist is recorded without a text. */
export const DETAILS_NEEDED: Readonly<Record<DetailedTick, string>> = {
  incident: 'Write the number of the incident.',
  'no-other': 'Write how you know that no other patient is affected.',
}

/** Why a step of a page about a case was refused. */
export const CASE_FAULTS = {
  'not-found': 'There is no such case. Nothing was recorded.',
  closed: 'This case has ended in the meantime. Nothing was recorded.',
  'changed-meanwhile':
    'Another clinician recorded something in the meantime. Nothing of yours was recorded: read what is new, and send the form again if it is still right.',
  'another-case': 'This form is for another case. Nothing was recorded.',
  'other-tube': 'Name the other tube first, or record that no other patient is affected.',
  'no-tube': 'No other tube has this label. Check the label and type it again.',
  'named-already': 'This tube is named already.',
  'nothing-recorded': 'No step of the checklist is recorded: there is nothing to begin again.',
  settled:
    'The other patient was told, or it is recorded that no other patient is affected: the tube cannot be changed any more.',
  changed:
    'A result has changed in the meantime. Nothing was recorded: read what is below, and decide again.',
  busy: 'A laboratory file is being taken over: the result is NOT hidden yet. Send the form again immediately.',
} as const

/** A refused step about a case, as a sentence of its page. */
export function stepFault(reason: string): string {
  const call = Object.entries(CALL_REFUSALS).find(([name]) => name === reason)?.[1]
  const own = Object.entries({ ...RELEASE_FAULTS, ...CASE_FAULTS }).find(
    ([name]) => name === reason,
  )?.[1]
  return (
    own ?? (call === undefined ? 'Nothing was recorded. Open the case again.' : asSentence(call))
  )
}
