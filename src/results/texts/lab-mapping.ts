import type { DateForm, LabColumn, StatusCode } from '#results/rules/lab-mapping.ts'

/** The fields of the form, in words. */
export const COLUMN_LABELS: Record<LabColumn, string> = {
  laboratory: 'Laboratory',
  label: 'Label of the tube',
  surname: 'Surname',
  date_of_birth: 'Date of birth',
  collected_on: 'Day of collection',
  test: 'Test',
  value: 'Value',
  unit: 'Unit',
  status: 'Status',
  forename: 'Forename',
  nhs_number: 'NHS number',
  lab_ref: 'Number of the laboratory',
  comments: 'Comments of the laboratory',
}

export const STATUS_LABELS: Record<StatusCode, string> = {
  F: 'Words for a final value',
  C: 'Words for a corrected value',
  W: 'Words for a withdrawn value',
  P: 'Words for a value that is not final',
  X: 'Words for a tube that was not tested',
}

export const SEPARATOR_OPTIONS = [
  { value: 'comma', label: 'Commas' },
  { value: 'semicolon', label: 'Semicolons' },
  { value: 'tab', label: 'Tabs' },
]

export const ENCODING_OPTIONS = [
  { value: 'utf-8', label: 'UTF-8' },
  { value: 'windows-1252', label: 'ANSI (Windows-1252)' },
]

const DATE_LABELS: Record<DateForm, string> = {
  'yyyy-mm-dd': '2026-12-03: year, month, day',
  'dd/mm/yyyy': '03/12/2026: day, month, year',
  'dd/mm/yy': '03/12/26: day, month, two digits of the year',
  'mm/dd/yyyy': '12/03/2026: month, day, year',
  'mm/dd/yy': '12/03/26: month, day, two digits of the year',
  yyyymmdd: '20261203: year, month, day without separators',
}
export const DATE_OPTIONS = Object.entries(DATE_LABELS).map(([value, label]) => ({ value, label }))

export const ALSO_OPTIONS = [
  { value: 'times', label: 'A time may follow the date' },
  {
    value: 'unit-in-value',
    label: 'The unit may follow the number, in the column of the value',
  },
]

export const PREVIEW_KINDS = {
  before: 'Above the headers',
  headers: 'Headers',
  skipped: 'Not a row',
  row: 'Row',
} as const
