import { describe, expect, it } from 'vitest'
import {
  shareBars,
  shareInWords,
  testBars,
  testsOfAllYears,
  type YearFigures,
} from '#content/rules/year-figures.ts'

/** The published figures of 2023 (INFO-05). */
const year2023: YearFigures = {
  year: 2023,
  tests: 2397,
  abnormal: { count: 168, percent: 7.15 },
  cancers: { count: 26, percent: 1.1 },
  radicalTreatment: 20,
  activeSurveillance: 6,
  highRiskNormal: { count: 696, percent: 29.6 },
  lowRisk: { count: 1046, percent: 44.5 },
  elderlyLowPsa: { count: 36, percent: 1.5 },
  note: undefined,
}
const year2022 = { ...year2023, year: 2022, tests: 1198 }

describe('the published figures', () => {
  it('INFO-05 prints the percentages as published, not calculated from the counts', () => {
    expect(shareInWords(year2023.abnormal)).toBe('168 (7.15%)')
    expect(shareInWords(year2023.cancers)).toBe('26 (1.1%)')
    expect(shareInWords(year2023.highRiskNormal)).toBe('696 (29.6%)')
    expect(shareInWords(year2023.lowRisk)).toBe('1,046 (44.5%)')
    expect(shareInWords(year2023.elderlyLowPsa)).toBe('36 (1.5%)')
  })

  it('INFO-05 draws one bar per year, oldest first, the longest at full width', () => {
    expect(testBars([year2023, year2022])).toEqual([
      { label: '2022', length: 49.98, value: '1,198' },
      { label: '2023', length: 100, value: '2,397' },
    ])
  })

  it('INFO-05 adds the tests of all years, but not of a single one', () => {
    expect(testsOfAllYears([year2023, year2022])).toEqual({
      figure: '3,595',
      text: 'PSA tests in the 2 years on this page',
    })
    expect(testsOfAllYears([year2023])).toBeUndefined()
  })

  it('INFO-05 draws any number of years: none, one, many', () => {
    expect(testBars([])).toEqual([])
    expect(testBars([year2023])).toHaveLength(1)
    const many = Array.from({ length: 30 }, (_, index) => ({ ...year2023, year: 2000 + index }))
    expect(testBars(many)).toHaveLength(30)
    expect(testBars([{ ...year2023, tests: 0 }])).toEqual([
      { label: '2023', length: 0, value: '0' },
    ])
  })

  it('INFO-05 draws shares to the scale of 100%', () => {
    expect(shareBars(year2023).map(({ label, length }) => [label, length])).toEqual([
      ['Normal, low risk', 44.5],
      ['Normal, high risk', 29.6],
      ['Abnormal', 7.15],
      ['Elderly, low PSA', 1.5],
      ['Cancer diagnosed', 1.1],
    ])
  })
})
