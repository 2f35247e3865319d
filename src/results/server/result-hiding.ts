import { HIDE_LOCK_TIMEOUT_MS } from '#core/server/config/limits.ts'
import type { Database, Queries } from '#core/server/database/database.ts'
import { isLockTimeout } from '#core/server/database/lock-timeout.ts'
import { type HideReason, hide, waitForLocks } from '#results/server/database/results.ts'

/** Why a result was not held or withdrawn, for the operator. */
export const HIDE_REFUSALS: Record<HideReason | 'busy', string> = {
  'not-found': 'There is no such result.',
  'not-open': 'Nothing was changed: the result was withdrawn or replaced.',
  busy: 'An import is running: the result is NOT hidden yet. Run the command again immediately.',
}

/**
 * Does something that hides a result, in one transaction; undefined when done. Waits for an import that holds the sample; `busy` when that lasts longer
 * than `waitMs`, and then nothing is hidden.
 */
export async function hiding<Reason>(
  database: Database,
  work: (transaction: Queries) => Promise<Reason | undefined>,
  waitMs: number = HIDE_LOCK_TIMEOUT_MS,
): Promise<Reason | 'busy' | undefined> {
  try {
    return await database.transaction(async (transaction) => {
      await waitForLocks(transaction, waitMs)
      return await work(transaction)
    })
  } catch (error) {
    if (isLockTimeout(error)) return 'busy'
    throw error
  }
}

/** Hides a result immediately, or withdraws it permanently (LAB-08). */
export const hideResult = (
  database: Database,
  step: 'hold' | 'withdraw',
  resultId: string,
  action: { by: string; reason: string },
  waitMs?: number,
): Promise<HideReason | 'busy' | undefined> =>
  hiding(database, (transaction) => hide(transaction, step, resultId, action), waitMs)
