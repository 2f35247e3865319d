import { describe, expect, it } from 'vitest'
import { type GivenFigures, percentFault, YEAR_SUMS } from '#content/rules/year-sums.ts'
import { dataset } from '../../../../content/source/dataset.ts'

const figures: GivenFigures = {
  year: 2025,
  tests: 1200,
  lowRisk: { count: 600, percent: 50 },
  highRiskNormal: { count: 400, percent: 33.3 },
  abnormal: { count: 150, percent: 12.5 },
  elderlyLowPsa: { count: 50, percent: 4.2 },
  cancers: { count: 20, percent: 1.7 },
  radicalTreatment: 15,
  activeSurveillance: 5,
}

describe('the figures of a year', () => {
  it.each<[string, keyof typeof YEAR_SUMS, GivenFigures, string | undefined]>([
    ['groups that make up the tests', 'tests', {}, undefined],
    [
      'groups that are more than the tests',
      'tests',
      { tests: 1100 },
      'The four groups are more than the 1,100 tests: 600 + 400 + 150 + 50 = 1,200',
    ],
    [
      'groups that leave a rest without a note',
      'tests',
      { tests: 1445, note: ' ' },
      'The four groups are 600 + 400 + 150 + 50 = 1,200, which leaves 245 of 1,445 tests in no group. Say why in the note',
    ],
    ['a rest that the note explains', 'tests', { tests: 1445, note: 'The others …' }, undefined],
    ['a group that is missing', 'tests', { tests: 5, lowRisk: undefined }, undefined],
    ['a group without its number', 'tests', { tests: 5, lowRisk: { percent: 1 } }, undefined],
    ['treatments that make up the cancers', 'radicalTreatment', {}, undefined],
    [
      'treatments that do not',
      'radicalTreatment',
      { activeSurveillance: 4 },
      '15 + 4 = 19, but 20 cancers were diagnosed',
    ],
    ['cancers among the abnormal results', 'cancers', {}, undefined],
    [
      'more cancers than abnormal results',
      'cancers',
      { cancers: { count: 151, percent: 12.6 } },
      'There are more cancers (151) than abnormal results (150)',
    ],
  ])('CMS-15 %s', (_, field, change, fault) => {
    expect(YEAR_SUMS[field]({ ...figures, ...change })).toBe(fault)
  })

  it.each([
    [150, 12.5, undefined],
    // The percentage may refer to fewer tests, for example those that could be measured.
    [150, 13.1, undefined],
    [151, 12.6, undefined],
    [150, 12.4, '150 of 1,200 tests is 12.50%, more than 12.4%'],
    [150, 1.25, '150 of 1,200 tests is 12.50%, more than 1.25%'],
  ])('CMS-15 %d tests as %d per cent', (count, percent, fault) => {
    expect(percentFault(figures, { count, percent })).toBe(fault)
  })

  it('CMS-15 the sample figures add up', () => {
    const years = dataset.filter(({ _type }) => _type === 'yearStatistics') as GivenFigures[]
    expect(years.length).toBeGreaterThan(0)
    for (const given of years) {
      for (const sumOf of Object.values(YEAR_SUMS)) expect(sumOf(given)).toBeUndefined()
      for (const share of [given.abnormal, given.cancers, given.lowRisk, given.highRiskNormal])
        expect(percentFault(given, share ?? {})).toBeUndefined()
    }
  })
})
