import { rolesFor } from '#core/rules/permissions.ts'
import { readPerson } from '#core/rules/staff-person.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { DeskFault, DeskLine } from '#results/rules/desk-line.ts'
import { countHeld, findNamesakes } from '#results/server/database/desk-records.ts'
import { lockPlaces } from '#results/server/database/results-samples.ts'
import type { Recording } from '#results/server/desk/desk-bind.ts'
import { findPlace, identify, type Known, type Place } from '#results/server/desk/desk-place.ts'
import { correctLine, recordLine } from '#results/server/desk/desk-record.ts'

/** The lines by what became of them, or every fault: then nothing was changed. */
export type LinesOutcome =
  | {
      readonly ok: true
      readonly counts: AttendanceCounts
      /** Labels of patients of one evening with one surname and birth date. */
      readonly namesakes: readonly (readonly string[])[]
      /** Results of namesakes that are held because of these tubes. */
      readonly held: number
    }
  | { readonly ok: false; readonly faults: readonly DeskFault[] }

type AttendanceCounts = Record<
  'attended' | 'missed' | 'notTested' | 'corrected' | 'unchanged',
  number
>

class LinesRefused extends Error {
  readonly faults: readonly DeskFault[]
  constructor(faults: readonly DeskFault[]) {
    super('The attendance was refused.')
    this.name = 'LinesRefused'
    this.faults = faults
  }
}

type Step = { readonly place: Place; readonly known: Known }

/** The patients of the lines, locked and compared, in the order of every step. */
async function identifyAll(db: Queries, lines: readonly DeskLine[], faults: DeskFault[]) {
  const places: Place[] = []
  for (const line of lines) {
    const found = await findPlace(db, line)
    if (typeof found === 'string') faults.push({ line: line.line, problem: found })
    else places.push(found)
  }
  const idsOf = (key: 'profileId' | 'eventId') => [...new Set(places.map((place) => place[key]))]
  await lockPlaces(db, idsOf('profileId'), idsOf('eventId'))
  const steps: Step[] = []
  for (const place of places.sort((one, other) => one.profileId - other.profileId)) {
    const known = await identify(db, place)
    if ('problem' in known) faults.push({ line: place.line.line, ...known })
    else steps.push({ place, known })
  }
  return { steps, eventIds: idsOf('eventId') }
}

const COUNTED = {
  attended: 'attended',
  'no-show': 'missed',
  'not-tested': 'notTested',
  booked: 'unchanged',
} as const

/** Takes back what the lines correct; the steps that did, and those that may not. */
async function correctAll(db: Queries, steps: readonly Step[], by: string, faults: DeskFault[]) {
  const corrected = new Set<Step>()
  const refused = new Set<Step>()
  for (const step of steps) {
    const done = await correctLine(db, step.place, step.known, by)
    if (done === true) corrected.add(step)
    if (typeof done !== 'string') continue
    faults.push({ line: step.place.line.line, problem: done })
    refused.add(step)
  }
  return { corrected, refused }
}

export type TypedLines = {
  readonly lines: readonly DeskLine[]
  readonly faults: readonly DeskFault[]
}

/** Every correction comes before every record, so that a label is free when its right patient gets it. */
async function recordAll(db: Queries, { lines, faults: found }: TypedLines, recording: Recording) {
  const faults = [...found]
  const counts = { attended: 0, missed: 0, notTested: 0, corrected: 0, unchanged: 0 }
  const { steps, eventIds } = await identifyAll(db, lines, faults)
  const { corrected, refused } = await correctAll(db, steps, recording.by, faults)
  for (const step of steps.filter((one) => !refused.has(one))) {
    const { line } = step.place
    const done = await recordLine(db, step.place, step.known, recording)
    if ('problem' in done) faults.push({ line: line.line, ...done })
    else if (corrected.has(step)) counts.corrected += 1
    else counts[done.isKnown ? 'unchanged' : COUNTED[line.outcome.kind]] += 1
  }
  if (faults.length > 0) throw new LinesRefused(faults.sort((a, b) => a.line - b.line))
  return { counts, namesakes: await findNamesakes(db, eventIds), held: await countHeld(db) }
}

/** The corrections, when this person may make none. */
function forbiddenOf(lines: readonly DeskLine[], by: string): DeskFault[] {
  const role = readPerson(by)?.role
  const roles = rolesFor('correct-attendance')
  if (role !== undefined && roles.includes(role)) return []
  return lines
    .filter(({ correction }) => correction !== undefined)
    .map(({ line }) => ({ line, problem: `a correction is for: ${roles.join(', ')}` }))
}

/**
 * Records lines from paper: who came, and which tube is whose (CLI-03, CLI-05), all or nothing. Repeated lines change
 * nothing. A line with a correction replaces what was recorded, until a laboratory has sent a row for the tube (CLI-04). `read` runs in the transaction;
 * when it returns undefined, nothing is recorded.
 */
export async function recordLines(
  database: Database,
  read: (db: Queries) => Promise<TypedLines | undefined>,
  recording: Recording,
): Promise<LinesOutcome> {
  const { by, staffId } = recording
  try {
    return await database.transaction(async (transaction) => {
      const typed = await read(transaction)
      if (typed === undefined) return { ok: false, faults: [] }
      const faults = [...typed.faults, ...forbiddenOf(typed.lines, by)]
      const { counts, namesakes, held } = await recordAll(
        transaction,
        { lines: typed.lines, faults },
        recording,
      )
      const { attended, missed, notTested, corrected } = counts
      await insertAudit(transaction, {
        actor: null,
        action: 'attendance-recorded',
        subject: `attendance:${attended} attended, ${missed} missed, ${notTested} not tested, ${corrected} corrected`,
        requestId: null,
        operator: by,
        ...(staffId === undefined ? {} : { staffId }),
      })
      return { ok: true, counts, namesakes, held } as const
    })
  } catch (error) {
    if (error instanceof LinesRefused) return { ok: false, faults: error.faults }
    throw error
  }
}
