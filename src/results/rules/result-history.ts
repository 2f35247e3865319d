import type { IsoDate } from '#core/rules/time.ts'

/** A reported value and the London day of its sample. */
export type Reading = {
  /** Of the result: two samples may have one day. */
  readonly id: string
  readonly takenOn: IsoDate
  readonly value: string
  readonly unit: string
}

/** A place in a chart: `left` and `top` are percent of its area, 0 at the left and the top. */
export type ChartPoint = {
  /** Of the result. */
  readonly id: string
  readonly left: number
  readonly top: number
  readonly takenOn: IsoDate
  /** As reported. */
  readonly value: string
  /** The laboratory reported a bound, such as `<0.1`; the point lies at the bound. */
  readonly isBound: boolean
}

/** One line of the chart of one unit (RES-06). */
export type ChartLine = { readonly unit: string; readonly points: readonly ChartPoint[] }

const REPORTED = /^([<>≤≥])?\s*(\d+(?:\.\d+)?)$/
/** The highest point stays below the edge, where its label is. */
const HEADROOM = 1.15

const percent = (share: number) => Math.round(share * 10_000) / 100

/** The day as a number of milliseconds; only differences are used. */
const dayNumber = (date: IsoDate) => Date.parse(`${date}T00:00:00Z`)

type Measured = Reading & { readonly amount: number; readonly isBound: boolean }

/** The readings whose value is a number, with or without a comparator; others are in the table only. */
function measured(readings: readonly Reading[]): Measured[] {
  return readings.flatMap((reading) => {
    const [, comparator, digits] = REPORTED.exec(reading.value.trim()) ?? []
    if (digits === undefined) return []
    return [{ ...reading, amount: Number(digits), isBound: comparator !== undefined }]
  })
}

function lineOf(unit: string, readings: readonly Measured[]): ChartLine {
  const byDay = [...readings].sort((one, other) => (one.takenOn < other.takenOn ? -1 : 1))
  const days = byDay.map(({ takenOn }) => dayNumber(takenOn))
  const [first = 0, last = 0] = [days[0], days.at(-1)]
  const most = Math.max(...byDay.map(({ amount }) => amount)) * HEADROOM || 1
  const points = byDay.map(({ id, takenOn, value, amount, isBound }, index) => ({
    id,
    left: percent(last === first ? 0.5 : ((days[index] ?? 0) - first) / (last - first)),
    top: percent(1 - amount / most),
    takenOn,
    value,
    isBound,
  }))
  return { unit, points }
}

/** One line per unit that has at least two values to connect, oldest value first; values are never converted (RES-06). */
export function chartLines(readings: readonly Reading[]): ChartLine[] {
  const byUnit = Map.groupBy(measured(readings), ({ unit }) => unit)
  return [...byUnit].filter(([, ofUnit]) => ofUnit.length > 1).map((entry) => lineOf(...entry))
}
