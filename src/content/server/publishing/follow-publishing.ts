import { POLL_MS } from '#content/server/publishing/open-publishing.ts'
import { buildRequestIn } from '#content/server/publishing/publish/build-request.ts'
import type { PublishingOptions } from '#content/server/publishing/publish/builder.ts'
import { rollbackWatcher } from '#content/server/publishing/publish/rollback.ts'
import type { Publishing } from '#content/server/publishing/publishing.ts'
import { openBuild } from '#content/server/publishing/releases/open-build.ts'
import { openReleases } from '#content/server/publishing/releases/releases.ts'

/**
 * Publishing for the processes beside the one that builds: a request is left on the disk for it, and a new release is
 * shown within a second. The release before stays on the disk, so the files of a page that was sent in the meantime exist.
 */
export function followPublishing(
  options: Pick<PublishingOptions, 'env' | 'buildDir' | 'logger'>,
): Publishing {
  const { logger, buildDir } = options
  const { releasesDir } = options.env
  const live = openReleases(releasesDir, openBuild(buildDir), logger)
  const buildRequest = buildRequestIn(releasesDir)
  let interval: NodeJS.Timeout | undefined
  return {
    live,
    request: () => void buildRequest.write(),
    start(onPublished) {
      interval = setInterval(rollbackWatcher(releasesDir, live, logger, onPublished), POLL_MS)
    },
    stop() {
      clearInterval(interval)
      return Promise.resolve()
    },
  }
}
