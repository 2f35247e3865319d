import { databaseNow } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'

/** A value that shows whether a key has changed. */
export type KeyCheck = {
  readonly kind: 'data' | 'lookup'
  readonly keyId: string
  readonly checkValue: Buffer
}

export const listKeyChecks = ({ kysely }: Queries): Promise<KeyCheck[]> =>
  kysely
    .selectFrom('key_checks')
    .select(['kind', 'key_id as keyId', 'check_value as checkValue'])
    .orderBy('created_at')
    .execute()

/** Adds the check of a new key; one that is there stays. */
export async function insertKeyCheck({ kysely }: Queries, check: KeyCheck): Promise<void> {
  await kysely
    .insertInto('key_checks')
    .values({
      kind: check.kind,
      key_id: check.keyId,
      check_value: check.checkValue,
      created_at: databaseNow,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
