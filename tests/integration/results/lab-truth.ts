import type { LabCells } from '#domain/lab-row.ts'

/** What the generator knows of a tube; `value` is of its newest version. */
export type Truth = {
  value: string | undefined
  isTakenBack: boolean
  isHeld: boolean
  isWithdrawn: boolean
  isVoid: boolean
}
/** A row of a file, and why it would wait whatever the stored result is. */
export type Row = { cells: LabCells; reasons: readonly string[] }

export const newTruth = (): Truth => ({
  value: undefined,
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
  const isReadable = unit === 'ng/mL' && /^\d+(\.\d+)?$/.test(value)
  return isReadable && value !== truth.value ? 'another-final-value' : undefined
}

/** What becomes of a row with nothing against it; its value is then the newest. */
export function takeInto(truth: Truth, value: string): string {
  if (value === truth.value && !truth.isTakenBack) return 'unchanged'
  const decision = truth.value === undefined ? 'accepted' : 'amended'
  truth.value = value
  truth.isTakenBack = false
  return decision
}

/** Whether a value that was very high may be taken over once a person has confirmed it. */
export const mayConfirm = (truth: Truth): boolean =>
  truth.value === undefined && !truth.isTakenBack && !truth.isWithdrawn && !truth.isVoid

/** Whether a result of this tube may be shown. */
export const mayShow = (truth: Truth): boolean =>
  truth.value !== undefined && !truth.isTakenBack && !truth.isWithdrawn && !truth.isHeld
