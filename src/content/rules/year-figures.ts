/** A number of patients and the percentage published with it. The percentage is never recomputed. */
export type Share = { count: number; percent: number }

/** The figures that the charity publishes about one year's tests (INFO-05). */
export type YearFigures = {
  year: number
  /** PSA tests done. */
  tests: number
  abnormal: Share
  cancers: Share
  /** Of the patients with cancer. */
  radicalTreatment: number
  /** Of the patients with cancer. */
  activeSurveillance: number
  highRiskNormal: Share
  lowRisk: Share
  elderlyLowPsa: Share
  note: string | undefined
}

type Shares = 'lowRisk' | 'highRiskNormal' | 'abnormal' | 'elderlyLowPsa' | 'cancers'

/** The shares of a year in the order shown, with their labels. */
export const SHARES: readonly { name: Shares; label: string }[] = [
  { name: 'lowRisk', label: 'Normal, low risk' },
  { name: 'highRiskNormal', label: 'Normal, high risk' },
  { name: 'abnormal', label: 'Abnormal' },
  { name: 'elderlyLowPsa', label: 'Elderly, low PSA' },
  { name: 'cancers', label: 'Cancer diagnosed' },
]

/** A bar of a chart: its label, its length in percent of the available width, and the value beside it. */
export type Bar = { label: string; length: number; value: string }

/** A whole number as shown: 2397 becomes '2,397'. */
export function inThousands(count: number): string {
  return count.toLocaleString('en-GB')
}

/**
 * A share as shown: number and published percentage.
 * @example shareInWords({ count: 168, percent: 7.15 }) === '168 (7.15%)'
 */
export function shareInWords({ count, percent }: Share): string {
  return `${inThousands(count)} (${percent}%)`
}

/** The first sentence of the page, which is true of every year on it. */
export function statisticsLead(years: readonly YearFigures[]): string {
  const numbers = years.map(({ year }) => year)
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)]
  const when =
    years.length === 0 ? '' : first === last ? ` in ${first}` : ` from ${first} to ${last}`
  return `Our PSA tests${when}: how many results were normal, how many were not, and what happened next.`
}

/** The tests of all years together; undefined for a single year, whose figure is on the page already. */
export function testsOfAllYears(
  years: readonly YearFigures[],
): { figure: string; text: string } | undefined {
  if (years.length < 2) return undefined
  const tests = years.reduce((sum, year) => sum + year.tests, 0)
  return { figure: inThousands(tests), text: `PSA tests in the ${years.length} years on this page` }
}

/** One bar per share of a year; a bar of the full width is 100%. */
export function shareBars(figures: YearFigures): Bar[] {
  return SHARES.map(({ name, label }) => ({
    label,
    length: lengthOf(figures[name].percent, 100),
    value: shareInWords(figures[name]),
  }))
}

/** Percent with two decimals. */
function lengthOf(value: number, most: number): number {
  return Math.round((value / most) * 10_000) / 100
}
