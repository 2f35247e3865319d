import type { PublishedDocument } from '#content/rules/release-record.ts'
import { contentDigest } from '#content/server/publishing/releases/content-digest.ts'
import {
  readCurrentRelease,
  writeCurrentRelease,
} from '#content/server/publishing/releases/current-release.ts'
import type { Live } from '#content/server/publishing/releases/live.ts'
import { openRelease, releaseNameOf } from '#content/server/publishing/releases/releases.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Logger } from '#core/server/logger.ts'

export type RollbackHold = {
  /** Whether an operator's rollback shows an earlier release. */
  isHeld(): boolean
  /** Call when a rollback is noticed: stores a digest of what is published now. */
  noticed(): Promise<void>
  /** Whether this content was published when the rollback was made, so that it requests no build. Throws when the disk fails. */
  isRolledBackContent(published: readonly PublishedDocument[]): boolean
}

/**
 * An operator's rollback holds until the next publication (decision 037). The file `current` stores a digest of what was
 * published when the rollback was noticed, because the release that it replaced may be older than that.
 */
export function rollbackHold(
  releasesDir: string,
  readPublished: () => Promise<readonly PublishedDocument[]>,
  logger: Logger,
): RollbackHold {
  /** Set after a rollback until the content has been read. */
  let isUnread = false
  const held = () => {
    const current = readCurrentRelease(releasesDir)
    return current?.rolledBack === true ? current : undefined
  }
  const isRolledBackContent = (published: readonly PublishedDocument[]) => {
    const current = held()
    if (current === undefined) return false
    const digest = contentDigest(published)
    if (!isUnread) return current.answers === digest
    writeCurrentRelease(releasesDir, { ...current, answers: digest })
    isUnread = false
    return true
  }
  return {
    isRolledBackContent,
    isHeld: () => held() !== undefined,
    async noticed() {
      isUnread = held() !== undefined
      if (!isUnread) return
      try {
        isRolledBackContent(await readPublished())
      } catch (error) {
        // The next comparison stores the digest.
        logger.warn({ error: causeOf(error) }, 'cannot store the content digest of the rollback')
      }
    },
  }
}

/**
 * A check to run at intervals: switches to the release that the file `current` names after an operator changed it
 * (`npm run releases -- rollback`), or the process that builds did. A release that cannot be opened is logged once and the site stays as it is.
 */
export function rollbackWatcher(
  releasesDir: string,
  live: Live,
  logger: Logger,
  onSwitched = () => {},
): () => void {
  let refused: string | undefined
  return () => {
    const current = readCurrentRelease(releasesDir)
    if (current === undefined || current.base !== live.first.manifest.id) return
    if (current.live === releaseNameOf(live, live.current) || current.live === refused) return
    const build = openRelease(releasesDir, current.live, live.first)
    if (build === undefined) {
      refused = current.live
      logger.error({ release: current.live }, 'cannot open the chosen release')
      return
    }
    refused = undefined
    live.switchTo(build)
    onSwitched()
    logger.info({ release: current.live }, 'switched to the chosen release')
  }
}
