import type { Separator } from '#core/rules/csv.ts'
import { comparedName } from '#core/rules/lab-key.ts'
import { type IsoDate, isIsoDate } from '#core/rules/time.ts'
import { readLabel } from '#results/rules/sample-label.ts'

/** The columns of a laboratory file. `LAB_OPTIONAL_COLUMNS` may be missing. */
export const LAB_COLUMNS = [
  'laboratory',
  'label',
  'surname',
  'date_of_birth',
  'collected_on',
  'test',
  'value',
  'unit',
  'status',
] as const
export const LAB_OPTIONAL_COLUMNS = ['forename', 'nhs_number', 'lab_ref', 'comments'] as const
export const ALL_LAB_COLUMNS = [...LAB_COLUMNS, ...LAB_OPTIONAL_COLUMNS]
export type LabColumn = (typeof ALL_LAB_COLUMNS)[number]

/** The codes of the specification: final, corrected, wrong, preliminary, not tested. */
export const STATUS_CODES = ['F', 'C', 'W', 'P', 'X'] as const
export type StatusCode = (typeof STATUS_CODES)[number]

/** How a laboratory writes days. */
export const DATE_FORMS = [
  'yyyy-mm-dd',
  'dd/mm/yyyy',
  'dd/mm/yy',
  'mm/dd/yyyy',
  'mm/dd/yy',
  'yyyymmdd',
] as const
export type DateForm = (typeof DATE_FORMS)[number]

export const ENCODINGS = ['utf-8', 'windows-1252'] as const

/** How a laboratory writes its files (LAB-02). Texts are compared without case and doubled spaces. */
export type LabMapping = {
  readonly encoding: (typeof ENCODINGS)[number]
  readonly separator: Separator
  /** The header of each column; '' for one that is not sent. */
  readonly headers: Readonly<Record<LabColumn, string>>
  /** The headers of columns that are not read. */
  readonly unread: readonly string[]
  readonly dates: DateForm
  /** A time of day may follow a day. */
  readonly hasTimes: boolean
  /** The words for each status. Those for 'preliminary' and 'not tested' may also appear instead of a value. */
  readonly statuses: Readonly<Record<StatusCode, readonly string[]>>
  /** The unit may follow the number. */
  readonly hasUnitInValue: boolean
  /** How lines begin that are not rows, such as titles and footers. */
  readonly skipped: readonly string[]
  /** The names of the PSA test. */
  readonly tests: readonly string[]
  /** The names of tests whose rows are left out. */
  readonly otherTests: readonly string[]
}

const OWN_HEADERS = Object.fromEntries(ALL_LAB_COLUMNS.map((name) => [name, name]))

/** The specification's own format: the mapping of a laboratory that has none. */
export const SPECIFICATION: LabMapping = {
  encoding: 'utf-8',
  separator: ',',
  headers: OWN_HEADERS as Record<LabColumn, string>,
  unread: [],
  dates: 'yyyy-mm-dd',
  hasTimes: false,
  statuses: { F: ['F'], C: ['C'], W: ['W'], P: ['P'], X: ['X'] },
  hasUnitInValue: false,
  skipped: [],
  tests: ['PSA', 'Total PSA'],
  otherTests: [],
}

/** The columns that a file of this mapping may lack. The unit may stand in the value, and the laboratory is chosen. */
export function isOptional(mapping: LabMapping, column: LabColumn): boolean {
  if (column === 'laboratory') return mapping !== SPECIFICATION
  if (column === 'unit') return mapping.hasUnitInValue
  return LAB_OPTIONAL_COLUMNS.some((one) => one === column)
}

/** How headers, words and beginnings of lines are compared. */
export const comparedText = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')

const isOneOf = (words: readonly string[], text: string): boolean =>
  words.some((word) => comparedText(word) === comparedText(text))

/** Whether a line is not a row: it begins as the mapping says, has at most half as many filled cells as a row, and no cell is a label of ours. */
export function isSkipped(mapping: LabMapping, cells: readonly string[]): boolean {
  const { skipped } = mapping
  if (skipped.length === 0) return false
  const filled = cells.filter((cell) => cell.trim() !== '')
  const first = comparedText(filled[0] ?? '')
  const needed = ALL_LAB_COLUMNS.filter((column) => !isOptional(mapping, column)).length
  return (
    filled.length <= needed / 2 &&
    skipped.some((text) => first.startsWith(comparedText(text))) &&
    cells.every((cell) => readLabel(cell) === undefined)
  )
}

