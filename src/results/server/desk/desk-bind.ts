import { randomUUID } from 'node:crypto'
import { CONSENT_VERSION } from '#booking/rules/consent.ts'
import {
  CONSENT_TEXT_HASH,
  consentContext,
  findPaperConsent,
  insertConsent,
} from '#booking/server/database/consents.ts'
import { comparedName, nameKeys } from '#core/rules/lab-key.ts'
import type { IsoDate } from '#core/rules/time.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { Sealer } from '#core/server/security/seal.ts'
import type { DeskPlace } from '#results/rules/desk-case.ts'
import type { AttendReason } from '#results/rules/desk-reason.ts'
import { patientNameContext } from '#results/server/database/results-contexts.ts'
import {
  type AttendedPatient,
  attend,
  type StepOutcome,
  saveLab,
} from '#results/server/database/results-samples.ts'

/** Who records, and the cipher of what is recorded. */
export type Recording = { readonly sealer: Sealer; readonly by: string; readonly staffId?: number }

type PaperConsent = {
  readonly profileId: number
  readonly day: IsoDate
  /** The number of the form. */
  readonly form: string
  readonly at: Date
}

/** Records a consent on paper, once (CLI-06); its answers stay on the form. Returns what is wrong, or undefined. */
export async function recordPaperConsent(
  db: Queries,
  { profileId, day, form, at }: PaperConsent,
  { sealer, by, staffId }: Recording,
): Promise<string | undefined> {
  const consentId = randomUUID()
  const isNew = await insertConsent(db, {
    consentId,
    profileId,
    testOn: day,
    textVersion: CONSENT_VERSION,
    textHash: CONSENT_TEXT_HASH,
    answersSealed: sealer.seal('null', consentContext(consentId)),
    agreedAt: at,
    paper: { form, by },
  })
  if (!isNew) {
    const known = await findPaperConsent(db, form)
    return known?.profileId === profileId && known.testOn === day
      ? undefined
      : `the paper form ${form} is recorded for another patient or day`
  }
  await insertAudit(db, {
    actor: null,
    action: 'consent-given',
    subject: `consent:${consentId}`,
    requestId: null,
    operator: by,
    ...(staffId === undefined ? {} : { staffId }),
    subjects: [profileId],
  })
  return undefined
}

type Tube = { readonly sampleId: string; readonly label: string; readonly takenAt: Date }

/** Binds a tube to its patient, with the identifiers of the profile, which is locked (`lab.attend`). */
export async function bindTube(
  db: Queries,
  { appointmentId, profileId, eventId }: DeskPlace,
  patient: AttendedPatient & { readonly birthDate: IsoDate },
  { sampleId, label, takenAt }: Tube,
  { sealer, by }: Recording,
): Promise<StepOutcome<AttendReason> | { readonly problem: string }> {
  const labName = patient.labName?.trim() ?? ''
  if (comparedName(labName) === '')
    return { problem: 'the event has no laboratory: enter it in the event first' }
  const names = nameKeys(patient)
  const patientName = `${patient.firstName.trim()} ${patient.lastName.trim()}`
  return await attend(db, {
    ...{ sampleId, appointmentId, profileId, eventId, label, takenAt, by },
    labId: await saveLab(db, labName, comparedName(labName)),
    surnameKey: names.surname,
    forenameKey: names.forename,
    birthDate: patient.birthDate,
    patientNameSealed: sealer.seal(patientName, patientNameContext(sampleId)),
  })
}
