import { inThousands, type Share, type YearFigures } from '#domain/year-figures.ts'

/** Figures that are still being typed. */
export type GivenFigures = {
  readonly [Field in keyof YearFigures]?: YearFigures[Field] extends Share
    ? Partial<Share> | undefined
    : YearFigures[Field] | undefined
}

/** The groups that every test with a risk group is in exactly once. */
const GROUPS = ['lowRisk', 'highRiskNormal', 'abnormal', 'elderlyLowPsa'] as const

/** The field of the first figure that a sum is about. */
export type SumField = 'tests' | 'cancers' | 'radicalTreatment'

/**
 * What does not add up, with the sums, by the field to show it at; undefined while it adds up or figures are missing. A
 * rest of tests in no group is explained by the note. Pure.
 */
export const YEAR_SUMS: Readonly<Record<SumField, (given: GivenFigures) => string | undefined>> = {
  tests: groupsOfTests,
  cancers: cancersOfAbnormal,
  radicalTreatment: treatmentsOfCancers,
}

function groupsOfTests(given: GivenFigures): string | undefined {
  const { tests, note } = given
  const counts = GROUPS.flatMap((name) => given[name]?.count ?? [])
  if (tests === undefined || counts.length < GROUPS.length) return
  const sum = counts.reduce((total, count) => total + count, 0)
  const written = `${counts.map(inThousands).join(' + ')} = ${inThousands(sum)}`
  if (sum > tests)
    return `The four groups are more than the ${inThousands(tests)} tests: ${written}`
  if (sum === tests || note?.trim()) return
  return `The four groups are ${written}, which leaves ${inThousands(tests - sum)} of ${inThousands(tests)} tests in no group. Say why in the note`
}

function cancersOfAbnormal({ cancers, abnormal }: GivenFigures): string | undefined {
  if (cancers?.count === undefined || abnormal?.count === undefined) return
  if (cancers.count <= abnormal.count) return
  return `There are more cancers (${inThousands(cancers.count)}) than abnormal results (${inThousands(abnormal.count)})`
}

function treatmentsOfCancers(given: GivenFigures): string | undefined {
  const { radicalTreatment, activeSurveillance, cancers } = given
  if (radicalTreatment === undefined || activeSurveillance === undefined) return
  if (cancers?.count === undefined) return
  const sum = radicalTreatment + activeSurveillance
  if (sum === cancers.count) return
  return `${inThousands(radicalTreatment)} + ${inThousands(activeSurveillance)} = ${inThousands(sum)}, but ${inThousands(cancers.count)} cancers were diagnosed`
}

/**
 * Whether a published percentage can be of the tests of the year: it may be of fewer tests (those that could be
 * measured), never of more. The sum when it cannot; undefined otherwise. Pure.
 */
export function percentFault(given: GivenFigures, share: Partial<Share>): string | undefined {
  const { tests } = given
  const { count, percent } = share
  if (!tests || count === undefined || percent === undefined) return
  const least = (100 * count) / tests
  if (percent + roundingOf(percent) >= least && percent <= 100) return
  return `${inThousands(count)} of ${inThousands(tests)} tests is ${least.toFixed(2)}%, more than ${percent}%`
}

/** Half of the last digit that is written: 0.05 for 7.2, 0.005 for 7.15. */
function roundingOf(percent: number): number {
  const decimals = String(percent).split('.')[1]?.length ?? 0
  return 0.5 * 10 ** -decimals
}
