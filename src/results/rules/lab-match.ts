import { HOUR_MS, type IsoDate } from '#core/rules/time.ts'
import type { LabRow, RowFault } from '#results/rules/lab-row.ts'
import type { Finding } from '#results/rules/result.ts'

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

/** Another patient's tube of the same laboratory with the same surname and birth date (LAB-01). */
export type Namesake = {
  readonly forenameKey: string
  /** The London day on which it was taken. */
  readonly takenOn: IsoDate
  /** Its patient has an NHS number that differs from the row's. */
  readonly nhsNumberDiffers: boolean
}

/** The newest result of a sample. */
export type KnownFinding = { readonly finding: Finding; readonly isWithdrawn: boolean }

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
  | 'namesake-tube'
  | 'another-row-waits'
  | 'another-final-value'
  | 'result-withdrawn'
  | 'value-taken-back'
  | 'taken-back-early'
  | 'changed-since-check'
  | 'checked-otherwise'

/** The identifiers of which one may differ when two people have read it on the paper form (LAB-05): never the label, never the NHS number. */
export const ACCEPTABLE_DIFFERENCES = [
  'surname-differs',
  'forename-differs',
  'birth-date-differs',
  'collection-day-differs',
  'laboratory-differs',
] as const satisfies readonly QuarantineReason[]
export type AcceptableDifference = (typeof ACCEPTABLE_DIFFERENCES)[number]

/** The one identifier for which a row waits; undefined when it waits for anything else or more. */
export const oneDifference = (reasons: readonly string[]): AcceptableDifference | undefined =>
  reasons.length === 1 ? ACCEPTABLE_DIFFERENCES.find((one) => one === reasons[0]) : undefined

/** What happens to a row: a first result, a new version, nothing new, the shown value is hidden, or it waits. */
export type RowDecision =
  | { readonly kind: 'accepted' | 'amended' | 'unchanged' | 'withdrawn' }
  | { readonly kind: 'quarantined'; readonly reasons: readonly QuarantineReason[] }

/** What a row is compared with, besides the row itself. */
export type RowContext = {
  /** The sample with the row's label. */
  readonly sample: MatchedSample | undefined
  readonly known: KnownFinding | undefined
  /** The laboratory took the value of this tube back (status W), and no correction followed; also before there was a result or a tube. */
  readonly isTakenBack: boolean
  readonly namesakes: readonly Namesake[]
  /** Another row of the same file has the same label and other content. */
  readonly isTwiceInFile: boolean
  /** A row of the label waits whose identifiers are others: only two people who close it let this row pass (LAB-05). */
  readonly anotherRowWaits: boolean
  /** How the row's NHS number compares with the patient's; undefined when one of them is unknown. It can contradict a match and never make one. */
  readonly nhsNumberAgrees: boolean | undefined
  /** Two people have confirmed the row with the laboratory. */
  readonly isConfirmed: boolean
  /** The one difference that two people accept. */
  readonly accepted?: AcceptableDifference | undefined
}

/**
 * What two people may settle with the laboratory (`results -- confirm`): everything else of the row agrees with the tube. For any
 * other reason the laboratory sends the row again, or the patient is tested again.
 */
const CONFIRMABLE: readonly QuarantineReason[] = [
  'value-implausible',
  'decimal-comma',
  'unit-in-value',
  'label-twice-in-file',
  'namesake-tube',
  'another-row-waits',
  'another-final-value',
  'changed-since-check',
  'checked-otherwise',
]

/** Reasons about which people ask the laboratory with the value before them. */
const ABOUT_THE_VALUE: readonly string[] = [
  'value-implausible',
  'decimal-comma',
  'unit-in-value',
  'label-twice-in-file',
  'another-final-value',
]

/** Whether people who end a row need to see its value: they confirm it, and nothing else is wrong. */
export const needsValue = (reasons: readonly string[]): boolean =>
  mayBeConfirmed(reasons) && reasons.some((reason) => ABOUT_THE_VALUE.includes(reason))

/** Whether two people may confirm a row that waits for these reasons. */
export const mayBeConfirmed = (reasons: readonly string[]): boolean =>
  reasons.every((reason) => CONFIRMABLE.some((one) => one === reason))

