import { NOT_SHOWN } from '#core/rules/character-limits.ts'
import type { Separator } from '#core/rules/csv.ts'
import { hasUnshowable } from '#core/rules/one-line.ts'
import { entryOf } from '#core/rules/record.ts'
import {
  ALL_LAB_COLUMNS,
  comparedText,
  DATE_FORMS,
  ENCODINGS,
  isOptional,
  isPsa,
  type LabColumn,
  type LabMapping,
  STATUS_CODES,
  type StatusCode,
} from '#results/rules/lab-mapping.ts'

/** What a form sent, by the names of its fields. */
type Sent = { text(name: string): string; list(name: string): readonly string[] }

/** The separators by their words: a tab cannot be the value of a radio button. */
export const SEPARATOR_WORDS: Readonly<Record<string, Separator>> = {
  comma: ',',
  semicolon: ';',
  tab: '\t',
}

const MOST_TEXT = 100
const MOST_LINES = 30
/** A shorter beginning would skip rows. */
const FEWEST_BEGINNING = 4

const linesOf = (text: string): string[] =>
  text
    .split(/\r\n|\n|\r/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The fields with several texts, one a line. */
const LISTS = ['unread', 'skipped', 'tests', 'otherTests'] as const

type Faults = Record<string, string>

function listFault(name: string, lines: readonly string[]): Faults {
  if (lines.length > MOST_LINES) return { [name]: `Write at most ${MOST_LINES} lines.` }
  if (lines.some((line) => line.length > MOST_TEXT)) {
    return { [name]: `Write at most ${MOST_TEXT} characters in a line.` }
  }
  if (lines.some(hasUnshowable)) return { [name]: NOT_SHOWN }
  return {}
}

function headerFaults(mapping: LabMapping): Faults {
  const faults: Faults = {}
  const seen = new Set(mapping.unread.map(comparedText))
  for (const column of ALL_LAB_COLUMNS) {
    const header = comparedText(mapping.headers[column])
    const name = `header-${column}`
    if (header === '' && !isOptional(mapping, column)) {
      faults[name] = 'Enter the header of this column as the laboratory writes it.'
    } else if (header.length > MOST_TEXT) {
      faults[name] = `Use at most ${MOST_TEXT} characters.`
    } else if (hasUnshowable(mapping.headers[column])) {
      faults[name] = NOT_SHOWN
    } else if (header !== '' && seen.has(header)) {
      faults[name] = 'This header belongs to another column already.'
    }
    seen.add(header)
  }
  return faults
}

/** One word with two meanings would be a guess. */
function statusFaults({ statuses }: LabMapping): Faults {
  const faults: Faults = {}
  const seen = new Set<string>()
  for (const code of STATUS_CODES) {
    const words = statuses[code].map(comparedText)
    const name = `status-${code}`
    if (words.some((word) => seen.has(word))) {
      faults[name] = 'One of these words stands for another status already.'
    }
    for (const word of words) seen.add(word)
  }
  if (statuses.F.length === 0) faults['status-F'] = 'Enter the word for a final value.'
  return faults
}

function skippedFaults({ skipped, headers }: LabMapping): Faults {
  const short = skipped.some((text) => text.length < FEWEST_BEGINNING)
  if (short) return { skipped: `Write at least ${FEWEST_BEGINNING} characters in each line.` }
  const begins = Object.values(headers).some(
    (header) =>
      header !== '' && skipped.some((text) => comparedText(header).startsWith(comparedText(text))),
  )
  return begins
    ? { skipped: 'A header begins like this: the line of headers would be skipped.' }
    : {}
}

/** The mapping of a form, and its faults by field. */
export function readMapping({ text, list }: Sent): { mapping: LabMapping; faults: Faults } {
  const separator = entryOf(SEPARATOR_WORDS, text('separator'))
  const encoding = ENCODINGS.find((one) => one === text('encoding'))
  const dates = DATE_FORMS.find((one) => one === text('dates'))
  const lists = Object.fromEntries(LISTS.map((name) => [name, linesOf(text(name))]))
  const mapping: LabMapping = {
    encoding: encoding ?? 'utf-8',
    separator: separator ?? ',',
    headers: Object.fromEntries(
      ALL_LAB_COLUMNS.map((column) => [column, text(`header-${column}`).trim()]),
    ) as Record<LabColumn, string>,
    unread: lists['unread'] ?? [],
    dates: dates ?? 'yyyy-mm-dd',
    hasTimes: list('also').includes('times'),
    statuses: Object.fromEntries(
      STATUS_CODES.map((code) => [code, linesOf(text(`status-${code}`))]),
    ) as unknown as Record<StatusCode, string[]>,
    hasUnitInValue: list('also').includes('unit-in-value'),
    skipped: lists['skipped'] ?? [],
    tests: lists['tests'] ?? [],
    otherTests: lists['otherTests'] ?? [],
  }
  const faults: Faults = {
    ...(separator === undefined && { separator: 'Choose what stands between the cells.' }),
    ...(encoding === undefined && { encoding: 'Choose the character set.' }),
    ...(dates === undefined && { dates: 'Choose how days are written.' }),
    ...headerFaults(mapping),
    ...statusFaults(mapping),
    ...skippedFaults(mapping),
    ...(mapping.tests.length === 0 && { tests: 'Enter the name of the PSA test.' }),
    ...(mapping.otherTests.some((test) => isPsa(mapping, test)) && {
      otherTests: 'One of these names is a name of the PSA test: its rows would be left out.',
    }),
    ...Object.assign({}, ...LISTS.map((name) => listFault(name, mapping[name]))),
    ...Object.assign(
      {},
      ...STATUS_CODES.map((code) => listFault(`status-${code}`, mapping.statuses[code])),
    ),
  }
  return { mapping, faults }
}

/** The fields of the form for a mapping that is in force. */
export function fieldsOf(mapping: LabMapping): Record<string, string> {
  const separator = Object.entries(SEPARATOR_WORDS).find(([, one]) => one === mapping.separator)
  return {
    separator: separator?.[0] ?? '',
    encoding: mapping.encoding,
    dates: mapping.dates,
    ...Object.fromEntries(ALL_LAB_COLUMNS.map((one) => [`header-${one}`, mapping.headers[one]])),
    ...Object.fromEntries(
      STATUS_CODES.map((one) => [`status-${one}`, mapping.statuses[one].join('\n')]),
    ),
    ...Object.fromEntries(LISTS.map((name) => [name, mapping[name].join('\n')])),
  }
}

/** The check boxes that are ticked. */
export const ticksOf = ({ hasTimes, hasUnitInValue }: LabMapping): string[] => [
  ...(hasTimes ? ['times'] : []),
  ...(hasUnitInValue ? ['unit-in-value'] : []),
]
