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

/** What is wrong with a value of a band: the column of the file, and the rest of the sentence. */
export type BandFault = { readonly column: 'from_age' | 'amber' | 'red'; readonly problem: string }

export function bandFaults({ fromAge, amber, red }: ThresholdBand): BandFault[] {
  const faults: BandFault[] = []
  if (fromAge < 0 || fromAge > MOST_AGE)
    faults.push({ column: 'from_age', problem: 'must be an age in whole years' })
  for (const [column, value] of [
    ['amber', amber],
    ['red', red],
  ] as const) {
    if (value <= 0 || value > MOST_AMOUNT)
      faults.push({ column, problem: 'must be a value in ng/mL, such as 2.5' })
  }
  if (faults.length === 0 && red <= amber)
    faults.push({ column: 'red', problem: 'must be above amber' })
  return faults
}

/** What is wrong with the order of bands without a fault, each by its place. */
export function orderFaults(bands: Thresholds): (BandFault & { readonly at: number })[] {
  const faults: (BandFault & { readonly at: number })[] = []
  const column = 'from_age'
  const [first] = bands
  if (first === undefined || first.fromAge > HIGHEST_FIRST_AGE) {
    const problem = `must be ${HIGHEST_FIRST_AGE} or less in the first line, so that every age has its values`
    faults.push({ at: 0, column, problem })
  }
  for (const [at, { fromAge }] of bands.entries()) {
    const before = bands[at - 1]
    if (before !== undefined && fromAge <= before.fromAge) {
      faults.push({ at, column, problem: 'must be above the one in the line before' })
    }
  }
  return faults
}
