import type { Finding } from '#results/rules/result.ts'

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

/** The number in a cell, and the unit that may stand behind it. */
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
