import { inThousands, type Share, type YearFigures } from '#content/rules/year-figures.ts'

/** Figures that may still be incomplete. */
export type GivenFigures = {
  readonly [Field in keyof YearFigures]?: YearFigures[Field] extends Share
    ? Partial<Share> | undefined
    : YearFigures[Field] | undefined
}

/** Groups that together contain every test with a risk group exactly once. */
const GROUPS = ['lowRisk', 'highRiskNormal', 'abnormal', 'elderlyLowPsa'] as const

/** The field that shows the fault of a sum: that of its first figure. */
export type SumField = 'tests' | 'cancers' | 'radicalTreatment'

/**
 * The sums that do not add up, as messages by field; undefined when all add up or figures are missing. The note explains
 * tests that are in no group. Pure.
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
 * Checks a published percentage against the tests of the year: it may refer to fewer tests (those that could be
 * measured), never to more. Returns the sum when it does not fit; undefined otherwise. Pure.
 */
export function percentFault(given: GivenFigures, share: Partial<Share>): string | undefined {
  const { tests } = given
  const { count, percent } = share
  if (!tests || count === undefined || percent === undefined) return
  const least = (100 * count) / tests
  if (percent + roundingOf(percent) >= least && percent <= 100) return
  return `${inThousands(count)} of ${inThousands(tests)} tests is ${least.toFixed(2)}%, more than ${percent}%`
}

/** Half a unit of the last digit: 0.05 for 7.2, 0.005 for 7.15. */
function roundingOf(percent: number): number {
  const decimals = String(percent).split('.')[1]?.length ?? 0
  return 0.5 * 10 ** -decimals
}
