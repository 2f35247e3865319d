import type { LabRow, RowFault } from '#domain/lab-row.ts'
import type { Finding } from '#domain/result.ts'
import { addDays, type IsoDate } from '#domain/time.ts'

/** A sample as a row is compared with it: the identifiers that were written on the tube. */
export type MatchedSample = {
  readonly surnameKey: string
  readonly forenameKey: string
  readonly birthDate: IsoDate
  readonly labKey: string
  /** The London day on which it was taken. */
  readonly takenOn: IsoDate
  readonly isVoid: boolean
}

/** The newest result of a sample. */
export type KnownResult = { readonly finding: Finding; readonly isWithdrawn: boolean }

/** Why a row waits in quarantine. */
export type QuarantineReason =
  | RowFault
  | 'cells-missing'
  | 'label-unknown'
  | 'label-void'
  | 'label-twice-in-file'
  | 'birth-date-differs'
  | 'surname-differs'
  | 'forename-differs'
  | 'laboratory-differs'
  | 'collection-day-differs'
  | 'nhs-number-differs'
  | 'another-final-value'
  | 'result-withdrawn'
  | 'value-taken-back'
  | 'taken-back-early'
  | 'changed-since-check'

/** What happens to a row: a first result, a new version, nothing new, the shown value is hidden, or it waits. */
export type RowDecision =
  | { readonly kind: 'accepted' | 'amended' | 'unchanged' | 'withdrawn' }
  | { readonly kind: 'quarantined'; readonly reasons: readonly QuarantineReason[] }

/** What a row is compared with, besides the row itself. */
export type RowContext = {
  /** The sample with the row's label. */
  readonly sample: MatchedSample | undefined
  readonly known: KnownResult | undefined
  /** The laboratory took the value of this tube back (status W), and no correction followed; also before there was a result or a tube. */
  readonly isTakenBack: boolean
  /** Another row of the same file has the same label. */
  readonly isTwiceInFile: boolean
  /** The row's NHS number is another than the patient's. It can contradict a match and never make one. */
  readonly nhsNumberDiffers: boolean
  /** A person has confirmed this value with the laboratory. */
  readonly isConfirmed: boolean
}

/** Every identifier in which row and sample differ (RES-07). */
function differences(row: LabRow, sample: MatchedSample): QuarantineReason[] {
  const checks: readonly [boolean, QuarantineReason][] = [
    [sample.isVoid, 'label-void'],
    [row.birthDate !== undefined && row.birthDate !== sample.birthDate, 'birth-date-differs'],
    [row.surnameKey !== '' && row.surnameKey !== sample.surnameKey, 'surname-differs'],
    [row.forenameKey !== undefined && row.forenameKey !== sample.forenameKey, 'forename-differs'],
    [row.labKey !== sample.labKey, 'laboratory-differs'],
    [
      row.collectedOn !== undefined &&
        ![-1, 0, 1].some((days) => addDays(sample.takenOn, days) === row.collectedOn),
      'collection-day-differs',
    ],
  ]
  return checks.flatMap(([differs, reason]) => (differs ? [reason] : []))
}

/** What the result that is there already says against the row (LAB-04). */
function conflict(
  row: LabRow,
  { known, isTakenBack }: Pick<RowContext, 'known' | 'isTakenBack'>,
): QuarantineReason | undefined {
  if (known?.isWithdrawn) return 'result-withdrawn'
  if (row.status !== 'final') return undefined
  // A late first file, or its repetition, must not bring the value back: only a correction does.
  if (isTakenBack) return 'value-taken-back'
  if (known === undefined) return undefined
  if (row.finding === undefined || isSameFinding(row.finding, known.finding)) return undefined
  return 'another-final-value'
}

const isSameFinding = (one: Finding | undefined, other: Finding): boolean =>
  one !== undefined && one.value === other.value && one.unit === other.unit

/**
 * Decides what happens to a row (RES-07, LAB-01 to LAB-04). It reaches a patient only when the label and every other identifier
 * are equal to those of the tube; nothing is guessed or ranked, and a row that waits has every reason.
 *
 * A row that takes a value back (status W) hides the value of its label even when other identifiers differ: it may say that they do.
 */
export function decideRow(row: LabRow, context: RowContext): RowDecision {
  const { sample, known } = context
  if (row.status === 'wrong' && sample !== undefined && row.labKey === sample.labKey) {
    return { kind: 'withdrawn' }
  }
  const faults = row.faults.filter((fault) => {
    return !(context.isConfirmed && fault === 'value-implausible')
  })
  const reasons: QuarantineReason[] = [...faults]
  if (row.label !== undefined && sample === undefined) {
    reasons.push('label-unknown')
    // The tube may be recorded later: its value is taken back then too.
    if (row.status === 'wrong') reasons.push('taken-back-early')
  }
  if (context.isTwiceInFile) reasons.push('label-twice-in-file')
  if (sample !== undefined) {
    reasons.push(...differences(row, sample))
    const against = conflict(row, context)
    if (against !== undefined) reasons.push(against)
  }
  if (context.nhsNumberDiffers) reasons.push('nhs-number-differs')
  if (reasons.length > 0) return { kind: 'quarantined', reasons }
  if (known === undefined) return { kind: 'accepted' }
  const isRepeated = isSameFinding(row.finding, known.finding) && !context.isTakenBack
  return { kind: isRepeated ? 'unchanged' : 'amended' }
}
