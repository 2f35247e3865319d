import { expect, it } from 'vitest'
import { LIGHTS } from '#results/rules/result.ts'
import { isMilder, type Thresholds } from '#results/rules/thresholds.ts'

/** Invented values: the charity's clinicians give theirs. */
const TABLE: Thresholds = [
  { fromAge: 40, amber: 2.5, red: 10 },
  { fromAge: 50, amber: 3.5, red: 10 },
  { fromAge: 60, amber: 4.5, red: 12 },
  { fromAge: 70, amber: 6.5, red: 15 },
]
const AGES = [49, 50, 69, 80]
/** By value: at which of the four ages a green needs a second clinician. */
const GREEN: Record<string, string> = {
  '0.1': '----',
  '2.49': '----',
  '2.50': '2---',
  '3.5': '22--',
  '4.49': '22--',
  '4.5': '222-',
  '6.499': '222-',
  '6.5': '2222',
  '145': '2222',
  // Below 3.5 may be almost 3.5.
  '<3.5': '22--',
  // No limit above.
  '>0.1': '2222',
  '4,2': '2222',
}
const of = (value: string, age: number, unit = 'ng/mL') => ({
  finding: { value, unit },
  at: { age, table: TABLE },
})

/** The same table as the given rule has it. */
const seenBy = (rule: typeof isMilder) =>
  Object.fromEntries(
    Object.keys(GREEN).map((value) => [
      value,
      AGES.map((age) =>
        rule('green', of(value, age).finding, of(value, age).at) ? '2' : '-',
      ).join(''),
    ]),
  )

it('LAB-13 green needs a second clinician from the threshold of the age on: 12 values at 4 ages', () => {
  expect(seenBy(isMilder)).toEqual(GREEN)
})

it('LAB-13 with the check switched off the table of 12 values at 4 ages does not agree', () => {
  expect(seenBy(() => false)).not.toEqual(GREEN)
})

it('LAB-13 amber is milder than the table where it has red; red never is', () => {
  const milder = (value: string) =>
    LIGHTS.filter((light) => isMilder(light, of(value, 50).finding, of(value, 50).at))
  expect(milder('3.4')).toEqual([])
  expect(milder('9.9')).toEqual(['green'])
  expect(milder('10')).toEqual(['green', 'amber'])
})

it('LAB-13 without a table, without a band of the age and with another unit the careful side counts', () => {
  const green = (value: string, table: Thresholds | undefined, unit = 'ng/mL') =>
    isMilder('green', { value, unit }, { age: 39, table })
  expect(['2.49', '2.5', '<2.5', '>1', '88'].map((value) => green(value, undefined))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ])
  expect(green('0.1', TABLE)).toBe(true)
  expect(green('0.1', undefined, 'µg/L')).toBe(false)
  expect(green('0.1', undefined, 'nmol/L')).toBe(true)
})
