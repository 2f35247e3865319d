import { CATCH_UP_MS } from '#content/rules/live-state.ts'
import {
  isBuiltFrom,
  type PublishedDocument,
  type ReleaseRecord,
} from '#content/rules/release-record.ts'
import type { PublishingStatusGateway } from '#content/server/gateways/publishing-status.ts'
import type { Timers } from '#content/server/publishing/publish/publisher.ts'
import type { RollbackHold } from '#content/server/publishing/publish/rollback.ts'
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

export type ContentCheckOptions = {
  /** Requests a build when a webhook was missed. */
  readonly check: () => Promise<CaughtUp>
  readonly status: Pick<PublishingStatusGateway, 'seen'>
  /** Reports to editors that the release has everything that is published. */
  readonly tellLive: () => void
  readonly timers: Timers
  readonly clock: () => Date
}

/**
 * Compares the website with the published content now and every CATCH_UP_MS, and reports to editors that it runs. The
 * first report says 'live' only when the release has everything that is published. Returns a function that stops it.
 */
export function startContentCheck({
  check,
  status,
  tellLive,
  timers,
  clock,
}: ContentCheckOptions): () => void {
  let isFirst = true
  let cancel = () => {}
  let hasEnded = false
  const look = async () => {
    const found = await check()
    if (hasEnded) return
    if (found === 'current' && isFirst) tellLive()
    else if (found !== 'unknown') void status.seen(clock())
    isFirst = isFirst && found === 'unknown'
    cancel = timers.after(found === 'unknown' ? CATCH_UP_RETRY_MS : CATCH_UP_MS, () => void look())
  }
  void look()
  return () => {
    hasEnded = true
    cancel()
  }
}

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
