import type { ReleaseRecord } from '#content/rules/release-record.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Logger } from '#core/server/logger.ts'

export type TimedChangesOptions = {
  /** The newest release, also while an operator's rollback shows an earlier one. */
  readonly newest: () => ReleaseRecord
  /** Requests a build; throws when the request cannot be written to the disk. */
  readonly request: () => void
  /** Whether an operator's rollback holds until the next publication. */
  readonly isHeld: () => boolean
  readonly clock: () => Date
  readonly logger: Logger
}

/**
 * Returns a check to run at intervals: it requests a build when a document is due to appear or disappear (CMS-08). The
 * next due time is stored with the release, so one that passed while the process was down is noticed at the start.
 * While an operator's rollback holds, due times wait for the next publication.
 */
export function timedChanges(options: TimedChangesOptions): () => void {
  const { newest, request, isHeld, clock, logger } = options
  let requested: string | undefined
  return () => {
    const { nextChangeAt: at } = newest()
    if (at === undefined || at === requested || new Date(at) > clock() || isHeld()) return
    try {
      request()
      requested = at
      logger.info({ at }, 'a document appears or disappears by its time')
    } catch (error) {
      logger.error({ error: causeOf(error) }, 'cannot store build request')
    }
  }
}
