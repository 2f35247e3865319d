import type { ThresholdBand, Thresholds } from '#results/rules/thresholds.ts'

/** The first band begins with the youngest age that is screened, or before. */
const HIGHEST_FIRST_AGE = 40
const MOST_AGE = 120
const MOST_AMOUNT = 1000

/** A band as it was typed; what is not a number is -1 or 0, which `bandFaults` refuses. */
export function readBand(typed: Readonly<Record<keyof ThresholdBand, string>>): ThresholdBand {
  const amount = (text: string) => (/^\d{1,4}(?:\.\d{1,3})?$/.test(text) ? Number(text) : 0)
  const fromAge = /^\d{1,3}$/.test(typed.fromAge) ? Number(typed.fromAge) : -1
  return { fromAge, amber: amount(typed.amber), red: amount(typed.red) }
}

/** What is wrong with one band. */
export function bandFaults({ fromAge, amber, red }: ThresholdBand): string[] {
  const problems: string[] = []
  if (fromAge < 0 || fromAge > MOST_AGE) problems.push('from_age must be an age in whole years')
  for (const [name, value] of Object.entries({ amber, red })) {
    if (value <= 0 || value > MOST_AMOUNT) {
      problems.push(`${name} must be a value in ng/mL, such as 2.5`)
    }
  }
  if (problems.length === 0 && red <= amber) problems.push('red must be above amber')
  return problems
}

/** What is wrong with the order of bands without a fault, each by its place. */
export function orderFaults(bands: Thresholds): { at: number; problem: string }[] {
  const faults: { at: number; problem: string }[] = []
  const [first] = bands
  if (first === undefined || first.fromAge > HIGHEST_FIRST_AGE) {
    const problem = `the first from_age must be ${HIGHEST_FIRST_AGE} or less, so that every age has its values`
    faults.push({ at: 0, problem })
  }
  for (const [at, { fromAge }] of bands.entries()) {
    const before = bands[at - 1]
    if (before !== undefined && fromAge <= before.fromAge) {
      faults.push({ at, problem: 'from_age must be above the one in the line before' })
    }
  }
  return faults
}
