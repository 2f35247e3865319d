import type { Logger } from '#server/logger.ts'
import type { Live } from '#server/publishing/live.ts'
import { readPointer } from '#server/publishing/pointer.ts'
import { nameOf, openNamed } from '#server/publishing/releases.ts'

/**
 * Shows what the pointer names, when an operator has moved it (`npm run releases -- rollback`). What cannot be shown
 * is said once in the log, and the site stays as it is.
 */
export function followerOf(releasesDir: string, live: Live, logger: Logger): () => void {
  let refused: string | undefined
  return () => {
    const pointer = readPointer(releasesDir)
    if (pointer === undefined || pointer.base !== live.first.manifest.id) return
    if (pointer.live === nameOf(live, live.current) || pointer.live === refused) return
    const build = openNamed(releasesDir, pointer.live, live.first)
    if (build === undefined) {
      refused = pointer.live
      logger.error({ release: pointer.live }, 'the release that was chosen cannot be shown')
      return
    }
    refused = undefined
    live.switchTo(build)
    logger.info({ release: pointer.live }, 'another release is shown')
  }
}
