import { addDays, addYears, formatShortDate, type IsoDate } from '#core/rules/time.ts'
import type { Light, RiskGroup } from '#results/rules/result.ts'

/** Years until the next test after a green result, as the texts of the risk groups say (INFO-04). */
const YEARS: Record<RiskGroup, number> = { low: 3, intermediate: 2, high: 1 }

/** 'In three months' of the amber texts. */
const AMBER_DAYS = 91

/** How far the day may be from the text: there is not an event every day. */
const TOLERANCE_DAYS = 31

/** The day of the sample, and today in London. */
type Days = { readonly takenOn: IsoDate; readonly today: IsoDate }

const interval = (light: 'green' | 'amber', riskGroup: RiskGroup, from: IsoDate): IsoDate =>
  light === 'amber' ? addDays(from, AMBER_DAYS) : addYears(from, YEARS[riskGroup])

/** The day of the next test that the text of colour and risk group says, counted from the sample; from today when that has passed. Null: red has none. */
export function proposedNextTest(
  { light, riskGroup }: { light: Light; riskGroup: RiskGroup },
  { takenOn, today }: Days,
): IsoDate | null {
  if (light === 'red') return null
  const day = interval(light, riskGroup, takenOn)
  return day > today ? day : interval(light, riskGroup, today)
}

/** What the text of a colour and a risk group says, such as '3 years'. */
function intervalWords(light: 'green' | 'amber', riskGroup: RiskGroup): string {
  if (light === 'amber') return '3 months'
  const years = YEARS[riskGroup]
  return `${years} ${years === 1 ? 'year' : 'years'}`
}

/**
 * What is wrong with the day of the next test beside the text that the patient reads, to be said after 'The next test'; undefined when both
 * agree (LAB-13). The text may count from the sample or from the day of the judgement.
 */
export function nextTestFault(
  { light, riskGroup, retestOn }: { light: Light; riskGroup: RiskGroup; retestOn: IsoDate | null },
  { takenOn, today }: Days,
): string | undefined {
  if (light === 'red') {
    return retestOn === null ? undefined : 'must be empty for red: its text says to see the GP'
  }
  const first = addDays(interval(light, riskGroup, takenOn), -TOLERANCE_DAYS)
  const last = addDays(interval(light, riskGroup, today), TOLERANCE_DAYS)
  if (retestOn !== null && retestOn >= first && retestOn <= last) return undefined
  const text = light === 'amber' ? 'amber' : `green and ${riskGroup}`
  return `does not agree with the text: the text of ${text} says ${intervalWords(light, riskGroup)}, so a day from ${formatShortDate(first)} to ${formatShortDate(last)}`
}

const NUMBERS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six']
const INTERVAL = /\bin (\d{1,2}|[a-z]{3,5}) (month|year)s?\b/gi

/**
 * The interval of the text that patients read, when it is another one than that of colour and risk group (LAB-13), such as '2 years';
 * undefined when they agree, for a text that names none, and for red.
 */
export function otherInterval(
  text: string,
  { light, riskGroup }: { light: Light; riskGroup: RiskGroup },
): string | undefined {
  const named = [...text.matchAll(INTERVAL)].flatMap(([, amount = '', unit = '']) => {
    const count = NUMBERS.indexOf(amount.toLowerCase())
    const number = count < 0 ? Number(amount) : count
    return Number.isNaN(number) ? [] : [`${number} ${unit.toLowerCase()}${number === 1 ? '' : 's'}`]
  })
  return light === 'red' || named.includes(intervalWords(light, riskGroup)) ? undefined : named[0]
}
