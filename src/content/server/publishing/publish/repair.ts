import { removePicturesSince } from '#content/server/publishing/build/picture-cache.ts'
import type { LastGoodStore } from '#content/server/publishing/content/last-good-store.ts'
import type { PublishingOptions } from '#content/server/publishing/publish/builder.ts'
import {
  hasCurrentRelease,
  readCurrentRelease,
  removeCurrentRelease,
} from '#content/server/publishing/releases/current-release.ts'
import type { Live } from '#content/server/publishing/releases/live.ts'
import { releaseNameOf } from '#content/server/publishing/releases/releases.ts'
import { causeOf } from '#core/server/cause.ts'

/**
 * Cleans up after the last run: removes pictures of a killed build, and requests a build when the current release
 * cannot be shown or belongs to another first build, which is older than what was published since.
 */
export function repair(
  { env, logger }: Pick<PublishingOptions, 'env' | 'logger'>,
  live: Live,
  lastGood: LastGoodStore,
  pendingSinceMs: number | undefined,
  request: () => void,
): void {
  if (pendingSinceMs !== undefined) removePicturesSince(env.dataDir, pendingSinceMs)
  const current = readCurrentRelease(env.releasesDir)
  const isOurs = current?.base === live.first.manifest.id
  const isShown = isOurs && current.live === releaseNameOf(live, live.current)
  if (isShown || !hasCurrentRelease(env.releasesDir)) {
    // The last process may have been killed after the switch to its release and before its content was stored.
    lastGood.keep(live.current.dir)
    return
  }
  try {
    request()
    if (!isOurs) removeCurrentRelease(env.releasesDir)
  } catch (error) {
    logger.error({ error: causeOf(error) }, 'cannot store build request')
  }
}
