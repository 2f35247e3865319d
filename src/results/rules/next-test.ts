import { addDays, addYears, formatShortDate, type IsoDate } from '#core/rules/time.ts'
import type { Light, RiskGroup } from '#results/rules/result.ts'

/** Years until the next test after a green result, as the texts of the risk groups say (INFO-04). */
const YEARS: Record<RiskGroup, number> = { low: 3, intermediate: 2, high: 1 }

/** 'In three months' of the amber texts. */
const AMBER_DAYS = 91

/** How far the day may be from the text: there is not an event every day. */
const TOLERANCE_DAYS = 31

const interval = (light: 'green' | 'amber', riskGroup: RiskGroup, from: IsoDate): IsoDate =>
  light === 'amber' ? addDays(from, AMBER_DAYS) : addYears(from, YEARS[riskGroup])

/**
 * What is wrong with the day of the next test beside the text that the patient reads; undefined when both agree (LAB-13). The text may
 * count from the sample or from the day of the judgement.
 */
export function nextTestFault(
  { light, riskGroup, retestOn }: { light: Light; riskGroup: RiskGroup; retestOn: IsoDate | null },
  { takenOn, today }: { readonly takenOn: IsoDate; readonly today: IsoDate },
): string | undefined {
  if (light === 'red') {
    return retestOn === null
      ? undefined
      : 'red has no next_test: its text says to see the GP. Leave the cell empty'
  }
  const first = addDays(interval(light, riskGroup, takenOn), -TOLERANCE_DAYS)
  const last = addDays(interval(light, riskGroup, today), TOLERANCE_DAYS)
  if (retestOn !== null && retestOn >= first && retestOn <= last) return undefined
  const years = YEARS[riskGroup]
  const text =
    light === 'amber'
      ? 'the text of amber says 3 months'
      : `the text of green and ${riskGroup} says ${years} ${years === 1 ? 'year' : 'years'}`
  return `next_test does not agree with the text: ${text}, so a day from ${formatShortDate(first)} to ${formatShortDate(last)}`
}
