import { isRetentionOver, RETENTION_YEARS } from '#domain/retention.ts'
import { spelledCountOf } from '#domain/texts/count.ts'
import type { Clock } from '#server/database/clock.ts'
import type { Queries } from '#server/database/database.ts'
import { type EraseDeps, erasePatient } from '#server/operations/erase-patient.ts'
import { listOldestPatients } from '#server/repositories/retention.ts'

export type RetentionDeps = EraseDeps & { readonly clock: Clock }

/**
 * `due`: profile ids whose data must be deleted; `erased`: those that were; `failed`: those whose erasure threw. All that are
 * still due are tried again at the next run.
 */
export type RetentionRun = {
  readonly due: readonly number[]
  readonly erased: readonly number[]
  readonly failed: readonly { readonly profileId: number; readonly error: unknown }[]
}

/** Most patients of one run. */
const MOST = 200
const REASON = `${spelledCountOf(RETENTION_YEARS, 'year')} after the last test`

/**
 * Finds the patients whose eight years have passed, at most 200, and with `operator` erases them. Without one it changes
 * nothing. The rule is `isRetentionOver`.
 */
export async function runRetention(
  deps: RetentionDeps,
  operator: string | undefined,
): Promise<RetentionRun> {
  const dueOf = async (queries: Queries, most: number, only?: number) =>
    (await listOldestPatients(queries, most, only))
      .filter((patient) => isRetentionOver(patient, deps.clock.now()))
      .map(({ profileId }) => profileId)
  const due = await dueOf(deps.database, MOST)
  const erased: number[] = []
  const failed: { profileId: number; error: unknown }[] = []
  if (operator !== undefined) {
    for (const profileId of due) {
      // The patient may have booked since the list was read.
      const isDue = async (transaction: Queries) =>
        (await dueOf(transaction, 1, profileId)).length > 0
      const erasure = { profileId, operator, reason: REASON, apply: true, isDue }
      try {
        if ((await erasePatient(deps, erasure)).ok) erased.push(profileId)
      } catch (error) {
        failed.push({ profileId, error })
      }
    }
  }
  return { due, erased, failed }
}
