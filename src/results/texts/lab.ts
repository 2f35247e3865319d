import type { QuarantineReason, RowDecision } from '#results/rules/lab-match.ts'

const CONFIRM = 'two people confirm it with the laboratory by telephone'

/** Why a row waits in quarantine, for the operator. */
export const QUARANTINE_REASONS: Record<QuarantineReason, string> = {
  'cells-missing': 'has another number of cells than the header',
  'label-unreadable': 'the label is not one of ours, or its check character is wrong',
  'label-unknown': 'no sample has this label',
  'label-void':
    'the sample with this label gets no result: it is void, spoiled or bound by mistake',
  'label-twice-in-file': `another row of this file has the same label and has other content: ${CONFIRM}`,
  'birth-date-unreadable': 'the date of birth is not a day written YYYY-MM-DD',
  'birth-date-differs': 'the date of birth is not the one on the tube',
  'surname-missing': 'the surname is missing',
  'surname-differs': 'the surname is not the one on the tube',
  'forename-differs': 'the forename is not the one on the tube',
  'laboratory-differs': 'the tube went to another laboratory',
  'collection-day-unreadable': 'the day of collection is not a day written YYYY-MM-DD',
  'collection-day-differs': 'the day of collection is more than a day from the one on the tube',
  'nhs-number-unreadable': 'the NHS number is not valid',
  'nhs-number-differs': 'the NHS number is not the patient’s',
  'test-differs': 'it is another test than PSA',
  'value-missing': 'the value is missing',
  'decimal-comma': `the value has a decimal comma: ${CONFIRM}`,
  'unit-in-value': `the unit is in the column of the value: ${CONFIRM}`,
  'value-unreadable': 'the value is not a number, or can be read in two ways',
  'value-implausible': `the value is very low or very high: ${CONFIRM}`,
  'unit-differs': 'the unit is not ng/mL or its equivalent',
  'status-unreadable': 'the status is not F, C or W',
  'not-final': 'the value is preliminary (status P)',
  'not-tested': 'the laboratory has no value (status X)',
  'namesake-tube': `another patient's tube of this laboratory has the same surname and date of birth, and nothing in the row tells them apart: ${CONFIRM}`,
  'another-row-waits':
    'another row of this label waits with other identifiers: close that one first',
  'another-final-value': `the sample has another final value already: ${CONFIRM}, or close the row`,
  'result-withdrawn': 'the result of this sample was withdrawn',
  'value-taken-back':
    'the laboratory took this value back: only a correction (status C) brings a value',
  'taken-back-early':
    'the laboratory took a value back (status W) whose tube is not recorded: a tube with this label needs a correction (status C)',
  'changed-since-check': 'the sample or its result changed while the file was imported',
  'checked-otherwise': `a file that was checked and not taken over has other identifiers for this label: ${CONFIRM}`,
}

/** What became of the rows of a file, for the operator. */
export const ROW_DECISIONS: Record<RowDecision['kind'], string> = {
  accepted: 'taken over',
  amended: 'taken over as a correction',
  unchanged: 'already known, unchanged',
  withdrawn: 'withdrawn by the laboratory: the value is hidden',
  quarantined: 'in quarantine',
}
