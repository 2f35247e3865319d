/** A number of men and the percentage that was published with it; it is never worked out again. */
export type Share = { count: number; percent: number }

/** What the charity publishes about the tests of one year (specification §1, INFO-05). */
export type YearFigures = {
  year: number
  /** PSA tests done. */
  tests: number
  abnormal: Share
  cancers: Share
  /** Of the men with cancer. */
  radicalTreatment: number
  /** Of the men with cancer. */
  activeSurveillance: number
  highRiskNormal: Share
  lowRisk: Share
  elderlyLowPsa: Share
  note: string | undefined
}

type Shares = 'lowRisk' | 'highRiskNormal' | 'abnormal' | 'elderlyLowPsa' | 'cancers'

/** The shares of a year in the order they are shown, with their words. */
export const SHARES: readonly { name: Shares; label: string }[] = [
  { name: 'lowRisk', label: 'Normal, low risk' },
  { name: 'highRiskNormal', label: 'Normal, high risk' },
  { name: 'abnormal', label: 'Abnormal' },
  { name: 'elderlyLowPsa', label: 'Elderly, low PSA' },
  { name: 'cancers', label: 'Cancer diagnosed' },
]

/** A bar of a chart: its words, its length in percent of the room there is, and the value beside it. */
export type Bar = { label: string; length: number; value: string }

/** A whole number as it is printed: 2397 becomes '2,397'. */
export function inThousands(count: number): string {
  return count.toLocaleString('en-GB')
}

/**
 * A share as it is printed: number and published percentage.
 * @example shareInWords({ count: 168, percent: 7.15 }) === '168 (7.15%)'
 */
export function shareInWords({ count, percent }: Share): string {
  return `${inThousands(count)} (${percent}%)`
}

/** One bar per year, oldest first, the longest as long as the room: how many tests each year. */
export function testBars(years: readonly YearFigures[]): Bar[] {
  const most = Math.max(...years.map(({ tests }) => tests), 1)
  return [...years]
    .sort((one, other) => one.year - other.year)
    .map(({ year, tests }) => ({
      label: String(year),
      length: lengthOf(tests, most),
      value: inThousands(tests),
    }))
}

/** One bar per share of a year; `scale` is the percentage that fills the room, the same for every year. */
export function shareBars(figures: YearFigures, scale: number): Bar[] {
  return SHARES.map(({ name, label }) => ({
    label,
    length: lengthOf(figures[name].percent, scale),
    value: shareInWords(figures[name]),
  }))
}

/** The percentage that fills the room of every year's bars: the largest, rounded up to the next ten. */
export function shareScale(years: readonly YearFigures[]): number {
  const percents = years.flatMap((figures) => SHARES.map(({ name }) => figures[name].percent))
  return Math.max(Math.ceil(Math.max(...percents, 0) / 10) * 10, 10)
}

/** To two decimals, which is finer than any screen. */
function lengthOf(value: number, most: number): number {
  return Math.round((value / most) * 10_000) / 100
}
