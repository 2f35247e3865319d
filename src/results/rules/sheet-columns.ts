import { COMING_HEADING } from '#booking/texts/reminders.ts'

/**
 * The columns of the run sheet, which is also the attendance file (EVM-02, CLI-05): what is printed is what is read. The NHS number of a
 * sheet for ESNEFT is one more.
 */
export const SHEET_COLUMNS = [
  'time',
  'place',
  'reference',
  'patient',
  'event',
  'surname',
  'first name',
  'date of birth',
  'phone',
  'status',
  COMING_HEADING,
  'warning',
  'consent',
  'outcome',
  'label',
  'taken_at',
  'reason',
  'correction',
] as const
export const NUMBER_COLUMN = 'NHS number'
