import type { Account, RequestContext } from '#server/caller.ts'
import { RECORDED_FOREIGN_ACCESSES } from '#server/config/limits.ts'
import type { Queries } from '#server/database/database.ts'
import { refused } from '#server/outcome.ts'
import { insertAudit } from '#server/repositories/audit.ts'
import { tally } from '#server/repositories/limits.ts'
import { hashToken } from '#server/security/token.ts'

/** Whether the n-th refused access of an account in an hour has an entry of its own: the first ones, then each doubling. */
export const isRecorded = (n: number): boolean =>
  n <= RECORDED_FOREIGN_ACCESSES || Number.isInteger(Math.log2(n / RECORDED_FOREIGN_ACCESSES))

/**
 * Refuses access to another account's `subject` (such as 'profile:100001') and adds an audit entry (API-08). An account
 * that tries many ids adds entries by the logarithm of their number; each entry says how many there were.
 */
export async function refuseForeign(
  db: Queries,
  caller: Account,
  subject: string,
  context: RequestContext,
): Promise<{ ok: false; reason: 'forbidden' }> {
  const attempts = await tally(db, 'foreignAccessPerAccount', hashToken(caller.userId))
  if (isRecorded(attempts)) {
    await insertAudit(db, {
      actor: caller,
      action: 'foreign-access-refused',
      subject,
      requestId: context.requestId,
      attempts,
    })
  }
  return refused('forbidden')
}
