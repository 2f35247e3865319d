import { comparedName, sentNames } from '#core/rules/lab-key.ts'
import { bareNhsNumber, isValidNhsNumber } from '#core/rules/nhs-number.ts'
import type { IsoDate } from '#core/rules/time.ts'
import {
  isPsa,
  type LabColumn,
  type LabMapping,
  readDays,
  SPECIFICATION,
  type StatusCode,
  statusOf,
} from '#results/rules/lab-mapping.ts'
import type { Finding } from '#results/rules/result.ts'
import { readLabel } from '#results/rules/sample-label.ts'

/** Why a value cannot be taken over automatically (LAB-03). */
export type ValueFault =
  | 'value-missing'
  | 'decimal-comma'
  | 'unit-in-value'
  | 'value-unreadable'
  | 'value-implausible'
  | 'unit-differs'

/** ng/mL and its equivalent µg/L, by the spellings that laboratories use; the key is without case and spaces. */
const UNITS: Readonly<Record<string, string>> = {
  'ng/ml': 'ng/mL',
  'µg/l': 'µg/L',
  'μg/l': 'µg/L',
  'ug/l': 'µg/L',
  'mcg/l': 'µg/L',
}

/** Without zeros before the number: '0014' may be a 14 or a part of something longer. */
const VALUE = /^([<>]?)\s?((?:0|[1-9]\d{0,5})(?:\.\d{1,4})?)$/
/** A decimal comma. Three digits after it may be thousands, unless a zero stands before it. */
const COMMA = /^([<>]?\s?)(0|[1-9]\d{0,5}),(\d{1,2}|\d{4}|(?<=\b0,)\d{3})$/

/** A value outside this range is imported only after a person has confirmed it with the laboratory. */
const LOWEST = 0.01
const HIGHEST = 100
/** From this limit of measurement on, 'below the limit' is not a usable value. */
const HIGHEST_LIMIT = 1

function isPlausible(comparator: string, amount: number): boolean {
  if (comparator === '>') return false
  if (comparator === '<') return amount >= LOWEST && amount <= HIGHEST_LIMIT
  return amount >= LOWEST && amount <= HIGHEST
}

const unitOf = (text: string): string | undefined => UNITS[text.toLowerCase().replace(/\s/g, '')]

/** The number in a cell, and the unit that may follow it. */
function splitValue(text: string): { number: string; unit: string } {
  const [, number = text, unit = ''] = /^([<>]?\s?[\d.,]+)\s*(\D.*)$/.exec(text) ?? []
  return unitOf(unit) === undefined ? { number: text, unit: '' } : { number, unit }
}

/** What is wrong with the number of a value. */
function numberFault(text: string, plain: string): ValueFault[] {
  if (text === '') return ['value-missing']
  const commas: ValueFault[] = /^[<>]?\s?\d+,\d+$/.test(text) ? ['decimal-comma'] : []
  const [, comparator = '', amount] = VALUE.exec(plain) ?? []
  if (amount === undefined) return ['value-unreadable']
  return isPlausible(comparator, Number(amount)) ? commas : [...commas, 'value-implausible']
}

/** A laboratory's value and unit: the finding when both can be read, and what is wrong. */
export type ReadFinding = {
  readonly finding: Finding | undefined
  /** The plain meaning of a value with a decimal comma or a unit, for two people who confirm it with the laboratory. */
  readonly plain: Finding | undefined
  readonly faults: readonly ValueFault[]
}

/** Reads a laboratory's value and unit as sent. */
export function readFinding(value: string, unit: string): ReadFinding {
  const text = value.trim()
  const inside = splitValue(text)
  const number = inside.number.replace(COMMA, '$1$2.$3')
  const spelled = unit.trim() === '' ? unitOf(inside.unit) : unitOf(unit)
  const isOneUnit = inside.unit === '' || unitOf(inside.unit) === spelled
  const faults: ValueFault[] = [
    ...(spelled !== undefined && isOneUnit ? [] : ['unit-differs' as const]),
    ...(inside.unit === '' ? [] : ['unit-in-value' as const]),
    ...numberFault(inside.number, number),
  ]
  if (!VALUE.test(number) || spelled === undefined || !isOneUnit) {
    return { finding: undefined, plain: undefined, faults }
  }
  const plain = { value: number, unit: spelled }
  return { finding: number === text ? plain : undefined, plain, faults }
}

