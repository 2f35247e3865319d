import { formatShortDate } from '#core/rules/time.ts'
import { differences, type MatchedSample, type QuarantineReason } from '#results/rules/lab-match.ts'
import type { LabCells, LabRow } from '#results/rules/lab-row.ts'
import { spacedLabel } from '#results/rules/sample-label.ts'

/** How an identifier of a row compares with its tube, in words. */
export type Verdict = 'agrees' | 'differs' | 'not sent' | 'cannot be read' | 'no tube'

/** One identifier of a row beside its tube. */
export type IdentifierLine = {
  readonly name: string
  readonly sent: string
  readonly tube: string
  readonly verdict: Verdict
}

/** The tube has its names as the comparison uses them: without case, accents and spaces (LAB-05). `row`: the cells as its laboratory's mapping reads them. */
export function identifierLines(
  cells: LabCells,
  row: LabRow,
  sample: (MatchedSample & { readonly label: string }) | undefined,
): IdentifierLine[] {
  const differs = sample === undefined ? [] : differences(row, sample)
  const line = (
    name: string,
    sent: string,
    {
      tube,
      isRead,
      reason,
    }: { tube: string | undefined; isRead: boolean; reason?: QuarantineReason },
  ): IdentifierLine => {
    const verdict = (): Verdict => {
      if (sent.trim() === '') return 'not sent'
      if (!isRead) return 'cannot be read'
      if (sample === undefined) return 'no tube'
      return reason !== undefined && differs.includes(reason) ? 'differs' : 'agrees'
    }
    return { name, sent, tube: tube ?? '', verdict: verdict() }
  }
  const { birthDate, collectedOn, label } = row
  return [
    line('Label', label === undefined ? cells.label : spacedLabel(label), {
      tube: sample && spacedLabel(sample.label),
      isRead: label !== undefined,
    }),
    line('Surname', cells.surname, {
      tube: sample?.surnameKey,
      isRead: row.surnameKey !== '',
      reason: 'surname-differs',
    }),
    line('Forename', cells.forename, {
      tube: sample?.forenameKey,
      isRead: row.forenameKey !== undefined,
      reason: 'forename-differs',
    }),
    line('Date of birth', birthDate ? formatShortDate(birthDate) : cells.date_of_birth, {
      tube: sample && formatShortDate(sample.birthDate),
      isRead: birthDate !== undefined,
      reason: 'birth-date-differs',
    }),
    line('Day of collection', collectedOn ? formatShortDate(collectedOn) : cells.collected_on, {
      tube: sample && formatShortDate(sample.takenOn),
      isRead: collectedOn !== undefined,
      reason: 'collection-day-differs',
    }),
    line('Laboratory', cells.laboratory, {
      tube: sample?.labKey,
      isRead: row.labKey !== '',
      reason: 'laboratory-differs',
    }),
  ]
}
