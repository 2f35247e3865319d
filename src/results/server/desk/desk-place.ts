import { findByReference } from '#booking/server/database/appointments.ts'
import { isName, nameKeys, sentNames } from '#core/rules/lab-key.ts'
import type { IsoDate } from '#core/rules/time.ts'
import type { Queries } from '#core/server/database/database.ts'
import { findKnownEvent } from '#events/server/database/events.ts'
import type { DeskPlace } from '#results/rules/desk-case.ts'
import type { DeskLine, Problem } from '#results/rules/desk-line.ts'
import { findAppointmentAt } from '#results/server/database/desk-records.ts'
import {
  type AttendedPatient,
  findAppointmentPlace,
  findAttendedPatient,
} from '#results/server/database/results-samples.ts'

/** A line with the ids that it names. */
export type Place = DeskPlace & { readonly line: DeskLine }

/** The ids that a line names, or what is wrong. */
export async function findPlace(db: Queries, line: DeskLine): Promise<Place | string> {
  const { who } = line
  if (!('reference' in who)) {
    const appointmentId = (await findAppointmentAt(db, who.profileId, who.eventId)) ?? null
    return { line, appointmentId, ...who }
  }
  const [appointmentId, another] = await findByReference(db, who.reference)
  if (another !== undefined) return 'several appointments have this reference number'
  const place = appointmentId && (await findAppointmentPlace(db, appointmentId))
  if (!appointmentId || !place)
    return 'there is no appointment with this reference number: compare it with the run sheet'
  return { line, appointmentId, ...place }
}

/** A person of a line whose second identifier is the profile's. */
export type Known = {
  readonly patient: AttendedPatient & { readonly birthDate: IsoDate }
  readonly day: IsoDate
}

/** The patient of a line, or why it names another person: its surname or birth date is compared with the profile. */
export async function identify(db: Queries, { line, ...place }: Place): Promise<Known | Problem> {
  const patient = await findAttendedPatient(db, place.profileId, place.eventId)
  const known = await findKnownEvent(db, place.eventId)
  if (patient === undefined || known === undefined)
    return { problem: 'there is no such patient or event: check both ids' }
  const { birthDate } = patient
  if (birthDate === null)
    return { problem: 'the patient’s date of birth is missing', reason: 'no-birth-date' }
  const { surname } = sentNames(line)
  const keys = nameKeys(patient)
  // A line without a surname is for a patient with only one name.
  const isOneName = surname !== '' && !isName(line.surname)
  if (surname !== '' && (surname !== keys.surname || (isOneName && surname !== keys.forename))) {
    return { problem: 'the surname is not this patient’s: check the reference and the name' }
  }
  if (line.birthDate !== undefined && line.birthDate !== birthDate) {
    return { problem: 'the date of birth is not this patient’s: check the reference and the date' }
  }
  if (surname === '' && line.birthDate === undefined) {
    return { problem: 'the surname is not a name: fill in the first name or the date of birth' }
  }
  return { patient: { ...patient, birthDate }, day: known.event.date }
}
