import { describe, expect, it } from 'vitest'
import { chartLines } from '#results/rules/result-history.ts'

let readings = 0
const reading = (takenOn: string, value: string, unit = 'ng/mL') => {
  readings += 1
  return { id: String(readings), takenOn, value, unit }
}

describe('the lines of the chart', () => {
  it('RES-06 values keep their comparators, and a bound lies at its number', () => {
    const [line] = chartLines([
      reading('2026-01-01', '2.0'),
      reading('2024-01-01', '<0.1'),
      reading('2025-01-01', '≤ 1.50'),
    ])
    expect(line?.points.map(({ takenOn, value, isBound }) => [takenOn, value, isBound])).toEqual([
      ['2024-01-01', '<0.1', true],
      ['2025-01-01', '≤ 1.50', true],
      ['2026-01-01', '2.0', false],
    ])
  })

  it('RES-06 points lie by day and by value, below the edge', () => {
    const [line] = chartLines([
      reading('2024-01-01', '1'),
      reading('2024-01-02', '2'),
      reading('2024-01-05', '0'),
    ])
    expect(line?.points.map(({ left, top }) => [left, top])).toEqual([
      [0, 56.52],
      [25, 13.04],
      [100, 100],
    ])
  })

  it('RES-06 one line per unit, values are never converted, and a single value has no line', () => {
    const lines = chartLines([
      reading('2024-01-01', '1.2'),
      reading('2025-01-01', '1.4'),
      reading('2025-02-01', '0.9', 'µg/L'),
      reading('2026-02-01', '1.0', 'µg/L'),
      reading('2026-03-01', '4', 'nmol/L'),
    ])
    expect(lines.map(({ unit, points }) => [unit, points.length])).toEqual([
      ['ng/mL', 2],
      ['µg/L', 2],
    ])
  })

  it('RES-06 a value that is no number is in no line; zeros and equal days give finite places', () => {
    expect(chartLines([reading('2024-01-01', 'trace'), reading('2025-01-01', '1')])).toEqual([])
    const [line] = chartLines([reading('2024-01-01', '0'), reading('2024-01-01', '0')])
    expect(new Set(line?.points.map(({ id }) => id)).size).toBe(2)
    for (const { left, top } of line?.points ?? []) expect([left, top]).toEqual([50, 100])
  })
})
