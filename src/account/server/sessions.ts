import {
  endSession,
  extendSession,
  getSession,
  listSessions,
  type SessionOnWire,
  signOut,
} from '#account/contract/accounts.ts'
import { replaceAskedEmails } from '#account/server/database/email-changes.ts'
import { findProfileByUser } from '#account/server/database/profiles.ts'
import { refuseForeign } from '#account/server/foreign-access.ts'
import type { Account } from '#core/server/caller.ts'
import { lockAccount } from '#core/server/database/account-lock.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Database } from '#core/server/database/database.ts'
import { endOwnSession, listOwnSessions, type Session } from '#core/server/database/sessions.ts'
import { bind } from '#core/server/http/binding.ts'
import { done } from '#core/server/outcome.ts'
import type { Sealer } from '#core/server/security/seal.ts'

export type SessionDeps = {
  readonly database: Database
  readonly clock: Clock
  readonly sealer: Sealer
}

/** Ends the session of a caller who has one. */
export async function leaveSession(
  { database }: Pick<SessionDeps, 'database'>,
  account: Account | undefined,
): Promise<void> {
  if (account) await endOwnSession(database, account.userId, account.sessionId)
}

/** A session in the wire format, without its secret. */
export async function sessionOnWire(deps: SessionDeps, session: Session): Promise<SessionOnWire> {
  const profile = await findProfileByUser(deps.database, deps.sealer, session.userId)
  return {
    email: session.email,
    user_id: session.userId,
    profile: profile ?? null,
    ends_at: session.endsAt.toISOString(),
    absolute_end_at: session.absoluteEndAt.toISOString(),
    server_time: deps.clock.now().toISOString(),
    ...(session.mayReset ? { may_reset_password: true } : {}),
  }
}

/** The caller's own sessions (AUTH-07, AUTH-11). */
export const sessionsService = (deps: SessionDeps) => ({
  signOut: bind(signOut, async (_, account, __, { setSession }) => {
    setSession(null)
    await leaveSession(deps, account)
    return done({ status: 'success' })
  }),

  current: bind(getSession, async (_, __, ___, { session }) =>
    done({ session: session ? await sessionOnWire(deps, session) : null }),
  ),

  extend: bind(extendSession, async (_, __, ___, { session }) =>
    done(await sessionOnWire(deps, session)),
  ),

  list: bind(listSessions, async (_, account) => {
    const sessions = await listOwnSessions(deps.database, account.userId)
    return done({
      sessions: sessions.map((session) => ({
        session_id: session.sessionId,
        started_at: session.createdAt.toISOString(),
        last_used_at: session.lastUsedAt.toISOString(),
        device: session.device,
        current: session.sessionId === account.sessionId,
      })),
    })
  }),

  /** Changes of address that the ended session requested end with it. An unknown session counts as ended; another account's is refused and audited (API-08). */
  end: bind(endSession, async ({ session_id: sessionId }, account, context, { setSession }) => {
    if (sessionId === account.sessionId) setSession(null)
    const isOwn = await deps.database.transaction(async (transaction) => {
      await lockAccount(transaction, account.userId)
      if (!(await endOwnSession(transaction, account.userId, sessionId))) return false
      await replaceAskedEmails(transaction, { userId: account.userId, sessionId })
      return true
    })
    if (!isOwn) return refuseForeign(deps.database, account, `session:${sessionId}`, context)
    return done({ status: 'success' })
  }),
})
