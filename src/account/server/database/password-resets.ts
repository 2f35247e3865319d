import { sql } from 'kysely'
import { KEPT } from '#core/rules/kept-data.ts'
import { RESET_TRIES } from '#core/rules/password.ts'
import { RESET_ATTEMPT_SECONDS, RESET_MAIL_SECONDS } from '#core/server/config/limits.ts'
import { ago, databaseNow, fromNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { queueWork } from '#core/server/jobs/work.ts'

/** Stores that a browser requested a code for this address; `withMail` queues the mail in the same transaction; mails with the same `turns` take turns. `sealNetwork` encrypts the
 * visitor's network for the row of this id. */
export async function insertReset(
  { kysely }: Queries,
  reset: {
    tokenHash: Buffer
    email: string
    withMail: boolean
    turns: string | null
    sealNetwork(resetId: string): string
  },
): Promise<void> {
  const { reset_id } = await kysely
    .insertInto('password_resets')
    .values({
      token_hash: reset.tokenHash,
      email: reset.email,
      asked_at: databaseNow,
      expires_at: fromNow(`${RESET_ATTEMPT_SECONDS} seconds`),
    })
    .returning('reset_id')
    .executeTakeFirstOrThrow()
  if (!reset.withMail) return
  await queueWork({ kysely }, 'password-code', reset_id, {
    turns: reset.turns,
    data: { network: reset.sealNetwork(reset_id) },
  })
}

/** The address to send a code to, or undefined when it was used already or requested too long ago. */
export async function findResetToSend(
  { kysely }: Queries,
  resetId: string,
): Promise<string | undefined> {
  const row = await kysely
    .selectFrom('password_resets')
    .select('email')
    .where('reset_id', '=', resetId)
    .where('used_at', 'is', null)
    .where('asked_at', '>', ago(`${RESET_MAIL_SECONDS} seconds`))
    .executeTakeFirst()
  return row?.email
}

/** When the last code that was requested for this address and not used expires; undefined when there is none. */
export async function findResetEnd({ kysely }: Queries, email: string): Promise<Date | undefined> {
  const row = await kysely
    .selectFrom('password_resets')
    .select((eb) => eb.fn.max('expires_at').as('end'))
    .where('email', '=', email)
    .where('used_at', 'is', null)
    .where('expires_at', '>', databaseNow)
    .executeTakeFirst()
  return row?.end ?? undefined
}

/** Whether a browser may try a code now; a try counts before its code is compared. */
export type Try = 'counted' | 'tries-used' | 'other-browser'

/** Counts one try of the browser with this token for this address; one statement, so that simultaneous ones are all counted. */
export async function countTry(
  { kysely }: Queries,
  tokenHash: Buffer,
  email: string,
): Promise<Try> {
  const { rows } = await sql<{ tries: number; used: boolean }>`
    update app.password_resets set tries = least(tries + 1, ${RESET_TRIES + 1})
     where token_hash = ${tokenHash} and email = ${email} and expires_at > ${databaseNow}
    returning tries, used_at is not null as used`.execute(kysely)
  const [row] = rows
  if (row === undefined || row.used) return 'other-browser'
  return row.tries > RESET_TRIES ? 'tries-used' : 'counted'
}

/** Takes back a try whose code was not compared. */
export async function giveBackTry({ kysely }: Queries, tokenHash: Buffer): Promise<void> {
  await kysely
    .updateTable('password_resets')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('token_hash', '=', tokenHash)
    .where('tries', '>', 0)
    .execute()
}

/** Ends the request of a browser whose code was right. */
export async function endReset({ kysely }: Queries, tokenHash: Buffer): Promise<void> {
  await kysely
    .updateTable('password_resets')
    .set({ used_at: databaseNow })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Deletes what was requested more than a day ago. */
export async function tidyPasswordResets({ kysely }: Queries): Promise<void> {
  await kysely
    .deleteFrom('password_resets')
    .where('asked_at', '<', ago(KEPT.passwordResets))
    .execute()
}
