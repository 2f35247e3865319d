import type { StaffMember } from '#core/server/caller.ts'
import type { Queries } from '#core/server/database/database.ts'
import { type DeskFault, readDeskLines } from '#results/rules/desk-line.ts'
import { isTyped, type PaperFault, type PaperLine, placeLines } from '#results/rules/paper-lines.ts'
import { lockPlaces } from '#results/server/database/results-samples.ts'
import { listRunSheet, type RunSheetRow } from '#results/server/database/run-sheets.ts'
import { type LinesOutcome, recordLines } from '#results/server/desk/desk-lines.ts'
import { type DeskDeps, recordingOf } from '#results/server/desk/desk-step.ts'
import { paperFault } from '#results/texts/desk-paper.ts'

/** The lines of a page of the run sheet. */
export const PAPER_LINES = 20

type SheetRow = RunSheetRow & { readonly line: number }

export type PaperPage = {
  readonly rows: readonly SheetRow[]
  readonly pages: number
}

/** The patients were named by the page: a fault belongs to one of them. */
export type PaperOutcome =
  | Extract<LinesOutcome, { ok: true }>
  | { readonly ok: false; readonly faults: readonly PaperFault[] }

/** The run sheet with each patient once: beside the last appointment, which is the one that a line is recorded for. */
async function listSheet(db: Queries, eventId: number): Promise<SheetRow[]> {
  const all = await listRunSheet(db, eventId)
  const last = new Map(
    all.filter((row) => row.appointmentId !== null).map((row) => [row.profileId, row]),
  )
  return all
    .filter((row) => (last.get(row.profileId) ?? row) === row)
    .map((row, at) => ({ ...row, line: at + 1 }))
}

/** Faults of lines, by patient, in the words of the page. */
const faultsByPatient = (
  sheet: readonly SheetRow[],
  faults: readonly DeskFault[],
): PaperFault[] => {
  const patients = new Map(sheet.map((row) => [row.line, String(row.profileId)]))
  return faults.map(({ line, reason }) => {
    const [field, words] = paperFault(reason)
    return { profileId: patients.get(line) ?? '', field, words }
  })
}

/** An evening on paper (CLI-09). */
export const deskPaper = (deps: DeskDeps) => ({
  /** A page of the run sheet, from 1; the caller records who sees it. */
  async paperPage(eventId: number, page: number): Promise<PaperPage> {
    const all = await listSheet(deps.database, eventId)
    const from = (page - 1) * PAPER_LINES
    return {
      rows: all.slice(from, from + PAPER_LINES),
      pages: Math.max(1, Math.ceil(all.length / PAPER_LINES)),
    }
  },

  /**
   * Records a page, all or nothing; a line that contradicts what is recorded is a fault and changes nothing. Nobody else is looked up while a line
   * names a patient who is not on the run sheet, or is refused for another reason that needs no look. The sheet is read again when its patients are
   * locked: nobody leaves it after that.
   */
  async recordPaper(
    member: StaffMember,
    eventId: number,
    lines: readonly PaperLine[],
  ): Promise<PaperOutcome> {
    const typedFor = new Set(lines.filter(isTyped).map(({ profileId }) => Number(profileId)))
    let sheet: readonly SheetRow[] = []
    let refused: readonly PaperFault[] = []
    const read = async (db: Queries) => {
      const listed = (await listSheet(db, eventId)).map(({ profileId }) => profileId)
      await lockPlaces(
        db,
        listed.filter((id) => typedFor.has(id)),
        [eventId],
      )
      sheet = await listSheet(db, eventId)
      const { typed, faults } = placeLines(eventId, sheet, lines)
      const typedLines = readDeskLines(typed)
      if (faults.length === 0) return typedLines
      refused = [...faults, ...faultsByPatient(sheet, typedLines.faults)]
      return undefined
    }
    const recorded = await recordLines(deps.database, read, recordingOf(deps, member))
    if (recorded.ok) return recorded
    return { ok: false, faults: [...refused, ...faultsByPatient(sheet, recorded.faults)] }
  },
})
