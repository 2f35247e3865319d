import type { RowDecision } from '#results/rules/lab-match.ts'

/** The state of a laboratory's file, in the list and as the heading of its page. */
export const UPLOAD_STATES = {
  sending: 'Arriving',
  sent: 'Being checked',
  checked: 'Checked',
  refused: 'Refused',
  taking: 'Being taken over',
  taken: 'Taken over',
}

/** What became of rows, or would become of them, for the clerk. */
export const ROW_COUNTS: Record<RowDecision['kind'], string> = {
  accepted: 'New results',
  amended: 'Corrected results',
  unchanged: 'Already known',
  withdrawn: 'Withdrawn by the laboratory: the value is hidden',
  quarantined: 'Wait for two people',
}

/** By the word in the address after a form. */
export const UPLOAD_DONE: Record<string, string> = {
  discarded: 'The file is deleted. Nothing of it was taken over.',
}
