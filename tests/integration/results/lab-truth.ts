import type { LabCells } from '#results/rules/lab-row.ts'

/** A row of a tube that waits. `file` counts the imports. */
export type OpenRow = { cells: LabCells; reasons: readonly string[]; file: number }

/** What the generator knows of a tube; `value` is of its newest version. */
export type Truth = {
  value: string | undefined
  /** The file of the newest row that was taken over or took the value back. */
  lastFile: number
  open: OpenRow[]
  isTakenBack: boolean
  isHeld: boolean
  isWithdrawn: boolean
  isVoid: boolean
}
/** A row of a file, and why it would wait whatever the stored result is. */
export type Row = { cells: LabCells; reasons: readonly string[] }

export const newTruth = (): Truth => ({
  value: undefined,
  lastFile: 0,
  open: [],
  isTakenBack: false,
  isHeld: false,
  isWithdrawn: false,
  isVoid: false,
})

/** What the stored result says against a row. */
export function againstTruth({ status, unit, value }: LabCells, truth: Truth): string | undefined {
  if (truth.isWithdrawn) return 'result-withdrawn'
  if (status !== 'F') return undefined
  if (truth.isTakenBack) return 'value-taken-back'
  if (truth.value === undefined) return undefined
  const isReadable = unit === 'ng/mL' && /^\d+([.,]\d+)?$/.test(value)
  return isReadable && value.replace(',', '.') !== truth.value ? 'another-final-value' : undefined
}

const plainName = (name: string) =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** Whose blood a row says it is, besides the label. */
const whoOf = (cells: LabCells) =>
  [
    plainName(cells.surname),
    plainName(cells.forename),
    cells.date_of_birth,
    cells.collected_on,
    cells.laboratory,
    cells.nhs_number,
  ].join('|')

/** Whether two rows say the same in every cell. */
export const isEqualRow = (one: LabCells, other: LabCells): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Whether a row of this tube that waits says that the blood is another person's (LAB-05). */
export const anotherWaits = (cells: LabCells, open: readonly OpenRow[]): boolean =>
  open.some((one) => whoOf(one.cells) !== whoOf(cells))

/** Whether this row waits already, for the same reasons. */
export const waitsAlready = (
  { cells, reasons }: Pick<OpenRow, 'cells' | 'reasons'>,
  open: readonly OpenRow[],
): boolean =>
  open.some(
    (one) =>
      isEqualRow(one.cells, cells) && [...one.reasons].sort().join() === [...reasons].sort().join(),
  )

/** The rows that go on waiting when this one is taken over: an equal one, and a preliminary one, have said nothing else. */
export const notOvertaken = (cells: LabCells, open: readonly OpenRow[]): OpenRow[] =>
  open.filter(
    (one) =>
      whoOf(one.cells) !== whoOf(cells) ||
      !(
        isEqualRow(one.cells, cells) ||
        one.reasons.every((reason) => ['not-final', 'value-missing'].includes(reason))
      ),
  )

/** Faults by which a file of several rows is refused when every row has one of them. */
const UNREADABLE = [
  'label-unreadable',
  'surname-missing',
  'birth-date-unreadable',
  'collection-day-unreadable',
  'nhs-number-unreadable',
  'status-unreadable',
  'value-unreadable',
  'unit-differs',
]
export const isUnreadableFile = (rows: readonly Row[]): boolean =>
  rows.length > 1 &&
  UNREADABLE.some((fault) => rows.every(({ reasons }) => reasons.includes(fault)))

/** What becomes of a row with nothing against it; its value is then the newest. */
export function takeInto(truth: Truth, value: string): string {
  if (value === truth.value && !truth.isTakenBack) return 'unchanged'
  const decision = truth.value === undefined ? 'accepted' : 'amended'
  truth.value = value
  truth.isTakenBack = false
  return decision
}

/** Why two people cannot take over a row that waits because its value is very high; undefined when they can. */
export function confirmRefusal(row: OpenRow, truth: Truth): string | undefined {
  if (truth.isTakenBack || truth.isWithdrawn || truth.isVoid) return 'changed'
  const others = truth.open.filter((one) => one !== row)
  if (anotherWaits(row.cells, others)) return 'another-row-waits'
  return truth.lastFile > row.file ? 'changed' : undefined
}

/** Whether a result of this tube may be shown. */
export const mayShow = (truth: Truth): boolean =>
  truth.value !== undefined &&
  !truth.isTakenBack &&
  !truth.isWithdrawn &&
  !truth.isHeld &&
  truth.open.length === 0
