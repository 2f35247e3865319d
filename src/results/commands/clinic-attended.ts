import { rolesFor } from '#core/rules/permissions.ts'
import { readPerson } from '#core/rules/staff-person.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import { type ClinicFault, type ClinicLine, readClinicFile } from '#results/commands/clinic-file.ts'
import { findPlace, identify, type Known, type Place } from '#results/commands/clinic-place.ts'
import { correctLine, type Recording, recordLine } from '#results/commands/clinic-record.ts'
import { countHeld, findNamesakes } from '#results/server/database/desk-records.ts'
import { type EndReason, lockPlaces } from '#results/server/database/results-samples.ts'

/** The lines by what became of them, or every fault: then nothing was changed. */
export type AttendedOutcome =
  | {
      readonly ok: true
      readonly counts: AttendanceCounts
      /** Labels of patients of one evening with one surname and birth date. */
      readonly namesakes: readonly (readonly string[])[]
      /** Results of namesakes that are held because of these tubes. */
      readonly held: number
    }
  | { readonly ok: false; readonly faults: readonly ClinicFault[] }

export type AttendanceCounts = Record<
  'attended' | 'missed' | 'notTested' | 'corrected' | 'unchanged',
  number
>

/** Why a sample was not ended, for the operator. */
export const END_REFUSALS: Record<EndReason, string> = {
  'label-unknown': 'There is no sample with this label: read the label again.',
  'not-live': 'Nothing was changed: this sample is void, spoiled or bound by mistake already.',
  'has-result': 'Nothing was changed: this sample has a result. Withdraw the result first.',
}

class AttendedRefused extends Error {
  readonly faults: readonly ClinicFault[]
  constructor(faults: readonly ClinicFault[]) {
    super('The attendance was refused.')
    this.name = 'AttendedRefused'
    this.faults = faults
  }
}

type Step = { readonly place: Place; readonly known: Known }

/** The patients of the lines, locked and compared, in the order of every step. */
async function identifyAll(db: Queries, lines: readonly ClinicLine[], faults: ClinicFault[]) {
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
    if (typeof known === 'string') faults.push({ line: place.line.line, problem: known })
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
async function correctAll(db: Queries, steps: readonly Step[], by: string, faults: ClinicFault[]) {
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

/** Every correction comes before every record, so that a label is free when its right patient gets it. */
async function recordAll(
  db: Queries,
  { lines, faults: found }: ReturnType<typeof readClinicFile>,
  recording: Recording,
) {
  const faults = [...found]
  const counts = { attended: 0, missed: 0, notTested: 0, corrected: 0, unchanged: 0 }
  const { steps, eventIds } = await identifyAll(db, lines, faults)
  const { corrected, refused } = await correctAll(db, steps, recording.by, faults)
  for (const step of steps.filter((one) => !refused.has(one))) {
    const { line } = step.place
    const done = await recordLine(db, step.place, step.known, recording)
    if (typeof done === 'string') faults.push({ line: line.line, problem: done })
    else if (corrected.has(step)) counts.corrected += 1
    else counts[done ? 'unchanged' : COUNTED[line.outcome.kind]] += 1
  }
  if (faults.length > 0) throw new AttendedRefused(faults.sort((a, b) => a.line - b.line))
  return { counts, namesakes: await findNamesakes(db, eventIds), held: await countHeld(db) }
}

const mayCorrect = (by: string): boolean => {
  const role = readPerson(by)?.role
  return role !== undefined && rolesFor('correct-attendance').includes(role)
}

/**
 * Records who came to an event and binds each tube to its patient (CLI-03, CLI-05), all or nothing. A repeated file changes
 * nothing. A line with a correction replaces what was recorded, until a laboratory has sent a row for the tube (CLI-04).
 */
export async function recordAttendance(
  { database, sealer }: { database: Database; sealer: Sealer },
  csv: string,
  by: string,
): Promise<AttendedOutcome> {
  const file = readClinicFile(csv)
  const forbidden = mayCorrect(by)
    ? []
    : file.lines
        .filter(({ correction }) => correction !== undefined)
        .map(({ line }) => ({
          line,
          problem: `a correction is for: ${rolesFor('correct-attendance').join(', ')}`,
        }))
  try {
    return await database.transaction(async (transaction) => {
      const { counts, namesakes, held } = await recordAll(
        transaction,
        { lines: file.lines, faults: [...file.faults, ...forbidden] },
        { sealer, by },
      )
      const { attended, missed, notTested, corrected } = counts
      await insertAudit(transaction, {
        actor: null,
        action: 'attendance-recorded',
        subject: `attendance:${attended} attended, ${missed} missed, ${notTested} not tested, ${corrected} corrected`,
        requestId: null,
        operator: by,
      })
      return { ok: true, counts, namesakes, held } as const
    })
  } catch (error) {
    if (error instanceof AttendedRefused) return { ok: false, faults: error.faults }
    throw error
  }
}
