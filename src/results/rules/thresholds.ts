import type { Finding, Light } from '#results/rules/result.ts'

/** From this age until the next band: the values in ng/mL at and above which a second clinician reads a milder colour than amber, or than red. */
export type ThresholdBand = {
  readonly fromAge: number
  readonly amber: number
  readonly red: number
}

/** The bands of a table, by age. */
export type Thresholds = readonly ThresholdBand[]

/** Without a table in force every green of this value and more needs a second clinician. */
export const AMBER_WITHOUT_TABLE = 2.5

const SEVERITY: Record<Light, number> = { green: 0, amber: 1, red: 2 }

const VALUE = /^([<>]?)\s?(\d+(?:\.\d+)?)$/
/** Equal amounts (LAB-03). */
const UNITS = ['ng/mL', 'µg/L']

/** The highest amount that a value may mean: 3 for '<3', no limit for '>3'; undefined when it cannot be read. */
function highestAmount({ value, unit }: Finding): number | undefined {
  const [, comparator, amount] = VALUE.exec(value.trim()) ?? []
  if (amount === undefined || !UNITS.includes(unit)) return undefined
  return comparator === '>' ? Number.POSITIVE_INFINITY : Number(amount)
}

function neededSeverity(amount: number, age: number, table: Thresholds | undefined): number {
  if (table === undefined) return amount >= AMBER_WITHOUT_TABLE ? SEVERITY.amber : SEVERITY.green
  const band = table.findLast(({ fromAge }) => fromAge <= age)
  if (band === undefined || amount >= band.red) return SEVERITY.red
  return amount >= band.amber ? SEVERITY.amber : SEVERITY.green
}

/**
 * Whether a colour is milder than the table has it for this value at this age, and so needs a second clinician (LAB-13). The table
 * gives no colour and is shown beside none. An unreadable value, and an age without a band, count as the highest.
 */
export function isMilder(
  light: Light,
  finding: Finding,
  { age, table }: { readonly age: number; readonly table: Thresholds | undefined },
): boolean {
  const amount = highestAmount(finding)
  const needed = amount === undefined ? SEVERITY.red : neededSeverity(amount, age, table)
  return SEVERITY[light] < needed
}
