import type { SourceDocument } from './markup.ts'

type Share = [count: number, percent: number]
type Year = {
  year: number
  tests: number
  /** Tests with a result. */
  grouped: number
  abnormal: Share
  cancers: Share
  radicalTreatment: number
  activeSurveillance: number
  highRiskNormal: Share
  lowRisk: Share
  elderlyLowPsa: Share
}

function yearStatistics({ grouped, ...figures }: Year): SourceDocument {
  const { abnormal, highRiskNormal, lowRisk, elderlyLowPsa } = figures
  const placed = [abnormal, highRiskNormal, lowRisk, elderlyLowPsa]
  const rest = grouped - placed.reduce((sum, [count]) => sum + count, 0)
  const written = (count: number) => count.toLocaleString('en-GB')
  const share = ([count, percent]: Share) => ({ count, percent })
  return {
    _id: `statistics-${figures.year}`,
    _type: 'yearStatistics',
    ...figures,
    abnormal: share(figures.abnormal),
    cancers: share(figures.cancers),
    highRiskNormal: share(figures.highRiskNormal),
    lowRisk: share(figures.lowRisk),
    elderlyLowPsa: share(figures.elderlyLowPsa),
    note: `Percentages are of the ${written(grouped)} men whose sample could be measured. The other ${rest} of them (${((100 * rest) / grouped).toFixed(1)}%) had a normal result but did not tell us enough to be placed in a risk group. “Elderly” means aged 75 to 80; nobody over 80 is included.`,
  }
}

export const statistics = [
  yearStatistics({
    year: 2021,
    tests: 1482,
    grouped: 1455,
    abnormal: [113, 7.77],
    cancers: [17, 1.2],
    radicalTreatment: 13,
    activeSurveillance: 4,
    highRiskNormal: [425, 29.2],
    lowRisk: [641, 44.1],
    elderlyLowPsa: [20, 1.4],
  }),
  yearStatistics({
    year: 2022,
    tests: 1968,
    grouped: 1930,
    abnormal: [143, 7.41],
    cancers: [21, 1.1],
    radicalTreatment: 16,
    activeSurveillance: 5,
    highRiskNormal: [562, 29.1],
    lowRisk: [864, 44.8],
    elderlyLowPsa: [29, 1.5],
  }),
  yearStatistics({
    year: 2023,
    tests: 2397,
    grouped: 2349,
    abnormal: [168, 7.15],
    cancers: [26, 1.1],
    radicalTreatment: 20,
    activeSurveillance: 6,
    highRiskNormal: [696, 29.6],
    lowRisk: [1046, 44.5],
    elderlyLowPsa: [36, 1.5],
  }),
  yearStatistics({
    year: 2024,
    tests: 2715,
    grouped: 2664,
    abnormal: [189, 7.09],
    cancers: [30, 1.1],
    radicalTreatment: 22,
    activeSurveillance: 8,
    highRiskNormal: [781, 29.3],
    lowRisk: [1192, 44.7],
    elderlyLowPsa: [43, 1.6],
  }),
]
