import { FACTOR_LOCK } from '#core/server/config/limits.ts'
import { databaseNow, fromNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import type { CipherContext, Sealer } from '#core/server/security/seal.ts'

/** The cipher context of the secret of an account's second factor. */
export const factorContext = (userId: string): CipherContext => ({
  table: 'staff_factors',
  row: userId,
  column: 'secret_sealed',
})

export type Factor = {
  readonly userId: string
  /** In Base32, as authenticator apps take it. */
  readonly secret: string
  /** Whether a first code was accepted. */
  readonly isConfirmed: boolean
  /** The step of the last accepted code. */
  readonly lastStep: number | null
  readonly wrongCodes: number
  readonly lockedUntil: Date | null
}

/** Stores a new secret of an account that has not confirmed one; an earlier one that was shown becomes worthless. */
export async function putNewSecret(
  { kysely }: Queries,
  sealer: Pick<Sealer, 'seal'>,
  userId: string,
  secret: string,
): Promise<void> {
  const secret_sealed = sealer.seal(secret, factorContext(userId))
  await kysely
    .insertInto('staff_factors')
    .values({ user_id: userId, secret_sealed })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret_sealed })
        .where('staff_factors.confirmed_at', 'is', null),
    )
    .execute()
}

/** The factor of an account; with `lock` until the end of the transaction, so that codes are compared one after the other. */
export async function findFactor(
  { kysely }: Queries,
  sealer: Pick<Sealer, 'open'>,
  userId: string,
  lock = false,
): Promise<Factor | undefined> {
  const row = await kysely
    .selectFrom('staff_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
  return (
    row && {
      userId,
      secret: sealer.open(row.secret_sealed, factorContext(userId)),
      isConfirmed: row.confirmed_at !== null,
      lastStep: row.last_step,
      wrongCodes: row.wrong_codes,
      lockedUntil: row.locked_until,
    }
  )
}

/** The code of `step` was accepted. */
export async function acceptStep({ kysely }: Queries, { userId }: Factor, step: number) {
  await kysely
    .updateTable('staff_factors')
    .set((eb) => ({
      last_step: step,
      wrong_codes: 0,
      locked_until: null,
      confirmed_at: eb.fn.coalesce('confirmed_at', databaseNow),
    }))
    .where('user_id', '=', userId)
    .execute()
}

/** Counts a wrong code; returns whether it locked the factor. */
export async function countWrongCode(
  { kysely }: Queries,
  { userId, wrongCodes }: Factor,
): Promise<boolean> {
  const locks = wrongCodes + 1 >= FACTOR_LOCK.wrongCodes
  await kysely
    .updateTable('staff_factors')
    .set({
      wrong_codes: locks ? 0 : wrongCodes + 1,
      locked_until: locks ? fromNow(`${FACTOR_LOCK.seconds} seconds`) : null,
    })
    .where('user_id', '=', userId)
    .execute()
  return locks
}

/** Deletes the factor: the next sign-in sets up another one. */
export async function dropFactor({ kysely }: Queries, userId: string): Promise<void> {
  await kysely.deleteFrom('staff_factors').where('user_id', '=', userId).execute()
}
