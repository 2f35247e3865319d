import { AMBER_WITHOUT_TABLE } from '#results/rules/thresholds.ts'

/** What a page says after a judgement; the word is in its address. */
export const JUDGING_DONE = {
  recorded: 'The judgement is recorded.',
  second: 'The judgement is recorded. A second clinician will read this case.',
  table: `The judgement is recorded. It is milder than the table of thresholds (without a table: green from ${AMBER_WITHOUT_TABLE} ng/mL on), so a second clinician will read this case.`,
  differs:
    'The judgement is recorded. It differs from the one of another clinician, so the case is judged again.',
  known: 'This judgement was recorded before. Nothing was changed.',
  deferred: 'The case is deferred. It is in the list of deferred cases.',
} as const
export type JudgingDone = keyof typeof JUDGING_DONE

/** Why a judgement, or a deferral, was not recorded. */
export const JUDGING_REFUSALS = {
  gone: 'This case is not open any more: its result is shown, replaced or withdrawn. Nothing was recorded.',
  changed:
    'Changed meanwhile: since you opened this case it was judged by another clinician, held, or corrected by the laboratory. Nothing was recorded. Read it again.',
  foreign: 'This form is for another case. Nothing was recorded. Read the case below.',
  'too-soon':
    'This page was open for less than a second. Nothing was recorded. Read the case, then press again.',
  'imported-it':
    'You imported this result from the laboratory, or took it over. Another clinician judges it.',
  'needs-another-person': 'You have judged this case. Another clinician reads it next.',
} as const

/** Why a case cannot be judged on its page. */
export const CLOSED_CASES = {
  ...JUDGING_REFUSALS,
  gone: 'This case is not open: its result is shown, replaced or withdrawn.',
  judged: 'This case is judged, and waits for its release.',
} as const

export const RISK_WORDS = { low: 'Low', intermediate: 'Intermediate', high: 'High' } as const
