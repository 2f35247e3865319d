import { readCurrentRelease } from '#content/server/publishing/releases/current-release.ts'
import type { Live } from '#content/server/publishing/releases/live.ts'
import { openRelease, releaseNameOf } from '#content/server/publishing/releases/releases.ts'
import type { Logger } from '#core/server/logger.ts'

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
