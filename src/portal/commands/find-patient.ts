import { normaliseEmail } from '#core/rules/email-address.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Database } from '#core/server/database/database.ts'
import { type FoundPatient, findPatientByEmail } from '#portal/server/database/erasure.ts'

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
