import { isRetentionOver } from '#domain/retention.ts'
import type { Clock } from '#server/database/clock.ts'
import { type EraseDeps, erasePatient } from '#server/operations/erase-patient.ts'
import { listOldestPatients } from '#server/repositories/retention.ts'

export type RetentionDeps = EraseDeps & { readonly clock: Clock }

/** `due`: profile ids whose data must be deleted; `erased`: those that were; the others are tried again at the next run. */
export type RetentionRun = { readonly due: readonly number[]; readonly erased: readonly number[] }

/** Most patients of one run. */
const MOST = 200
const REASON = 'eight years after the last test'

/**
 * Finds the patients whose eight years have passed, at most 200, and with `operator` erases them. Without one it changes
 * nothing. The rule is `isRetentionOver`.
 */
export async function runRetention(
  deps: RetentionDeps,
  operator: string | undefined,
): Promise<RetentionRun> {
  const oldest = await listOldestPatients(deps.database, MOST)
  const due = oldest
    .filter((patient) => isRetentionOver(patient, deps.clock.now()))
    .map(({ profileId }) => profileId)
  const erased: number[] = []
  if (operator !== undefined) {
    for (const profileId of due) {
      const outcome = await erasePatient(deps, {
        profileId,
        operator,
        reason: REASON,
        apply: true,
      })
      if (outcome.ok) erased.push(profileId)
    }
  }
  return { due, erased }
}
