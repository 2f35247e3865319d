import { randomUUID } from 'node:crypto'
import { comparedName } from '#domain/lab-key.ts'
import { londonInstant } from '#domain/time.ts'
import type { Database, Queries } from '#server/database/database.ts'
import {
  type ClinicFault,
  type ClinicLine,
  readClinicFile,
} from '#server/operations/clinic-file.ts'
import { findByReference } from '#server/repositories/appointments.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { findKnownEvent } from '#server/repositories/events.ts'
import { patientNameContext } from '#server/repositories/results-contexts.ts'
import {
  type AttendReason,
  attend,
  type EndReason,
  findAppointmentPlace,
  findAttendedPatient,
  lockPlaces,
  type MissReason,
  miss,
  saveLab,
} from '#server/repositories/results-samples.ts'
import type { Sealer } from '#server/security/seal.ts'

/** The lines by what became of them, or every fault: then nothing was changed. */
export type AttendedOutcome =
  | {
      readonly ok: true
      readonly attended: number
      readonly missed: number
      readonly unchanged: number
    }
  | { readonly ok: false; readonly faults: readonly ClinicFault[] }

/** Who records the attendance, and the cipher of the names on the samples. */
type Recording = { readonly sealer: Sealer; readonly by: string }

const REFUSALS: Record<AttendReason | MissReason, string> = {
  'not-booked': 'the appointment is not booked',
  'label-used': 'this label is used already',
  'sample-taken': 'this patient has a sample of this event already',
  'not-event-day': 'the time is not on the day of the event',
  'in-future': 'the time is in the future',
  'not-over': 'the time of the appointment is not over',
}

/** Why a sample was not ended, for the operator. */
export const END_REFUSALS: Record<EndReason, string> = {
  'label-unknown': 'There is no sample with this label.',
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

/** A line with the ids that it names. */
type Place = {
  readonly line: ClinicLine
  readonly appointmentId: string | null
  readonly profileId: number
  readonly eventId: number
}

/** The ids that a line names, or what is wrong. */
async function findPlace(db: Queries, line: ClinicLine): Promise<Place | string> {
  const { who } = line
  if (!('reference' in who)) return { line, appointmentId: null, ...who }
  const [appointmentId, another] = await findByReference(db, who.reference)
  if (another !== undefined) return 'several appointments have this reference number'
  const place = appointmentId && (await findAppointmentPlace(db, appointmentId))
  if (!appointmentId || !place) return 'there is no appointment with this reference number'
  return { line, appointmentId, ...place }
}

/** Records a tube; the identifiers are those of the profile, which is locked. */
async function recordTube(
  db: Queries,
  { line, appointmentId, profileId, eventId }: Place,
  { sealer, by }: Recording,
) {
  const patient = await findAttendedPatient(db, profileId, eventId)
  const known = await findKnownEvent(db, eventId)
  if (patient === undefined || known === undefined) return 'there is no such patient or event'
  if (patient.birthDate === null) return 'the patient’s date of birth is missing'
  const surnameKey = comparedName(patient.lastName)
  const forenameKey = comparedName(patient.firstName)
  if (surnameKey === '' || forenameKey === '') return 'the patient’s name is missing'
  const labName = patient.labName?.trim() ?? ''
  if (comparedName(labName) === '') return 'the event has no laboratory'
  const { tube } = line
  if (tube === undefined) throw new Error('This line has no tube.')
  const sampleId = randomUUID()
  const patientName = `${patient.firstName.trim()} ${patient.lastName.trim()}`
  const outcome = await attend(db, {
    sampleId,
    appointmentId,
    profileId,
    eventId,
    labId: await saveLab(db, labName, comparedName(labName)),
    label: tube.label,
    takenAt: londonInstant(known.event.date, tube.takenAt),
    surnameKey,
    forenameKey,
    birthDate: patient.birthDate,
    patientNameSealed: sealer.seal(patientName, patientNameContext(sampleId)),
    by,
  })
  return outcome.ok ? { isKnown: outcome.isKnown } : REFUSALS[outcome.reason]
}

async function recordLine(db: Queries, place: Place, recording: Recording) {
  if (place.line.tube !== undefined) return await recordTube(db, place, recording)
  if (place.appointmentId === null) return 'only an appointment can be missed'
  const outcome = await miss(db, place.appointmentId, recording.by)
  return outcome.ok ? { isKnown: outcome.isKnown } : REFUSALS[outcome.reason]
}

async function recordAll(db: Queries, lines: readonly ClinicLine[], recording: Recording) {
  const faults: ClinicFault[] = []
  const places: Place[] = []
  for (const line of lines) {
    const found = await findPlace(db, line)
    if (typeof found === 'string') faults.push({ line: line.line, problem: found })
    else places.push(found)
  }
  const idsOf = (key: 'profileId' | 'eventId') => [...new Set(places.map((place) => place[key]))]
  await lockPlaces(db, idsOf('profileId'), idsOf('eventId'))
  const counts = { attended: 0, missed: 0, unchanged: 0 }
  for (const place of places.sort((one, other) => one.profileId - other.profileId)) {
    const done = await recordLine(db, place, recording)
    if (typeof done === 'string') faults.push({ line: place.line.line, problem: done })
    else if (done.isKnown) counts.unchanged += 1
    else counts[place.line.tube === undefined ? 'missed' : 'attended'] += 1
  }
  if (faults.length > 0) throw new AttendedRefused(faults.sort((a, b) => a.line - b.line))
  return counts
}

/**
 * Records who came to an event and binds each tube to its patient (CLI-03, CLI-05), all or nothing. A repeated file changes
 * nothing.
 */
export async function recordAttendance(
  { database, sealer }: { database: Database; sealer: Sealer },
  csv: string,
  by: string,
): Promise<AttendedOutcome> {
  const { lines, faults } = readClinicFile(csv)
  if (faults.length > 0) return { ok: false, faults }
  try {
    return await database.transaction(async (transaction) => {
      const counts = await recordAll(transaction, lines, { sealer, by })
      await insertAudit(transaction, {
        actor: null,
        action: 'attendance-recorded',
        subject: `attendance:${counts.attended} attended, ${counts.missed} missed`,
        requestId: null,
        operator: by,
      })
      return { ok: true, ...counts } as const
    })
  } catch (error) {
    if (error instanceof AttendedRefused) return { ok: false, faults: error.faults }
    throw error
  }
}
