import { createHash, randomBytes } from 'node:crypto'
import type { Account } from '#server/caller.ts'
import { SESSION_ABSOLUTE_SECONDS, SESSION_IDLE_SECONDS } from '#server/config/limits.ts'
import type { Database } from '#server/database/database.ts'

/** A live session; `endsAt` moves with use and never passes `absoluteEndAt` (both UTC). */
export type Session = Account & { readonly endsAt: Date; readonly absoluteEndAt: Date }

export type OwnSession = {
  readonly sessionId: string
  readonly createdAt: Date
  readonly lastUsedAt: Date
  readonly device: string
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** `last_used_at` is written at most once in this many seconds. */
const TOUCH_AFTER_SECONDS = 30

/** The condition of a live session `s`. */
const LIVE = `s.ended_at is null and s.absolute_end_at > app.clock_now()
  and s.last_used_at + make_interval(secs => ${SESSION_IDLE_SECONDS}) > app.clock_now()`

/** Opens a session and answers its secret (256 random bits, base64url), of which only the hash is stored. */
export async function openSession(
  database: Database,
  account: { userId: string; email: string; device: string },
): Promise<string> {
  const secret = randomBytes(32).toString('base64url')
  await database.query(
    `insert into app.sessions (secret_hash, user_id, email, device, created_at, last_used_at, absolute_end_at)
     select $1, $2, $3, $4, now, now, now + make_interval(secs => ${SESSION_ABSOLUTE_SECONDS}) from app.clock_now() as now`,
    [hashOf(secret), account.userId, account.email, account.device],
  )
  return secret
}

type SessionRow = {
  session_id: string
  user_id: string
  email: string
  profile_id: number | null
  last_used_at: Date
  absolute_end_at: Date
}

const fromRow = (row: SessionRow): Session => ({
  sessionId: row.session_id,
  userId: row.user_id,
  email: row.email,
  profileId: row.profile_id,
  absoluteEndAt: row.absolute_end_at,
  endsAt: new Date(
    Math.min(
      row.last_used_at.getTime() + SESSION_IDLE_SECONDS * 1000,
      row.absolute_end_at.getTime(),
    ),
  ),
})

/**
 * The live session of a cookie's secret, or undefined. With `use`, this counts as use and moves the idle end.
 * Ended sessions are refused from the next request on.
 */
export async function findSession(
  database: Database,
  secret: string,
  use: boolean,
): Promise<Session | undefined> {
  const select = `select s.session_id, s.user_id, s.email, s.last_used_at, s.absolute_end_at, p.profile_id
    from app.sessions s left join app.profiles p on p.user_id = s.user_id
    where s.secret_hash = $1 and ${LIVE}`
  const { rows } = await database.query<SessionRow>(select, [hashOf(secret)])
  const row = rows[0]
  if (row === undefined || !use) return row && fromRow(row)
  const touched = await database.query<{ last_used_at: Date }>(
    `update app.sessions s set last_used_at = app.clock_now() where s.session_id = $1
       and s.last_used_at < app.clock_now() - make_interval(secs => ${TOUCH_AFTER_SECONDS}) and ${LIVE}
     returning s.last_used_at`,
    [row.session_id],
  )
  return fromRow({ ...row, last_used_at: touched.rows[0]?.last_used_at ?? row.last_used_at })
}

/** Ends one session of an account; nothing happens when it is not his or is over. */
export async function endOwnSession(
  database: Database,
  userId: string,
  sessionId: string,
): Promise<void> {
  await database.query(
    `update app.sessions set ended_at = app.clock_now()
      where session_id = $1 and user_id = $2 and ended_at is null`,
    [sessionId, userId],
  )
}

/** The live sessions of an account, newest use first. */
export async function listOwnSessions(database: Database, userId: string): Promise<OwnSession[]> {
  const { rows } = await database.query<{
    session_id: string
    created_at: Date
    last_used_at: Date
    device: string
  }>(
    `select session_id, created_at, last_used_at, device from app.sessions s
      where s.user_id = $1 and ${LIVE} order by s.last_used_at desc limit 50`,
    [userId],
  )
  return rows.map((row) => ({
    sessionId: row.session_id,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    device: row.device,
  }))
}

/** Forgets sessions that ended more than thirty days ago. */
export async function tidySessions(database: Database): Promise<void> {
  await database.query(
    `delete from app.sessions where absolute_end_at < app.clock_now() - interval '30 days'`,
  )
}
