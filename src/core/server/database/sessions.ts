import { sql } from 'kysely'
import { KEPT } from '#core/rules/kept-data.ts'
import { SESSION_ABSOLUTE_SECONDS, SESSION_IDLE_SECONDS } from '#core/rules/session-life.ts'
import type { Account } from '#core/server/caller.ts'
import { RESET_RIGHT_SECONDS } from '#core/server/config/limits.ts'
import { lockAccount, passwordChangedSince } from '#core/server/database/account-lock.ts'
import { batched } from '#core/server/database/batched.ts'
import { ago, databaseNow } from '#core/server/database/clock.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'

/** A live session; `endsAt` moves with use and never passes `absoluteEndAt` (both UTC). */
export type Session = Account & {
  readonly endsAt: Date
  readonly absoluteEndAt: Date
  /** It may set a new password without the old one: a code of a password reset has just opened it. */
  readonly mayReset: boolean
}

export type OwnSession = {
  readonly sessionId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly device: string
}

/** `last_used_at` is written at most once in this many seconds. */
const TOUCH_AFTER_SECONDS = 30
const MOST_LISTED = 50

/** Whether session `s` is live. */
const isLive = sql<boolean>`s.ended_at is null and s.absolute_end_at > ${databaseNow}
  and s.last_used_at > ${ago(`${SESSION_IDLE_SECONDS} seconds`)}`

/** An account that the provider has recognised. */
type Recognised = {
  readonly userId: string
  readonly email: string
  readonly device: string
  readonly byCode?: boolean
}

/** Opens a session and returns its secret (256 random bits, base64url), of which only the hash is stored. */
export async function openSession(
  { kysely }: Queries,
  { userId, email, device, byCode }: Recognised,
): Promise<string> {
  const secret = createToken()
  const right = byCode ? `${RESET_RIGHT_SECONDS} seconds` : null
  // The clock is read once for all columns. The address of an account may have changed since it was recognised.
  await sql`
    insert into app.sessions (secret_hash, user_id, email, device, created_at, last_used_at, absolute_end_at, reset_until)
    select ${hashToken(secret)}, ${userId},
           coalesce((select p.email from app.profiles p where p.user_id = ${userId} and p.is_active), ${email}), ${device},
           now, now, now + ${`${SESSION_ABSOLUTE_SECONDS} seconds`}::interval, now + ${right}::interval
      from ${databaseNow} as now`.execute(kysely)
  return secret
}

/**
 * Opens a session of an account whose password or code the provider accepted after `since`; undefined when a password change
 * ended since then: it is not known which password was compared.
 */
export const openCheckedSession = (
  db: Pick<Database, 'transaction'>,
  account: Recognised,
  since: Date,
): Promise<string | undefined> =>
  db.transaction(async (transaction) => {
    await lockAccount(transaction, account.userId)
    if (await passwordChangedSince(transaction, account.userId, since)) return undefined
    return openSession(transaction, account)
  })