/** Every identifier in which row and sample differ (RES-07). */
export function differences(row: LabRow, sample: MatchedSample): QuarantineReason[] {
  const checks: readonly [boolean, QuarantineReason][] = [
    [sample.isVoid, 'label-void'],
    [row.birthDate !== undefined && row.birthDate !== sample.birthDate, 'birth-date-differs'],
    [row.surnameKey !== '' && row.surnameKey !== sample.surnameKey, 'surname-differs'],
    [row.forenameKey !== undefined && row.forenameKey !== sample.forenameKey, 'forename-differs'],
    [row.labKey !== sample.labKey, 'laboratory-differs'],
    [
      row.collectedOn !== undefined && !isNear(sample.takenOn, row.collectedOn),
      'collection-day-differs',
    ],
  ]
  return checks.flatMap(([differs, reason]) => (differs ? [reason] : []))
}

/** By numbers: `addDays` takes ten times as long as the rest of a row's comparison. */
const isNear = (one: IsoDate, other: IsoDate): boolean =>
  Math.abs(Date.parse(one) - Date.parse(other)) <= 24 * HOUR_MS

/**
 * Whether the row agrees with another patient's tube as well: labels that were exchanged would not be noticed. Void tubes count, and those
 * that were bound by mistake: their patient's blood may be in this one. An NHS number distinguishes them only when both patients have one and
 * the row has the right one.
 */
const hasNamesake = (row: LabRow, sample: MatchedSample, context: RowContext): boolean =>
  context.namesakes.some(
    (other) =>
      (row.forenameKey ?? other.forenameKey) === other.forenameKey &&
      [sample.takenOn, row.collectedOn ?? sample.takenOn].some((day) =>
        isNear(day, other.takenOn),
      ) &&
      !(context.nhsNumberAgrees && other.nhsNumberDiffers),
  )

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
  const finding = row.finding ?? row.plainFinding
  return finding === undefined || isSameFinding(finding, known.finding)
    ? undefined
    : 'another-final-value'
}

const isSameFinding = (one: Finding | undefined, other: Finding): boolean =>
  one !== undefined && one.value === other.value && one.unit === other.unit

/** All reasons against a row, whether or not two people may settle them. */
function reasonsAgainst(row: LabRow, context: RowContext): QuarantineReason[] {
  const { sample } = context
  const reasons: QuarantineReason[] = [...row.faults]
  if (row.label !== undefined && sample === undefined) {
    reasons.push('label-unknown')
    // The tube may be recorded later: its value is taken back then too.
    if (row.status === 'wrong') reasons.push('taken-back-early')
  }
  if (context.isTwiceInFile) reasons.push('label-twice-in-file')
  if (sample !== undefined) {
    const differs = differences(row, sample)
    if (differs.length > 0) reasons.push(...differs)
    else if (hasNamesake(row, sample, context)) reasons.push('namesake-tube')
    const against = conflict(row, context)
    if (against !== undefined) reasons.push(against)
  }
  if (context.nhsNumberAgrees === false) reasons.push('nhs-number-differs')
  return reasons
}

/**
 * Decides what happens to a row (RES-07, LAB-01 to LAB-04). It reaches a patient only when the label and every other identifier
 * equal the tube's. Nothing is guessed or ranked, and a row that waits has every reason.
 *
 * A row that takes a value back (status W) hides the value of its label even when other identifiers differ, because that may be its reason.
 */
export function decideRow(row: LabRow, context: RowContext): RowDecision {
  const { sample, known } = context
  if (row.status === 'wrong' && sample !== undefined && row.labKey === sample.labKey) {
    return { kind: 'withdrawn' }
  }
  const reasons = reasonsAgainst(row, context)
  const open = reasons.filter(
    (one) => one !== context.accepted && !(context.isConfirmed && mayBeConfirmed([one])),
  )
  // No confirmation of one row decides about another: that one is closed first.
  if (context.anotherRowWaits && sample !== undefined) open.push('another-row-waits')
  if (open.length > 0) return { kind: 'quarantined', reasons: open }
  if (known === undefined) return { kind: 'accepted' }
  const isRepeated = isSameFinding(findingOf(row, context), known.finding) && !context.isTakenBack
  return { kind: isRepeated ? 'unchanged' : 'amended' }
}

/** The value that is taken over: as it was sent, or its plain meaning that two people have confirmed. */
export const findingOf = (
  row: LabRow,
  { isConfirmed }: Pick<RowContext, 'isConfirmed'>,
): Finding | undefined => row.finding ?? (isConfirmed ? row.plainFinding : undefined)
