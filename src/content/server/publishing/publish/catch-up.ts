import {
  isBuiltFrom,
  type PublishedDocument,
  type ReleaseRecord,
} from '#content/rules/release-record.ts'
import type { RollbackHold } from '#content/server/publishing/publish/rollback-hold.ts'
import { contentDigest } from '#content/server/publishing/releases/content-digest.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Logger } from '#core/server/logger.ts'

/** Delay after a failed reading of the content. */
export const CATCH_UP_RETRY_MS = 60_000

export type CatchUpOptions = {
  readonly readPublished: () => Promise<readonly PublishedDocument[]>
  /** The newest release, also while an operator's rollback shows an earlier one. */
  readonly newest: () => ReleaseRecord & { readonly id: string }
  /** Whether a build runs or is requested. It will read everything that is published now. */
  readonly isPending: () => boolean
  /** Requests a build; throws when the request cannot be written to the disk. */
  readonly request: () => void
  /** An operator's rollback. The content that was published when it was made requests no build. */
  readonly rollback: Pick<RollbackHold, 'isRolledBackContent'>
  readonly logger: Logger
}

/**
 * `current`: the newest release was built from what is published, or an operator has rolled it back and nothing was published
 * since. `unknown`: content or disk failed.
 */
export type CaughtUp = 'current' | 'requested' | 'pending' | 'unknown'

/**
 * Returns a check that requests a build when the published content differs from that of the newest release, because a
 * webhook was missed. The same content is requested once per newest release: when it cannot be built, only a change of
 * the content can help. After another release, content that has returned to an earlier state is requested again.
 */
export function catchUp(options: CatchUpOptions): () => Promise<CaughtUp> {
  const { readPublished, newest, isPending, request, rollback, logger } = options
  let requested: string | undefined
  return async () => {
    if (isPending()) return 'pending'
    try {
      const published = await readPublished()
      // A webhook may have arrived in the meantime.
      if (isPending()) return 'pending'
      const release = newest()
      // The first comparison after a rollback also stores the digest of the published content.
      if (rollback.isRolledBackContent(published) || isBuiltFrom(release, published))
        return 'current'
      const wanted = `${release.id} ${contentDigest(published)}`
      if (wanted === requested) return 'pending'
      request()
      requested = wanted
      logger.info('something was published without a webhook')
      return 'requested'
    } catch (error) {
      logger.warn({ error: causeOf(error) }, 'cannot compare with the published content')
      return 'unknown'
    }
  }
}