export const isPsa = ({ tests }: LabMapping, test: string): boolean =>
  tests.some((name) => comparedName(name) === comparedName(test))

/** Whether a row is of a test that is left out. */
export const isOtherTest = ({ otherTests }: LabMapping, test: string): boolean =>
  otherTests.some((name) => comparedName(name) === comparedName(test))

/** What status and value say: a word in the place of the value outweighs 'final', and never 'wrong'. */
export function statusOf(
  { statuses }: LabMapping,
  { status, value }: { status: string; value: string },
): { status: StatusCode | undefined; hasWord: boolean } {
  const sent = STATUS_CODES.find((code) => isOneOf(statuses[code], status))
  const word = (['P', 'X'] as const).find(
    (code) => value.trim() !== '' && isOneOf(statuses[code], value),
  )
  return { status: sent === 'W' ? sent : (word ?? sent), hasWord: word !== undefined }
}

const TIME = /^(?:[T ]\d{2}:?\d{2}(?::?\d{2}(?:\.\d{1,6})?)?)$/
const FORMS: Readonly<Record<DateForm, RegExp>> = {
  'yyyy-mm-dd': /^(?<y>\d{4})-(?<m>\d{2})-(?<d>\d{2})/,
  'dd/mm/yyyy': /^(?<d>\d{1,2})([/.-])(?<m>\d{1,2})\2(?<y>\d{4})/,
  'dd/mm/yy': /^(?<d>\d{1,2})([/.-])(?<m>\d{1,2})\2(?<y>\d{2})/,
  'mm/dd/yyyy': /^(?<m>\d{1,2})([/.-])(?<d>\d{1,2})\2(?<y>\d{4})/,
  'mm/dd/yy': /^(?<m>\d{1,2})([/.-])(?<d>\d{1,2})\2(?<y>\d{2})/,
  yyyymmdd: /^(?<y>\d{4})(?<m>\d{2})(?<d>\d{2})/,
}
/** A day with hours and minutes has them without a space in HL7. */
const CLOSE_TIME = /^\d{4}(?:\d{2})?$/

const dayOf = (year: number | string, month = '', day = ''): IsoDate | undefined => {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isIsoDate(text) ? text : undefined
}

/** The parts of a day as the mapping writes it; a year may have two digits. */
function partsOf({ dates, hasTimes }: LabMapping, text: string) {
  const found = FORMS[dates].exec(text)
  if (found?.groups === undefined) return undefined
  const rest = text.slice(found[0].length)
  const isTime = TIME.test(rest) || (dates === 'yyyymmdd' && CLOSE_TIME.test(rest))
  return rest === '' || (hasTimes && isTime) ? found.groups : undefined
}

/** The youngest patient of whom two digits of a year may be. */
const YOUNGEST = 18

/**
 * The days of a row by the mapping's order alone. Two digits of a year are of this century for the collection; for a birth they are of the
 * last year before it in which an adult was born.
 */
export function readDays(
  mapping: LabMapping,
  { collected_on, date_of_birth }: { collected_on: string; date_of_birth: string },
): { collectedOn: IsoDate | undefined; birthDate: IsoDate | undefined } {
  const taken = partsOf(mapping, collected_on.trim())
  const year = taken?.['y']?.length === 2 ? `20${taken['y']}` : taken?.['y']
  const collectedOn = year === undefined ? undefined : dayOf(year, taken?.['m'], taken?.['d'])
  const born = partsOf(mapping, date_of_birth.trim())
  const digits = born?.['y'] ?? ''
  if (digits.length !== 2)
    return { collectedOn, birthDate: dayOf(digits, born?.['m'], born?.['d']) }
  if (collectedOn === undefined) return { collectedOn, birthDate: undefined }
  const last = Number(collectedOn.slice(0, 4)) - YOUNGEST
  const birthYear = last - ((last - Number(digits)) % 100)
  return { collectedOn, birthDate: dayOf(birthYear, born?.['m'], born?.['d']) }
}

/** A text of which only the form is left: A for a letter, 9 for a digit. */
export const masked = (text: string): string =>
  text.replace(/\p{L}\p{M}*/gu, 'A').replace(/\p{N}/gu, '9')
