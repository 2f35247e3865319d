import { CALL_REFUSALS, CASE_FAULTS } from '#results/texts/calls.ts'

/** The states of a result, for staff. */
export const RECORD_STATES = {
  matched: 'Waits for a judgement',
  graded: 'Judged, not shown',
  deferred: 'Held before it was shown',
  released: 'Shown to the patient',
  on_hold: 'Held: hidden from the patient',
  superseded: 'Replaced by a newer version',
  withdrawn: 'Withdrawn',
} as const

/** Why a result is not hidden or shown, and what to do. */
export const RECORD_FAULTS: Readonly<Record<string, string>> = {
  ...CALL_REFUSALS,
  'not-found': 'There is no such result.',
  'not-open': 'It was withdrawn or replaced before. Nothing was changed.',
  busy: CASE_FAULTS.busy,
  changed:
    'This result has changed in the meantime. Nothing was done: read what is below, and decide again.',
  'no-tube': CASE_FAULTS['no-tube'],
  'case-exists':
    'This is recorded already: the page of each version has a link to its checklist. Nothing was changed.',
  'not-held': 'It is not held any more. Nothing was changed.',
  'second-person':
    'Another patient has the same surname and birth date. A clinician who neither judged it alone nor imported its row asks the laboratory, and ends the hold.',
  'not-called':
    'It is red, and the patient has not been spoken to. Call first: the case is on the page Calls.',
  'not-judged': 'A judgement is missing. Judge it first; then the hold can end.',
  'row-waits': 'Another row of its tube waits. Deal with the row first.',
  'newer-version': 'The laboratory has corrected it. Use the newer version.',
  'refused-by-laboratory': 'The laboratory took its value back. Only a correction brings one.',
}

/** What the audit log says of a result, in words. */
export const ACTIONS: Readonly<Record<string, string>> = {
  'result-matched': 'Taken over from the laboratory, or judged again',
  'result-graded': 'Judgement complete',
  'result-judged': 'Judged',
  'result-put-off': 'Judgement deferred',
  'result-deferred': 'Held before it was shown',
  'result-released': 'Shown',
  'result-on_hold': 'Hidden',
  'result-superseded': 'Replaced by a newer version',
  'result-withdrawn': 'Withdrawn',
  'result-read': 'Read in the portal',
  'result-letter-read': 'Letter opened',
  'result-exported': 'Read in the own data',
  'result-acknowledged': 'Marked as read',
  'result-record-read': 'This page was opened',
  'result-evidence-read': 'Opened to be judged',
  'call-attempt': 'Call: not reached',
  'call-spoken-to': 'Call: spoken to',
  'call-not-reached': 'Calls ended, not reached',
  'call-shown': 'Shown although not reached',
  'wrong-patient-opened': 'The checklist began: it is another patient’s',
  'other-tube-named': 'The other tube was named',
  'other-tube-changed': 'Another tube was named instead',
  'wrong-patient-read': 'The checklist was opened',
  'wrong-patient-told-patient': 'Checklist: the patient was telephoned',
  'wrong-patient-told-other': 'Checklist: the patient of the other tube was telephoned',
  'wrong-patient-no-other': 'Checklist: no other patient is affected',
  'wrong-patient-told-laboratory': 'Checklist: the laboratory was told',
  'wrong-patient-incident': 'Checklist: the incident has a number',
  'wrong-patient-reopened': 'Checklist: begun again',
}
