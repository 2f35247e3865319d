import { describe, expect, it } from 'vitest'
import {
  shareBars,
  shareInWords,
  statisticsLead,
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

  it('INFO-05 adds the tests of all years, but not of a single one', () => {
    expect(testsOfAllYears([year2023, year2022])).toEqual({
      figure: '3,595',
      text: 'PSA tests in the 2 years on this page',
    })
    expect(testsOfAllYears([year2023])).toBeUndefined()
  })

  it('INFO-05 begins with a sentence that is true of every year: none, one, many', () => {
    expect(statisticsLead([year2023, year2022])).toContain('from 2022 to 2023:')
    expect(statisticsLead([year2023])).toContain('tests in 2023:')
    expect(statisticsLead([])).toContain('Our PSA tests: how many')
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
