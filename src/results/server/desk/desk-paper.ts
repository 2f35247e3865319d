import type { StaffMember } from '#core/server/caller.ts'
import { type DeskFault, readDeskLines, type TypedLine } from '#results/rules/desk-line.ts'
import { listRunSheet, type RunSheetRow } from '#results/server/database/run-sheets.ts'
import { type LinesOutcome, recordLines } from '#results/server/desk/desk-lines.ts'
import { type DeskDeps, recordingOf } from '#results/server/desk/desk-step.ts'

/** The lines of a page of the run sheet. */
export const PAPER_LINES = 20

/** What is typed beside a patient: the name and the birth date are those that the page showed. */
export type PaperLine = {
  /** From 1, in the order of the run sheet. */
  readonly line: number
  readonly profileId: string
  readonly surname: string
  readonly forename: string
  readonly birthDate: string
  readonly outcome: string
  readonly label: string
  readonly takenAt: string
  readonly reason: string
  readonly consent: string
}

export type PaperPage = {
  readonly rows: readonly (RunSheetRow & { readonly line: number })[]
  readonly pages: number
}

/** A label without an outcome is that of a tested patient. */
const typedLine = (eventId: number, one: PaperLine): TypedLine => ({
  line: one.line,
  cells: new Map([
    ['patient', one.profileId],
    ['event', String(eventId)],
    ['surname', one.surname],
    ['first name', one.forename],
    ['date of birth', one.birthDate],
    ['outcome', one.outcome === '' && one.label !== '' ? 'attended' : one.outcome],
    ['label', one.label],
    ['taken_at', one.takenAt],
    ['reason', one.reason],
    ['consent', one.consent],
  ]),
})

/** The number of a form without what became of the patient is not stored: the line is not filled in. */
const isFormAlone = ({ consent, outcome, label, takenAt, reason }: PaperLine): boolean =>
  consent !== '' && outcome + label + takenAt + reason === ''
const noOutcome = (line: number): DeskFault => ({
  line,
  problem: 'the outcome is missing',
  reason: 'outcome-wrong',
})

/** An evening on paper (CLI-09). */
export const deskPaper = (deps: DeskDeps) => ({
  /** A page of the run sheet, from 1; the caller records who sees it. */
  async paperPage(eventId: number, page: number): Promise<PaperPage> {
    const all = await listRunSheet(deps.database, eventId)
    const from = (page - 1) * PAPER_LINES
    const rows = all.map((row, at) => ({ ...row, line: at + 1 })).slice(from, from + PAPER_LINES)
    return { rows, pages: Math.max(1, Math.ceil(all.length / PAPER_LINES)) }
  },

  /** Records a page, all or nothing; a line that contradicts what is recorded is a fault and changes nothing. */
  recordPaper: (
    member: StaffMember,
    eventId: number,
    lines: readonly PaperLine[],
  ): Promise<LinesOutcome> => {
    const typed = readDeskLines(lines.map((one) => typedLine(eventId, one)))
    const faults = [
      ...typed.faults,
      ...lines.filter(isFormAlone).map(({ line }) => noOutcome(line)),
    ]
    return recordLines(deps.database, { lines: typed.lines, faults }, recordingOf(deps, member))
  },
})