/** A row as it was sent; an optional cell is '' when it is not sent. */
export type LabCells = Readonly<Record<LabColumn, string>>

/** A faulty cell of a row, whatever the sample. */
export type RowFault =
  | 'label-unreadable'
  | 'surname-missing'
  | 'birth-date-unreadable'
  | 'collection-day-unreadable'
  | 'nhs-number-unreadable'
  | 'test-differs'
  | 'not-final'
  | 'not-tested'
  | 'status-unreadable'
  | ValueFault

/** A row with its cells read; a value that cannot be read is undefined and has its fault. */
export type LabRow = {
  readonly label: string | undefined
  readonly surnameKey: string
  /** Undefined when it is not sent. */
  readonly forenameKey: string | undefined
  readonly birthDate: IsoDate | undefined
  readonly collectedOn: IsoDate | undefined
  readonly labKey: string
  /** Ten digits; undefined when it is not sent. */
  readonly nhsNumber: string | undefined
  readonly finding: Finding | undefined
  /** The plain meaning of a value in the wrong notation (`ReadFinding`). */
  readonly plainFinding: Finding | undefined
  /** Everything that says whose blood it is, besides the label: two rows of one label that differ here contradict each other. */
  readonly identity: string
  readonly status: 'final' | 'corrected' | 'wrong' | undefined
  readonly faults: readonly RowFault[]
}

const STATUSES = { F: 'final', C: 'corrected', W: 'wrong', P: undefined, X: undefined } as const
/** Statuses of a row without a value. */
const WITHOUT_VALUE: Partial<Record<StatusCode, RowFault>> = { P: 'not-final', X: 'not-tested' }

/** The value of a row. A unit behind the number is no fault where the laboratory always writes it there. */
function findingOf(cells: LabCells, mapping: LabMapping, hasWord: boolean): ReadFinding {
  const read = readFinding(hasWord ? '' : cells.value, cells.unit)
  const isUsual = mapping.hasUnitInValue && read.faults.join() === 'unit-in-value'
  return isUsual ? { ...read, finding: read.plain, faults: [] } : read
}

/** Reads the cells of one row, as its laboratory writes them. */
export function readLabRow(cells: LabCells, mapping: LabMapping = SPECIFICATION): LabRow {
  const faults: RowFault[] = []
  const need = <Value>(value: Value | undefined, fault: RowFault): Value | undefined => {
    if (value === undefined) faults.push(fault)
    return value
  }
  const label = need(readLabel(cells.label), 'label-unreadable')
  const { surname: surnameKey, forename } = sentNames(cells)
  need(surnameKey || undefined, 'surname-missing')
  const days = readDays(mapping, cells)
  const birthDate = need(days.birthDate, 'birth-date-unreadable')
  const collectedOn = need(days.collectedOn, 'collection-day-unreadable')
  const digits = bareNhsNumber(cells.nhs_number)
  if (digits !== '' && !isValidNhsNumber(digits)) faults.push('nhs-number-unreadable')
  if (!isPsa(mapping, cells.test)) faults.push('test-differs')
  const { status, hasWord } = statusOf(mapping, cells)
  const known = status && STATUSES[status]
  if (known === undefined) faults.push((status && WITHOUT_VALUE[status]) ?? 'status-unreadable')
  const read = findingOf(cells, mapping, hasWord)
  const labKey = comparedName(cells.laboratory)
  const said = [birthDate ?? cells.date_of_birth.trim(), collectedOn ?? cells.collected_on.trim()]
  return {
    label,
    surnameKey,
    forenameKey: forename || undefined,
    birthDate,
    collectedOn,
    labKey,
    nhsNumber: digits || undefined,
    finding: read.finding,
    plainFinding: read.plain,
    identity: JSON.stringify([surnameKey, forename, ...said, labKey, digits]),
    status: known,
    faults: [...faults, ...read.faults],
  }
}
