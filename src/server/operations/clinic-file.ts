import { readLabel } from '#domain/sample-label.ts'
import { isClockTime } from '#domain/time.ts'
import { CsvError, headerProblems, parseCsv } from '#server/operations/csv.ts'

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

export type ClinicFault = { readonly line: number; readonly problem: string }

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
  if (!isClockTime(cell('taken_at'))) return { problem: 'taken_at is no time written HH:MM' }
  return { tube: { label, takenAt: cell('taken_at') } }
}

function readLine(line: number, cells: ReadonlyMap<string, string>) {
  const cell = (column: Column) => (cells.get(column) ?? '').trim()
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

const refused = (...problems: string[]) => ({
  lines: [],
  faults: problems.map((problem) => ({ line: 1, problem })),
})

/** Reads an attendance file (CLI-05): its lines, and every fault. */
export function readClinicFile(csv: string): { lines: ClinicLine[]; faults: ClinicFault[] } {
  try {
    const [header, ...records] = parseCsv(csv)
    if (header === undefined) return refused('the file is empty')
    const names = header.cells.map((name) => name.trim().toLowerCase())
    const problems = headerProblems(names, COLUMNS, OPTIONAL)
    if (problems.length > 0) return refused(...problems)
    if (records.length === 0) return refused('the file has no rows')
    const read = records.map(({ line, cells }) => ({
      line,
      ...(cells.length === names.length
        ? readLine(line, new Map(names.map((name, at) => [name, cells[at] ?? ''])))
        : { fault: `has ${cells.length} cells instead of ${names.length}`, read: undefined }),
    }))
    const lines = read.flatMap((one) => (one.read === undefined ? [] : [one.read]))
    const faults = read.flatMap(({ line, fault }) => (fault ? [{ line, problem: fault }] : []))
    return { lines, faults: [...faults, ...repeated(lines)] }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    return { lines: [], faults: [{ line: error.line, problem: error.message }] }
  }
}
