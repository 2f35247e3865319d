import { sql } from 'kysely'
import type { StaffRole } from '#core/rules/permissions.ts'
import { SESSION_ABSOLUTE_SECONDS, SESSION_IDLE_SECONDS } from '#core/rules/session-life.ts'
import type { StaffMember } from '#core/server/caller.ts'
import { HALF_SESSION_SECONDS } from '#core/server/config/limits.ts'
import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { createToken, hashToken } from '#core/server/security/token.ts'

/** A live session of staff. Without `factorAt` it opens nothing but the page that asks for the code. */
export type StaffSession = Omit<StaffMember, 'factorAt'> & { readonly factorAt: Date | null }

type Opening = {
  readonly staffId: number
  readonly device: string
  /** A code of the second factor was given with it. */
  readonly withFactor?: boolean
}

/** Opens a session and returns its secret, of which only the hash is stored. The account must be active. */
export async function openStaffSession(
  { kysely }: Queries,
  { staffId, device, withFactor = false }: Opening,
): Promise<string> {
  const secret = createToken()
  await sql`
    insert into app.sessions (secret_hash, user_id, email, device, created_at, last_used_at, absolute_end_at, kind, staff_id, factor_at)
    select ${hashToken(secret)}, s.user_id, s.email, ${device}, now, now, now + ${`${SESSION_ABSOLUTE_SECONDS} seconds`}::interval, 'staff', s.staff_id,
           case when ${withFactor} then now end
      from app.staff s, ${databaseNow} as now
     where s.staff_id = ${staffId} and s.state = 'active'`.execute(kysely)
  return secret
}

type Row = {
  session_id: string
  staff_id: number
  user_id: string
  staff_name: string
  roles: StaffRole[]
  factor_at: Date | null
  ends_at: Date
}

/**
 * The live session of a cookie's secret, with the roles of this moment; undefined when there is none or the account is not active. This
 * counts as use and moves the idle end.
 */
export async function findStaffSession(
  { kysely }: Queries,
  secret: string,
): Promise<StaffSession | undefined> {
  const { rows } = await sql<Row>`
    update app.sessions s set last_used_at = now
      from app.staff p, ${databaseNow} as now
     where s.secret_hash = ${hashToken(secret)} and s.kind = 'staff' and s.ended_at is null and s.absolute_end_at > now
       and s.last_used_at > now - ${`${SESSION_IDLE_SECONDS} seconds`}::interval
       and p.staff_id = s.staff_id and p.state = 'active'
       and (s.factor_at is not null or s.created_at > now - ${`${HALF_SESSION_SECONDS} seconds`}::interval)
    returning s.session_id, s.staff_id, s.user_id, p.staff_name, p.roles, s.factor_at,
      least(s.absolute_end_at, now + ${`${SESSION_IDLE_SECONDS} seconds`}::interval) as ends_at`.execute(
    kysely,
  )
  const [row] = rows
  if (row === undefined) return undefined
  return {
    sessionId: row.session_id,
    staffId: row.staff_id,
    userId: row.user_id,
    name: row.staff_name,
    roles: row.roles,
    factorAt: row.factor_at,
    endsAt: row.ends_at,
  }
}

/** A code was accepted in a session: returns when. */
export async function putFactorTime({ kysely }: Queries, sessionId: string): Promise<Date> {
  const row = await kysely
    .updateTable('sessions')
    .set({ factor_at: databaseNow })
    .where('session_id', '=', sessionId)
    .returning('factor_at')
    .executeTakeFirst()
  if (!row?.factor_at) throw new Error('The session is gone.')
  return row.factor_at
}
