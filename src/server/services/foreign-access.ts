import type { Patient, RequestContext } from '#server/caller.ts'
import type { Queries } from '#server/database/database.ts'
import { refused } from '#server/outcome.ts'
import { insertAudit } from '#server/repositories/audit.ts'

/** Refuses access to another patient's `subject` (such as 'profile:100001') and adds an audit entry (API-08). */
export async function refuseForeign(
  db: Queries,
  caller: Patient,
  subject: string,
  context: RequestContext,
): Promise<{ ok: false; reason: 'forbidden' }> {
  await insertAudit(db, {
    actor: caller,
    action: 'foreign-access-refused',
    subject,
    requestId: context.requestId,
  })
  return refused('forbidden')
}
