import { readLabel } from '#domain/sample-label.ts'
import { readClockTime } from '#domain/typed-cell.ts'
import { type LineFault, readTypedFile, type TypedRow } from '#server/operations/typed-file.ts'

/** A line of an attendance file: a tube that was taken, or a patient who did not come. */
export type ClinicLine = {
  readonly line: number
  /** The reference number of the appointment, eight digits; or the patient and event of a patient who came without one. */
  readonly who:
    | { readonly reference: string }
    | { readonly profileId: number; readonly eventId: number }
  /** Undefined for a patient who did not come; `takenAt` is London's clock on the day of the event. */
  readonly tube: { readonly label: string; readonly takenAt: string } | undefined
}

export type ClinicFault = LineFault

const COLUMNS = ['reference', 'outcome', 'label', 'taken_at'] as const
const OPTIONAL = ['patient', 'event'] as const
type Column = (typeof COLUMNS)[number] | (typeof OPTIONAL)[number]

function readWho(cell: (column: Column) => string): ClinicLine['who'] | undefined {
  const digits = cell('reference').replace('-', '').toLowerCase()
  if (/^[\da-f]{8}$/.test(digits)) return { reference: digits }
  const [profileId, eventId] = [cell('patient'), cell('event')]
  if (digits !== '' || !/^\d{1,15}$/.test(profileId) || !/^\d{1,15}$/.test(eventId))
    return undefined
  return { profileId: Number(profileId), eventId: Number(eventId) }
}

function readTube(cell: (column: Column) => string): {
  tube?: ClinicLine['tube']
  problem?: string
} {
  const outcome = cell('outcome').toLowerCase()
  if (outcome === 'no-show') {
    return cell('label') === '' ? {} : { problem: 'a patient who did not come has no label' }
  }
  if (outcome !== 'attended') return { problem: 'outcome is neither attended nor no-show' }
  const label = readLabel(cell('label'))
  if (label === undefined) {
    return { problem: 'the label is no label of ours, or its check character is wrong' }
  }
  const takenAt = readClockTime(cell('taken_at'))
  if (takenAt === undefined) return { problem: 'taken_at is no time written HH:MM' }
  return { tube: { label, takenAt } }
}

function readLine({ line, cells }: TypedRow<Column>) {
  const cell = (column: Column) => cells.get(column) ?? ''
  const who = readWho(cell)
  const { tube, problem } = readTube(cell)
  if (who === undefined) {
    return { fault: 'reference is no reference number (without one: patient and event)' }
  }
  if (problem !== undefined) return { fault: problem }
  if (tube === undefined && 'profileId' in who)
    return { fault: 'only an appointment can be missed' }
  return { read: { line, who, tube } }
}

/** The lines that name what an earlier line named: a reference or a label. */
function repeated(lines: readonly ClinicLine[]): ClinicFault[] {
  const seen = new Set<string>()
  return lines.flatMap(({ line, who, tube }) => {
    const names = ['reference' in who ? who.reference : `${who.profileId} ${who.eventId}`]
    if (tube !== undefined) names.push(tube.label)
    const isSeen = names.some((name) => seen.has(name))
    for (const name of names) seen.add(name)
    return isSeen ? [{ line, problem: 'the appointment or the label is in an earlier line' }] : []
  })
}

/** Reads an attendance file (CLI-05): its lines, and every fault. */
export function readClinicFile(csv: string): { lines: ClinicLine[]; faults: ClinicFault[] } {
  const file = readTypedFile<Column>(csv, { needed: COLUMNS, optional: OPTIONAL })
  const read = file.rows.map((row) => ({ line: row.line, ...readLine(row) }))
  const lines = read.flatMap((one) => (one.read === undefined ? [] : [one.read]))
  const faults = read.flatMap(({ line, fault }) => (fault ? [{ line, problem: fault }] : []))
  return {
    lines,
    faults: [...file.faults, ...faults, ...repeated(lines)].sort((a, b) => a.line - b.line),
  }
}
