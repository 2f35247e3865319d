import { copyGoodAssets } from '#content/server/publishing/content/good-assets.ts'
import {
  keepGoodContent,
  readGoodContent,
} from '#content/server/publishing/content/good-content.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Logger } from '#core/server/logger.ts'

export type LastGoodStore = {
  /** Stores the content of the live build for later builds. A failed write stops no publication: the older content stays. */
  keep(buildDir: string): void
  /** Ends the copying of pictures and files. */
  stop(): Promise<void>
}

export type LastGoodStoreOptions = {
  readonly releasesDir: string
  /** The address of a lake of your own. */
  readonly apiHost: string | undefined
  readonly logger: Logger
}

/** Keeps the last good content. Its pictures and files are copied after the release is live: no publication waits for them. */
export function lastGoodStore({
  releasesDir,
  apiHost,
  logger,
}: LastGoodStoreOptions): LastGoodStore {
  const stopping = new AbortController()
  const stop = stopping.signal
  const intact = new Set<string>()
  let copying = Promise.resolve()
  let isWaiting = false
  const copy = async () => {
    isWaiting = false
    if (stop.aborted) return
    try {
      const good = readGoodContent(releasesDir, apiHost)
      const failed = await copyGoodAssets(releasesDir, good, { apiHost, stop, intact })
      if (failed > 0 && !stop.aborted)
        logger.warn({ failed }, 'no copy is kept of some pictures and files; tried again later')
    } catch (error) {
      logger.warn({ error: causeOf(error) }, 'cannot keep copies')
    }
  }
  return {
    keep(buildDir) {
      try {
        keepGoodContent(releasesDir, buildDir)
      } catch (error) {
        logger.warn({ error: causeOf(error) }, 'cannot keep the good content')
        return
      }
      if (isWaiting) return
      isWaiting = true
      copying = copying.then(copy)
    },
    async stop() {
      stopping.abort()
      await copying
    },
  }
}
