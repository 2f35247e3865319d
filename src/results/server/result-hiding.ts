import { HIDE_LOCK_TIMEOUT_MS } from '#core/server/config/limits.ts'
import type { Database } from '#core/server/database/database.ts'
import { isLockTimeout } from '#core/server/database/lock-timeout.ts'
import {
  type HideReason,
  hide,
  type ReleaseReason,
  releaseHeld,
  waitForLocks,
} from '#results/server/database/results.ts'

/** Why a result was not held or withdrawn, for the operator. */
export const HIDE_REFUSALS: Record<HideReason | 'busy', string> = {
  'not-found': 'There is no such result.',
  'not-open': 'Nothing was changed: the result was withdrawn or replaced.',
  busy: 'An import is running: the result is NOT hidden yet. Run the command again immediately.',
}

/** Ends the hold of one result and shows it to its patient (LAB-08); undefined when done. */
export const showHeldResult = (
  database: Database,
  resultId: string,
  action: { by: string; reason: string },
): Promise<ReleaseReason | undefined> => releaseHeld(database, resultId, action)

/**
 * Hides a result immediately, or withdraws it permanently (LAB-08); undefined when done. Waits for an import that holds the sample;
 * `busy` when that lasts longer than `waitMs`, and then nothing is hidden.
 */
export async function hideResult(
  database: Database,
  step: 'hold' | 'withdraw',
  resultId: string,
  action: { by: string; reason: string },
  waitMs: number = HIDE_LOCK_TIMEOUT_MS,
): Promise<HideReason | 'busy' | undefined> {
  try {
    return await database.transaction(async (transaction) => {
      await waitForLocks(transaction, waitMs)
      return await hide(transaction, step, resultId, action)
    })
  } catch (error) {
    if (isLockTimeout(error)) return 'busy'
    throw error
  }
}
