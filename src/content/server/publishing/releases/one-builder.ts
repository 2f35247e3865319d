import { mkdirSync } from 'node:fs'
import { buildRequestIn } from '#content/server/publishing/publish/build-request.ts'
import type { PublishingOptions } from '#content/server/publishing/publish/builder.ts'
import { rollbackWatcher } from '#content/server/publishing/publish/rollback.ts'
import type { Publishing } from '#content/server/publishing/publishing.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Logger } from '#core/server/logger.ts'
import { FolderInUse, type FolderLock, lockFolder } from '#shared/node/folder-lock.ts'

const FOLLOWS =
  'another server builds into RELEASES_DIR: this one shows what that one builds, and builds once it has ended'
const NO_LOCK: FolderLock = { release: () => undefined }

/** The lock of the folder of releases; undefined while another process has it. On a disk without locks each server builds. */
function lockReleases(releasesDir: string, logger: Logger): FolderLock | undefined {
  try {
    // Readable by others, because a proxy may send the files.
    mkdirSync(releasesDir, { recursive: true })
    return lockFolder(releasesDir)
  } catch (error) {
    if (error instanceof FolderInUse) return
    logger.warn({ error: causeOf(error) }, 'cannot lock RELEASES_DIR')
    return NO_LOCK
  }
}

/**
 * Publishing of one server at a time: two that build into one folder would remove each other's releases. The others leave
 * requests on the disk and show its releases. The next one takes over when it has ended, however it ended.
 */
export function oneBuilder(
  own: Publishing,
  { env: { releasesDir }, logger }: Pick<PublishingOptions, 'env' | 'logger'>,
  pollMs: number,
): Publishing {
  let lock: FolderLock | undefined
  let interval: NodeJS.Timeout | undefined
  const isOurs = () => {
    lock ??= lockReleases(releasesDir, logger)
    return lock !== undefined
  }
  return {
    live: own.live,
    request: () => (isOurs() ? own.request() : void buildRequestIn(releasesDir).write()),
    start(onPublished) {
      if (isOurs()) return own.start(onPublished)
      logger.warn(FOLLOWS)
      const follow = rollbackWatcher(releasesDir, own.live, logger, onPublished)
      interval = setInterval(() => {
        if (!isOurs()) return follow()
        clearInterval(interval)
        own.start(onPublished)
      }, pollMs)
    },
    async stop() {
      clearInterval(interval)
      await own.stop()
      lock?.release()
    },
  }
}
