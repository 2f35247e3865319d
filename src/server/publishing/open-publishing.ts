import { join, resolve } from 'node:path'
import type { ContentEnv, PublishingEnv, Source } from '#server/config/env.ts'
import { deployHookGateway } from '#server/gateways/deploy-hook.ts'
import { publishingStatusGateway } from '#server/gateways/publishing-status.ts'
import type { Logger } from '#server/logger.ts'
import { astroBuild, type BuildPages, canBuildIn } from '#server/publishing/astro-build.ts'
import { openBuild } from '#server/publishing/build.ts'
import { followerOf } from '#server/publishing/follow.ts'
import { createLive, type Live } from '#server/publishing/live.ts'
import { type Marker, markerIn } from '#server/publishing/marker.ts'
import { forgetPictures } from '#server/publishing/picture-cache.ts'
import { isPointed, readPointer, removePointer } from '#server/publishing/pointer.ts'
import { byDeployHook, cannotBuild, type Publish, selfHosted } from '#server/publishing/publish.ts'
import { createPublisher, SYSTEM_TIMERS, type Timers } from '#server/publishing/publisher.ts'
import { nameOf, openReleases, prune } from '#server/publishing/releases.ts'

/** The source tree that this file is part of. */
const ROOT = resolve(import.meta.dirname, '../../..')
/** How soon a rollback from outside is seen. */
const FOLLOW_MS = 1_000
/** How soon a release goes that a long answer still needed when its time was over. */
const TIDY_MS = 60_000

export type PublishingOptions = {
  readonly env: PublishingEnv
  readonly buildDir: string
  readonly content: ContentEnv
  /** Where a build takes its environment from. */
  readonly source: Source
  readonly logger: Logger
  /** Another way to make pages; tests have one. */
  readonly build?: BuildPages
  readonly timers?: Timers
}

export type Publishing = {
  readonly live: Live
  /** Notes durably that something was published; throws when the disk does not take it. */
  request(): void
  /** Begins with what was left over; `onPublished` hears of each publication that is done. */
  start(onPublished: () => void): void
  stop(): Promise<void>
}

type Way = 'hook' | 'self' | 'none'

function wayOf({ env, build }: PublishingOptions): Way {
  if (env.deployHookUrl !== undefined) return 'hook'
  return build !== undefined || canBuildIn(ROOT) ? 'self' : 'none'
}

/** What the site shows from its start on, and how that changes: by its own builds, by another service, or not at all. */
export function openPublishing(options: PublishingOptions): Publishing {
  const { env, logger } = options
  const way = wayOf(options)
  const first = openBuild(options.buildDir)
  const live = way === 'self' ? openReleases(env.releasesDir, first, logger) : createLive(first)
  const marker = way === 'self' ? markerIn(env.releasesDir) : forgiving(env.releasesDir, logger)
  const status = publishingStatusGateway(options.content, env.writeToken, logger)
  let onPublished = () => {}
  const publish = publishBy(way, options, live)
  const publisher = createPublisher({
    publish: async (stop) => {
      const published = await publish(stop)
      if (published.ending === 'done') onPublished()
      return published
    },
    marker,
    status,
    logger,
    timers: options.timers ?? SYSTEM_TIMERS,
    clock: () => new Date(),
  })
  const follow = way === 'self' ? followerOf(env.releasesDir, live, logger) : () => {}
  const tidy = () => {
    // A draft that is being built is in nobody's use yet.
    if (way === 'self' && !publisher.isBuilding) void prune(env.releasesDir, live, logger)
  }
  const polling: NodeJS.Timeout[] = []
  return {
    live,
    request: publisher.request,
    start(then) {
      onPublished = then
      if (way === 'self') {
        repair(options, live, marker.setAt(), publisher.request)
        void prune(env.releasesDir, live, logger)
      }
      publisher.resume()
      if (marker.setAt() === undefined) void status.tell({ state: 'live', at: new Date() })
      const look = () => {
        publisher.resume()
        follow()
      }
      polling.push(setInterval(look, FOLLOW_MS), setInterval(tidy, TIDY_MS))
    },
    async stop() {
      for (const timer of polling) clearInterval(timer)
      await publisher.stop()
    },
  }
}

function publishBy(way: Way, options: PublishingOptions, live: Live): Publish {
  const { env, source, logger } = options
  const now = () => new Date()
  if (env.deployHookUrl !== undefined) {
    return byDeployHook(deployHookGateway(env.deployHookUrl), logger, now)
  }
  if (way === 'none') return cannotBuild(logger)
  const { releasesDir, dataDir } = env
  const logFile = join(resolve(releasesDir), 'build.log')
  return selfHosted({
    live,
    releasesDir,
    logger,
    now,
    build: options.build ?? astroBuild({ root: ROOT, source, logFile }),
    forgetPictures: (since) => forgetPictures(dataDir, since),
  })
}

/**
 * Puts right what was left behind: a killed build's pictures; a release that cannot be shown, or that came from another
 * first build, older than what was published since. Then the pages are made anew.
 */
function repair(
  { env, logger }: PublishingOptions,
  live: Live,
  pendingSince: number | undefined,
  request: () => void,
): void {
  if (pendingSince !== undefined) forgetPictures(env.dataDir, pendingSince)
  const pointer = readPointer(env.releasesDir)
  const isOurs = pointer?.base === live.first.manifest.id
  const isShown = isOurs && pointer.live === nameOf(live, live.current)
  if (isShown || !isPointed(env.releasesDir)) return
  try {
    request()
    if (!isOurs) removePointer(env.releasesDir)
  } catch (error) {
    logger.error({ error: (error as NodeJS.ErrnoException).code }, 'a notice cannot be kept')
  }
}

/** Where another service builds, a disk that cannot be written costs the memory over a restart, and no more. */
function forgiving(dir: string, logger: Logger): Marker {
  const marker = markerIn(dir)
  return {
    ...marker,
    set() {
      try {
        return marker.set()
      } catch (error) {
        logger.warn({ error: (error as NodeJS.ErrnoException).code }, 'a notice cannot be kept')
        return ''
      }
    },
  }
}
