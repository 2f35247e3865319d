import type { Finding } from '#domain/result.ts'

/** Why a value cannot be taken over by itself (LAB-03). */
export type ValueFault =
  | 'value-missing'
  | 'decimal-comma'
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

const VALUE = /^([<>]?)\s?(\d{1,6}(?:\.\d{1,4})?)$/

/** A value outside this range is imported only after a person has confirmed it with the laboratory. */
const LOWEST = 0.01
const HIGHEST = 100
/** From this limit of measurement on, 'below the limit' is no usable value. */
const HIGHEST_LIMIT = 1

function isPlausible(comparator: string, amount: number): boolean {
  if (comparator === '>') return false
  if (comparator === '<') return amount >= LOWEST && amount <= HIGHEST_LIMIT
  return amount >= LOWEST && amount <= HIGHEST
}

/** A laboratory's value and unit as sent: the finding when both can be read, and what is wrong. */
export function readFinding(
  value: string,
  unit: string,
): { finding: Finding | undefined; faults: ValueFault[] } {
  const faults: ValueFault[] = []
  const spelled = UNITS[unit.toLowerCase().replace(/\s/g, '')]
  if (spelled === undefined) faults.push('unit-differs')
  const text = value.trim()
  const [, comparator = '', amount] = VALUE.exec(text) ?? []
  if (text === '') faults.push('value-missing')
  else if (/^[<>]?\s?\d+,\d+$/.test(text)) faults.push('decimal-comma')
  else if (amount === undefined) faults.push('value-unreadable')
  else if (!isPlausible(comparator, Number(amount))) faults.push('value-implausible')
  const isRead = amount !== undefined && spelled !== undefined
  return { finding: isRead ? { value: text, unit: spelled } : undefined, faults }
}
