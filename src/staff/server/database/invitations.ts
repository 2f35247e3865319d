import { sql } from 'kysely'
import { INVITATION_HOURS } from '#core/rules/link-life.ts'
import { databaseNow, fromNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { StaffRow } from '#staff/server/database/staff.ts'

const HOUR = 3_600

/** Stores an invitation, without a token until its mail is written; earlier ones of the person end. Returns its id. */
export async function insertInvitation(
  { kysely }: Queries,
  staffId: number,
  by: string,
): Promise<string> {
  await kysely
    .deleteFrom('staff_invitations')
    .where('staff_id', '=', staffId)
    .where('used_at', 'is', null)
    .execute()
  const { invitation_id } = await kysely
    .insertInto('staff_invitations')
    .values({
      staff_id: staffId,
      invited_by: by,
      invited_at: databaseNow,
      expires_at: fromNow(`${INVITATION_HOURS * HOUR} seconds`),
    })
    .returning('invitation_id')
    .executeTakeFirstOrThrow()
  return invitation_id
}

const isOpen = sql<boolean>`i.used_at is null and i.expires_at > ${databaseNow} and s.state = 'invited'`

/** Whom an invitation that can still be used invites. */
export async function findInvited(
  { kysely }: Queries,
  invitationId: string,
): Promise<{ email: string; name: string; by: string } | undefined> {
  return await kysely
    .selectFrom('staff_invitations as i')
    .innerJoin('staff as s', 's.staff_id', 'i.staff_id')
    .select(['s.email', 's.staff_name as name', 'i.invited_by as by'])
    .where('i.invitation_id', '=', invitationId)
    .where(isOpen)
    .executeTakeFirst()
}

/** Gives an invitation the token of its link; the link of an earlier mail no longer works. */
export async function putToken(
  { kysely }: Queries,
  invitationId: string,
  tokenHash: Buffer,
): Promise<void> {
  await kysely
    .updateTable('staff_invitations')
    .set({ token_hash: tokenHash })
    .where('invitation_id', '=', invitationId)
    .where('used_at', 'is', null)
    .execute()
}

/** The person whom the link of a token invites; with `lock` until the end of the transaction. Undefined when the link is unknown, used or expired. */
export async function findByToken(
  { kysely }: Queries,
  tokenHash: Buffer,
  lock = false,
): Promise<(StaffRow & { invitation_id: string }) | undefined> {
  return await kysely
    .selectFrom('staff_invitations as i')
    .innerJoin('staff as s', 's.staff_id', 'i.staff_id')
    .selectAll('s')
    .select('i.invitation_id')
    .where('i.token_hash', '=', tokenHash)
    .where(isOpen)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}

export async function markUsed({ kysely }: Queries, invitationId: string): Promise<void> {
  await kysely
    .updateTable('staff_invitations')
    .set({ used_at: databaseNow })
    .where('invitation_id', '=', invitationId)
    .execute()
}
