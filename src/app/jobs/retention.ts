import { type RetentionDeps, runRetention } from '#app/commands/retention.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Logger } from '#core/server/logger.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** The operator in the audit log. */
const OPERATOR = 'retention job'

/**
 * The daily deletion eight years after the last test. It may be called more often. Without `deletes` it only logs how many
 * patients are due. Several processes may run it: a patient who is erased already is skipped.
 */
export function retentionJob(
  deps: RetentionDeps & { readonly logger: Logger },
  deletes: boolean,
): () => Promise<void> {
  let lastRun = Number.NEGATIVE_INFINITY
  return async () => {
    const now = deps.clock.now().getTime()
    if (now - lastRun < DAY_MS) return
    lastRun = now
    const { due, erased, failed } = await runRetention(deps, deletes ? OPERATOR : undefined)
    for (const { profileId, error } of failed) {
      deps.logger.error({ profileId, error: causeOf(error) }, 'an erasure has failed')
    }
    if (due.length > 0) {
      deps.logger.warn({ due: due.length, erased: erased.length }, 'retention has ended')
    }
  }
}
