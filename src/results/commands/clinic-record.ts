import { randomUUID } from 'node:crypto'
import { CONSENT_VERSION } from '#booking/rules/consent.ts'
import {
  CONSENT_TEXT_HASH,
  consentContext,
  findPaperConsent,
  insertConsent,
} from '#booking/server/database/consents.ts'
import { comparedName, nameKeys } from '#core/rules/lab-key.ts'
import { type IsoDate, londonInstant } from '#core/rules/time.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { ClinicLine } from '#results/commands/clinic-file.ts'
import type { Known, Place } from '#results/commands/clinic-place.ts'
import {
  confirmIdentity,
  findOutcome,
  type NotTestedReason,
  type RecordedOutcome,
  recordNotTested,
  type TakeBackReason,
  takeBack,
} from '#results/server/database/desk-records.ts'
import { patientNameContext } from '#results/server/database/results-contexts.ts'
import {
  type AttendReason,
  attend,
  type MissReason,
  miss,
  saveLab,
} from '#results/server/database/results-samples.ts'

/** Who records the attendance, and the cipher of the names on the samples. */
export type Recording = { readonly sealer: Sealer; readonly by: string }

const REFUSALS: Record<AttendReason | MissReason | NotTestedReason | TakeBackReason, string> = {
  'not-booked': 'the appointment is not booked: the run sheet has its status',
  'label-used': 'this label is used already: read the label again',
  'sample-taken':
    'this patient has a sample of this event already: replace it by a line with a reason in the column correction',
  'not-event-day': 'the time is not on the day of the event',
  'in-future': 'the time is in the future: correct taken_at',
  'not-over': 'the appointment has not ended: record the no-show after it',
  'event-cancelled': 'the event is cancelled',
  'no-consent':
    'this patient has not consented to a test on this day: write the number of the paper form in the column consent',
  'no-identity': 'the identity of this patient was not compared: fill in surname or date of birth',
  'not-tested':
    'this patient is recorded as not tested: replace that by a line with a reason in the column correction',
  'named-by-laboratory':
    'the laboratory has sent a row for the tube: withdraw a result of it (results -- withdraw), then clinic -- void',
  'other-booking':
    'the patient has booked another time since: correct this after the end of the appointment',
}

/** Records a consent on paper, once; the answers stay on the form. */
async function recordConsent(
  db: Queries,
  { line, profileId }: Place,
  { day }: Known,
  { sealer, by }: Recording,
): Promise<string | undefined> {
  const form = line.consentForm
  if (form === undefined) return undefined
  const known = await findPaperConsent(db, form)
  if (known !== undefined) {
    return known.profileId === profileId && known.testOn === day
      ? undefined
      : `the paper form ${form} is recorded for another patient or day`
  }
  const consentId = randomUUID()
  const takenAt = line.outcome.kind === 'attended' ? line.outcome.takenAt : '00:00'
  await insertConsent(db, {
    consentId,
    profileId,
    testOn: day,
    textVersion: CONSENT_VERSION,
    textHash: CONSENT_TEXT_HASH,
    answersSealed: sealer.seal('null', consentContext(consentId)),
    agreedAt: londonInstant(day, takenAt),
    paper: { form, by },
  })
  await insertAudit(db, {
    actor: null,
    action: 'consent-given',
    subject: `consent:${consentId}`,
    requestId: null,
    operator: by,
  })
  return undefined
}

/** Records a tube with the identifiers of the profile, which is locked. */
async function recordTube(db: Queries, place: Place, known: Known, recording: Recording) {
  const { line, appointmentId, profileId, eventId } = place
  const { sealer, by } = recording
  const { patient, day } = known
  if (line.outcome.kind !== 'attended') throw new Error('This line has no tube.')
  const labName = patient.labName?.trim() ?? ''
  if (comparedName(labName) === '')
    return 'the event has no laboratory: import the event with lab_name'
  const { isIdentified } = await findOutcome(db, place)
  if (!isIdentified) await confirmIdentity(db, place, by)
  const sampleId = randomUUID()
  const names = nameKeys(patient)
  const patientName = `${patient.firstName.trim()} ${patient.lastName.trim()}`
  const outcome = await attend(db, {
    sampleId,
    appointmentId,
    profileId,
    eventId,
    labId: await saveLab(db, labName, comparedName(labName)),
    label: line.outcome.label,
    takenAt: londonInstant(day, line.outcome.takenAt),
    surnameKey: names.surname,
    forenameKey: names.forename,
    birthDate: patient.birthDate,
    patientNameSealed: sealer.seal(patientName, patientNameContext(sampleId)),
    by,
  })
  return outcome.ok ? outcome.isKnown : REFUSALS[outcome.reason]
}

/** Records one line; true when it was recorded before, or what is wrong. */
export async function recordLine(db: Queries, place: Place, known: Known, recording: Recording) {
  const { outcome } = place.line
  if (outcome.kind === 'attended' || outcome.kind === 'not-tested') {
    const problem = await recordConsent(db, place, known, recording)
    if (problem !== undefined) return problem
  }
  if (outcome.kind === 'attended') return await recordTube(db, place, known, recording)
  // A correction takes everything back before.
  if (outcome.kind === 'booked') return true
  if (outcome.kind === 'not-tested') {
    const { isNotTested } = await findOutcome(db, place)
    if (!isNotTested && outcome.reason === '')
      return 'not-tested needs a reason: fill in the column reason'
    const done = await recordNotTested(db, place, { ...recording, reason: outcome.reason })
    return done.ok ? done.isKnown : REFUSALS[done.reason]
  }
  if (place.appointmentId === null) return 'a no-show needs an appointment: fill in its reference'
  const done = await miss(db, place.appointmentId, recording.by)
  return done.ok ? done.isKnown : REFUSALS[done.reason]
}

/** Whether what a line says is what is recorded. */
function isRecorded({ outcome }: ClinicLine, recorded: RecordedOutcome, day: IsoDate): boolean {
  const { status, label, takenAt, isNotTested } = recorded
  switch (outcome.kind) {
    case 'attended':
      return (
        label === outcome.label &&
        takenAt?.getTime() === londonInstant(day, outcome.takenAt).getTime()
      )
    case 'not-tested':
      return isNotTested
    case 'no-show':
      return status === 'no_show'
    case 'booked':
      return label === null && !isNotTested && (status ?? 'booked') === 'booked'
  }
}

/** Takes back what a line corrects; true when there was something, or what is wrong. */
export async function correctLine(db: Queries, place: Place, { day }: Known, by: string) {
  const { correction, outcome } = place.line
  if (correction === undefined) return false
  if (isRecorded(place.line, await findOutcome(db, place), day)) return false
  const staysAttended = outcome.kind === 'attended' || outcome.kind === 'not-tested'
  const reason = await takeBack(db, place, { staysAttended, by, reason: correction })
  return reason === undefined ? true : REFUSALS[reason]
}
