import { POLL_MS } from '#server/publishing/open-publishing.ts'
import { buildRequestIn } from '#server/publishing/publish/build-request.ts'
import type { PublishingOptions } from '#server/publishing/publish/builder.ts'
import type { Publishing } from '#server/publishing/publishing.ts'
import { openBuild } from '#server/publishing/releases/open-build.ts'
import { openReleases } from '#server/publishing/releases/releases.ts'
import { rollbackWatcher } from '#server/publishing/releases/watch-rollback.ts'

/**
 * Publishing for the processes beside the one that builds: a request is left on the disk for it, and a new release is
 * shown within a second. The release before stays on the disk, so the files of a page that was sent meanwhile exist.
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
