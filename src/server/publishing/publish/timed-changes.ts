import type { ReleaseRecord } from '#domain/release-record.ts'
import type { Logger } from '#server/logger.ts'

export type TimedChangesOptions = {
  /** The newest release, shown or not. */
  readonly newest: () => ReleaseRecord
  /** Requests a build; throws when the disk refuses. */
  readonly request: () => void
  /** Whether an operator's rollback holds until the next publication. */
  readonly isHeld: () => boolean
  readonly clock: () => Date
  readonly logger: Logger
}

/**
 * A check to run at intervals: requests a build once the moment has come at which a document appears or disappears
 * (CMS-08). The moment is part of the release, so one that passed while the process did not run is noticed at its start.
 * While an operator's rollback holds, times wait for the next publication.
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
      logger.error({ error: (error as NodeJS.ErrnoException).code }, 'cannot store build request')
    }
  }
}
