import { londonParts } from '#core/rules/time.ts'
import { countOf } from '#core/texts/count.ts'
import { ALL_LAB_COLUMNS } from '#results/rules/lab-mapping.ts'
import type { WaitingRow } from '#results/server/database/quarantine.ts'
import type { FileOutcome, FileReport } from '#results/server/laboratory/lab-import.ts'
import type { RowOutcome } from '#results/server/laboratory/row-ends.ts'
import type { RowBesideTube } from '#results/server/laboratory/waiting-row.ts'
import { ROW_DECISIONS } from '#results/texts/lab.ts'
import { END_WORDS, ROW_REFUSALS, reasonText } from '#results/texts/waiting-rows.ts'
import { Refusal } from './command-line.ts'
import { refuseFaults } from './staff.ts'

const inWords = (reasons: readonly string[]) => reasons.map(reasonText).join('; ')

const dayAndTime = (at: Date) => {
  const { date, time } = londonParts(at)
  return `${date} ${time}`
}

/** The rows by what becomes of them, and every line that waits with its reasons: no name and no value. */
export function reportText({ rowCount, skipped, otherTests, counts, waiting }: FileReport): string {
  const lines = Object.entries(ROW_DECISIONS).map(
    ([kind, text]) => `${String(counts[kind as keyof typeof counts] ?? 0).padStart(7)}  ${text}`,
  )
  const waits = waiting.map(
    ({ line, label, reasons }) => `line ${line}${label ? ` (${label})` : ''}: ${inWords(reasons)}`,
  )
  const leftOut = [
    ...(skipped > 0 ? [`${String(skipped).padStart(7)}  lines that are not rows, not read`] : []),
    ...(otherTests > 0 ? [`${String(otherTests).padStart(7)}  rows of other tests, not read`] : []),
  ]
  return [...waits, `${String(rowCount).padStart(7)}  rows`, ...lines, ...leftOut, ''].join('\n')
}

/**
 * The report of a file.
 * @throws Refusal when it has faults or is known.
 */
export function reportOrRefuse(outcome: FileOutcome): FileReport {
  if (outcome.ok) return outcome
  if ('faults' in outcome) throw refuseFaults(outcome.faults)
  const { importedAt, importedBy } = outcome.known
  throw new Refusal(
    `Nothing was changed: this file was imported on ${dayAndTime(importedAt)} by ${importedBy}.`,
  )
}

/** What one person proposed and another may accept. */
const proposalText = ({ proposedEnd, proposedBy }: WaitingRow): string =>
  proposedEnd ? `; ${proposedBy} proposes to ${END_WORDS[proposedEnd]}` : ''

/** The rows that wait, one per line. */
export const quarantineText = (rows: readonly WaitingRow[]): string =>
  [
    ...rows.map((row) => {
      const { rowId, importedAt, line, label, reasons } = row
      return `${rowId}  ${dayAndTime(importedAt)}, line ${line}${label ? ` (${label})` : ''}: ${inWords(reasons)}${proposalText(row)}`
    }),
    `${countOf(rows.length, 'row waits', 'rows wait')}.\n`,
  ].join('\n')

/** One row beside its tube. */
export function rowText({ row, cells, plainFinding, sample }: RowBesideTube): string {
  const tube: Readonly<Record<string, string>> = sample
    ? {
        label: sample.label,
        surname: sample.surnameKey,
        forename: sample.forenameKey,
        date_of_birth: sample.birthDate,
        collected_on: sample.takenOn,
        laboratory: sample.labKey,
      }
    : {}
  const names = ALL_LAB_COLUMNS
  const table = cells
    ? names.map((name) => `${name.padEnd(14)} ${cells[name].padEnd(30)} ${tube[name] ?? ''}`)
    : ['The content of this row was deleted, or it had another number of cells than the header.']
  return [
    `line ${row.line}: ${inWords(row.reasons)}${proposalText(row)}`,
    `${''.padEnd(14)} ${'sent by the laboratory'.padEnd(30)} on the tube (as compared)`,
    ...table,
    ...(plainFinding
      ? [`confirm takes it over as ${plainFinding.value} ${plainFinding.unit}`]
      : []),
    '',
  ].join('\n')
}

/**
 * What a step to end a row did.
 * @throws Refusal when it changed nothing.
 */
export function rowEndText(id: string, end: 'confirmed' | 'closed', outcome: RowOutcome): string {
  if ('refused' in outcome) {
    throw new Refusal(`${ROW_REFUSALS[outcome.refused]} Nothing was changed.`)
  }
  if (outcome.done === 'proposed') {
    return `Row ${id} still waits. Another person, who did not import the file, runs the same command to ${END_WORDS[end]}.\n`
  }
  return end === 'confirmed'
    ? `Row ${id} is taken over: its value waits for a colour.\n`
    : `Row ${id} is closed without a result.\n`
}
