import { findProfileId } from '#account/server/database/profiles.ts'
import { normaliseEmail } from '#core/rules/email-address.ts'
import { isRecord } from '#core/rules/record.ts'
import type { Account, RequestContext } from '#core/server/caller.ts'
import { RECORDED_FOREIGN_ACCESSES } from '#core/server/config/limits.ts'
import { insertAudit } from '#core/server/database/audit.ts'
import type { Queries } from '#core/server/database/database.ts'
import { tally } from '#core/server/database/limits.ts'
import { refused } from '#core/server/outcome.ts'
import { hashToken } from '#core/server/security/token.ts'

/** Whether the n-th refused access of an account in an hour gets an entry: the first ones, then each doubling. */
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

/** The subject of a refused look-up by e-mail address or account: an id, because the audit log has no addresses. */
export async function profileSubject(
  db: Queries,
  named: { readonly email: string } | { readonly userId: string },
): Promise<string> {
  return `profile:${(await findProfileId(db, named)) ?? 'unknown'}`
}

/** What a patient's fields of a request name, the most specific first. */
const SUBJECTS: Readonly<Record<string, string>> = {
  appointment_id: 'appointment',
  hold_id: 'appointment',
  waiting_id: 'waiting',
  result_id: 'result',
  order_id: 'order',
  payment_reference: 'order',
  profileId: 'profile',
  profile_id: 'profile',
}

function subjectIn(input: Readonly<Record<string, unknown>>): string | undefined {
  const named = Object.keys(SUBJECTS).find((name) => input[name] !== undefined)
  return named && `${SUBJECTS[named]}:${String(input[named])}`
}

/**
 * Records that an account without a profile requested a patient's data (API-08): it has no data itself. A request that
 * names nothing belongs to an unfinished sign-up.
 */
export async function recordWithoutProfile(
  db: Queries,
  caller: Account,
  input: Readonly<Record<string, unknown>>,
  context: RequestContext,
): Promise<void> {
  const { email, data } = input
  const isForeign =
    typeof email === 'string' && normaliseEmail(email) !== normaliseEmail(caller.email)
  const subject =
    subjectIn({ ...(isRecord(data) ? data : {}), ...input }) ??
    (isForeign ? await profileSubject(db, { email }) : undefined)
  if (subject !== undefined) await refuseForeign(db, caller, subject, context)
}
