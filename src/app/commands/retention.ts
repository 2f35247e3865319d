import { listOldestPatients, type OldPatient } from '#app/database/retention.ts'
import { isRetentionOver, keptUntil, RETENTION_YEARS } from '#core/rules/retention.ts'
import { londonDate } from '#core/rules/time.ts'
import type { Clock } from '#core/server/database/clock.ts'
import type { Queries } from '#core/server/database/database.ts'
import { spelledCountOf } from '#core/texts/count.ts'
import { type EraseDeps, erasePatient } from '#portal/commands/erase-patient.ts'

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
 * The first patients whose data must be deleted, at most `MOST`. Reads page after page, because all patients of a page may be kept, until
 * the last test of a patient, and so of all who follow, is not long enough ago.
 */
async function listDue({ database, clock }: RetentionDeps, pageSize: number): Promise<number[]> {
  const now = clock.now()
  const due: number[] = []
  let last: OldPatient | undefined
  do {
    const page = await listOldestPatients(database, { most: pageSize, after: last })
    const isOver = page.filter((patient) => isRetentionOver(patient, now))
    due.push(...isOver.map(({ profileId }) => profileId))
    last = page.at(-1)
  } while (last && due.length < MOST && londonDate(now) > keptUntil(last.lastTestOn))
  return due.slice(0, MOST)
}

/**
 * Finds the patients whose eight years have passed, at most `MOST`, and with `operator` erases them. Without one it changes
 * nothing. The rule is `isRetentionOver`. `pageSize`: patients that are read together.
 */
export async function runRetention(
  deps: RetentionDeps,
  operator: string | undefined,
  pageSize = 200,
): Promise<RetentionRun> {
  const due = await listDue(deps, pageSize)
  const erased: number[] = []
  const failed: { profileId: number; error: unknown }[] = []
  if (operator !== undefined) {
    for (const profileId of due) {
      // The patient may have booked since the list was read.
      const isDue = async (transaction: Queries) => {
        const [patient] = await listOldestPatients(transaction, { profileId })
        return patient !== undefined && isRetentionOver(patient, deps.clock.now())
      }
      const erasure = { profileId, operator, reason: REASON, apply: true, isDue }
      try {
        const outcome = await erasePatient(deps, erasure)
        if (outcome.ok) erased.push(profileId)
        else if (outcome.reason === 'case-open') throw new Error(outcome.reason)
      } catch (error) {
        failed.push({ profileId, error })
      }
    }
  }
  return { due, erased, failed }
}
