import { londonParts } from '#core/rules/time.ts'
import { countOf } from '#core/texts/count.ts'
import type {
  RowOutcome,
  RowRefusal,
  showQuarantined,
} from '#results/commands/results-quarantine.ts'
import { LAB_COLUMNS, LAB_OPTIONAL_COLUMNS } from '#results/rules/lab-row.ts'
import type { WaitingRow } from '#results/server/database/results-files.ts'
import type { FileOutcome, FileReport } from '#results/server/laboratory/lab-import.ts'
import { QUARANTINE_REASONS, ROW_DECISIONS } from '#results/texts/lab.ts'
import { Refusal } from './command-line.ts'
import { refuseFaults } from './staff.ts'

const isReason = (reason: string): reason is keyof typeof QUARANTINE_REASONS =>
  Object.hasOwn(QUARANTINE_REASONS, reason)

const inWords = (reasons: readonly string[]) =>
  reasons.map((reason) => (isReason(reason) ? QUARANTINE_REASONS[reason] : reason)).join('; ')

const dayAndTime = (at: Date) => {
  const { date, time } = londonParts(at)
  return `${date} ${time}`
}

/** The rows by what becomes of them, and every line that waits with its reasons: no name and no value. */
export function reportText({ rowCount, counts, waiting }: FileReport): string {
  const lines = Object.entries(ROW_DECISIONS).map(
    ([kind, text]) => `${String(counts[kind as keyof typeof counts] ?? 0).padStart(7)}  ${text}`,
  )
  const waits = waiting.map(
    ({ line, label, reasons }) => `line ${line}${label ? ` (${label})` : ''}: ${inWords(reasons)}`,
  )
  return [...waits, `${String(rowCount).padStart(7)}  rows`, ...lines, ''].join('\n')
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

const END_WORDS = { confirmed: 'confirm', closed: 'close' } as const

/** What one person proposed and another may accept. */
const proposalText = ({ proposedEnd, proposedBy }: WaitingRow): string =>
  proposedEnd ? `; ${proposedBy} proposes to ${END_WORDS[proposedEnd]} it` : ''

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
export function rowText({
  row,
  cells,
  plainFinding,
  sample,
}: NonNullable<Awaited<ReturnType<typeof showQuarantined>>>): string {
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
  const names = [...LAB_COLUMNS, ...LAB_OPTIONAL_COLUMNS]
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

/** Why a row did not end, and what to do. */
export const ROW_REFUSALS: Record<RowRefusal, string> = {
  'not-waiting': 'There is no row with this id that waits: quarantine lists those that do.',
  'content-deleted':
    'The content of this row was deleted: close it, and ask the laboratory to send it again.',
  importer: 'You imported this file: two other people confirm or close its rows.',
  'own-proposal':
    'You proposed this already: another person, who did not import the file, runs the same command.',
  'other-reasons':
    'This row waits for reasons that a telephone call does not settle: ask the laboratory to send it again, and close this one.',
  'another-row-waits':
    'Another row of this label waits with other identifiers: close that one first (two people), then confirm this one.',
  'known-already': 'The tube has this value already: close the row.',
  changed:
    'The tube or its result has changed since, and the row does not agree with it now: look at it (results -- quarantine ROW), and close it or ask the laboratory again.',
}

/**
 * What a step to end a row did.
 * @throws Refusal when it changed nothing.
 */
export function rowEndText(id: string, end: keyof typeof END_WORDS, outcome: RowOutcome): string {
  if ('refused' in outcome) {
    throw new Refusal(`${ROW_REFUSALS[outcome.refused]} Nothing was changed.`)
  }
  if (outcome.done === 'proposed') {
    return `Row ${id} still waits. Another person, who did not import the file, runs the same command to ${END_WORDS[end]} it.\n`
  }
  return end === 'confirmed'
    ? `Row ${id} is taken over: its value waits for a colour.\n`
    : `Row ${id} is closed without a result.\n`
}
