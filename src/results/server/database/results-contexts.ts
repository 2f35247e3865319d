import type { CipherContext } from '#core/server/security/seal.ts'

/** The encrypted columns of a result. */
export type ResultColumn =
  | 'finding_sealed'
  | 'light_sealed'
  | 'risk_group_sealed'
  | 'comments_sealed'
  | 'retest_on_sealed'

/** The encrypted columns of a judgement; the reason for another day of the next test is not in the result. */
export type JudgementColumn = Exclude<ResultColumn, 'finding_sealed'> | 'retest_reason_sealed'

/** The cipher context of a result's value, colour, risk group, comments or next test. */
export const resultContext = (resultId: string, column: ResultColumn): CipherContext => ({
  table: 'results',
  row: resultId,
  column,
})

/** The cipher context of a judgement's colour, risk group, comments or next test. */
export const judgementContext = (gradingId: string, column: JudgementColumn): CipherContext => ({
  table: 'gradings',
  row: gradingId,
  column,
})

/** The cipher context of a row of a laboratory file. */
export const labRowContext = (rowId: string): CipherContext => ({
  table: 'lab_rows',
  row: rowId,
  column: 'row_sealed',
})

/** The cipher context of the name on a sample. */
export const patientNameContext = (sampleId: string): CipherContext => ({
  table: 'samples',
  row: sampleId,
  column: 'patient_name_sealed',
})

/** The cipher context of why a case was put off. */
export const deferralContext = (deferralId: string): CipherContext => ({
  table: 'deferrals',
  row: deferralId,
  column: 'details_sealed',
})

/** The cipher context of what was written about a call. */
export const callContext = (noteId: string): CipherContext => ({
  table: 'follow_up_notes',
  row: noteId,
  column: 'details_sealed',
})