/** Whether a session was not ended. */
export async function isSessionOpen({ kysely }: Queries, sessionId: string): Promise<boolean> {
  const row = await kysely
    .selectFrom('sessions')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

type SessionRow = {
  session_id: string
  user_id: string
  email: string
  profile_id: number | null
  last_used_at: Date
  absolute_end_at: Date
  may_reset: boolean
}

const fromRow = (row: SessionRow): Session => ({
  sessionId: row.session_id,
  userId: row.user_id,
  email: row.email,
  profileId: row.profile_id,
  absoluteEndAt: row.absolute_end_at,
  mayReset: row.may_reset,
  endsAt: new Date(
    Math.min(
      row.last_used_at.getTime() + SESSION_IDLE_SECONDS * 1000,
      row.absolute_end_at.getTime(),
    ),
  ),
})

/** Statements that find or touch sessions for many requests: each request with a cookie needs one. */
const BATCHES = { atOnce: 2, most: 100 }

const TOUCH_SESSIONS = {
  name: 'touch_sessions',
  // A row that is locked is being touched by another request.
  text: `update app.sessions s set last_used_at = app.clock_now()
    from (select session_id from app.sessions
           where session_id = any($1) and ended_at is null and absolute_end_at > app.clock_now()
             and last_used_at > app.clock_now() - interval '${SESSION_IDLE_SECONDS} seconds'
             and last_used_at < app.clock_now() - interval '${TOUCH_AFTER_SECONDS} seconds'
           for no key update skip locked) due
    where s.session_id = due.session_id
    returning s.session_id, s.last_used_at`,
}

/** Moves the idle ends of sessions; returns the new times of use, without those that another request has just written. */
async function touchSessions(db: Database, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await db.prepared<Pick<SessionRow, 'session_id' | 'last_used_at'>>(TOUCH_SESSIONS, [
    ids,
  ])
  return new Map(rows.map((row) => [row.session_id, row.last_used_at]))
}

const FIND_SESSIONS = {
  name: 'find_sessions',
  text: `select s.secret_hash, s.session_id, s.user_id, s.email, s.last_used_at, s.absolute_end_at, p.profile_id,
      coalesce(s.reset_until > app.clock_now(), false) as may_reset,
      s.last_used_at < app.clock_now() - interval '${TOUCH_AFTER_SECONDS} seconds' as touch_is_due
    from app.sessions s left join app.profiles p using (user_id)
    where s.secret_hash = any($1) and s.kind = 'patient' and s.ended_at is null and s.absolute_end_at > app.clock_now()
      and s.last_used_at > app.clock_now() - interval '${SESSION_IDLE_SECONDS} seconds'
      and p.is_active is not false
      and (p.profile_id is not null or s.reset_until > app.clock_now()
        or not exists (select from app.accounts k where k.user_id = s.user_id and k.kind = 'staff'))
      and not exists (select from app.account_closings c where c.user_id = s.user_id)`,
}

type FoundRow = SessionRow & { secret_hash: Buffer; touch_is_due: boolean }

/** Live sessions by the hash of their secret, in hexadecimal digits. */
async function findRows(db: Database, hashes: readonly string[]): Promise<Map<string, FoundRow>> {
  const rows = await db.prepared<FoundRow>(FIND_SESSIONS, [
    hashes.map((hash) => Buffer.from(hash, 'hex')),
  ])
  return new Map(rows.map((row) => [row.secret_hash.toString('hex'), row]))
}

/** The live session of a cookie's secret, or undefined. With `use`, this counts as use and moves the idle end. */
export type FindSession = (secret: string, use: boolean) => Promise<Session | undefined>

/**
 * Finds sessions; under load, one statement finds the sessions of many requests. Ended sessions are refused from the next request on;
 * an inactive profile or a closing (PORT-05) ends every session of its account (AUTH-16). The account of a member of staff has one only
 * to set a new password after a mailed code (STF-02).
 */
export function sessionFinder(db: Database): FindSession {
  const find = batched((hashes) => findRows(db, hashes), BATCHES)
  const touch = batched((ids) => touchSessions(db, ids), BATCHES)
  return async (secret, use) => {
    const row = await find(hashToken(secret).toString('hex'))
    if (row === undefined || !use || !row.touch_is_due) return row && fromRow(row)
    const usedAt = await touch(row.session_id)
    return fromRow({ ...row, last_used_at: usedAt ?? row.last_used_at })
  }
}

/** Ends one session of an account, also one that has ended. Returns false when it belongs to another account. */
export async function endOwnSession(
  { kysely }: Queries,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const session = await kysely
    .selectFrom('sessions')
    .select('user_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  if (session === undefined) return true
  if (session.user_id !== userId) return false
  await kysely
    .updateTable('sessions')
    .set({ ended_at: databaseNow })
    .where('session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute()
  return true
}

/** Ends the sessions of an account except one, whose right to set a password without the old one is used up. */
export async function endOtherSessions(
  { kysely }: Queries,
  { userId, keep }: { userId: string; keep: string | null },
): Promise<void> {
  await kysely
    .updateTable('sessions')
    .set({ ended_at: databaseNow })
    .where('user_id', '=', userId)
    .where('session_id', 'is distinct from', keep)
    .where('ended_at', 'is', null)
    .execute()
  await kysely
    .updateTable('sessions')
    .set({ reset_until: null })
    .where('session_id', '=', keep)
    .execute()
}

/** The live sessions of an account, at most 50, the last used first. */
export async function listOwnSessions({ kysely }: Queries, userId: string): Promise<OwnSession[]> {
  return await kysely
    .selectFrom('sessions as s')
    .select([
      's.session_id as sessionId',
      's.created_at as createdAt',
      's.last_used_at as lastUsedAt',
      's.device',
    ])
    .where('s.user_id', '=', userId)
    .where(isLive)
    .orderBy('s.last_used_at', 'desc')
    .limit(MOST_LISTED)
    .execute()
}

/** Deletes sessions, counted from their absolute end (`KEPT`). */
export async function tidySessions({ kysely }: Queries): Promise<void> {
  await kysely.deleteFrom('sessions').where('absolute_end_at', '<', ago(KEPT.sessions)).execute()
}
