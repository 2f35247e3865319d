import { normaliseEmail } from '#domain/email-address.ts'
import type { Database } from '#server/database/database.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { type FoundPatient, findPatientByEmail } from '#server/repositories/erasure.ts'

/** Finds a patient by e-mail address for an operator, and adds an audit entry. */
export async function findPatient(
  database: Database,
  email: string,
  operator: string,
): Promise<FoundPatient | undefined> {
  const found = await findPatientByEmail(database, normaliseEmail(email))
  await insertAudit(database, {
    actor: null,
    action: 'patient-looked-up',
    subject: found === undefined ? 'profile' : `profile:${found.profileId}`,
    requestId: null,
    operator,
  })
  return found
}
