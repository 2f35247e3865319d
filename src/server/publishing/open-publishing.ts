import { join, resolve } from 'node:path'
import type { ContentEnv, PublishingEnv } from '#server/config/env.ts'
import type { Source } from '#server/config/env-variables.ts'
import { deployHookGateway } from '#server/gateways/deploy-hook.ts'
import { publishingStatusGateway } from '#server/gateways/publishing-status.ts'
import type { Logger } from '#server/logger.ts'
import { astroBuild, type BuildPages, canBuildIn } from '#server/publishing/build/astro-build.ts'
import { removePicturesSince } from '#server/publishing/build/picture-cache.ts'
import { type BuildRequest, buildRequestIn } from '#server/publishing/publish/build-request.ts'
import {
  publishByDeployHook,
  publishWithoutBuilder,
} from '#server/publishing/publish/deploy-hook.ts'
import { publishByOwnBuild } from '#server/publishing/publish/own-build.ts'
import type { Publish } from '#server/publishing/publish/publication.ts'
import {
  createPublisher,
  SYSTEM_TIMERS,
  type Timers,
} from '#server/publishing/publish/publisher.ts'
import {
  hasCurrentRelease,
  readCurrentRelease,
  removeCurrentRelease,
} from '#server/publishing/releases/current-release.ts'
import { createLive, type Live } from '#server/publishing/releases/live.ts'
import { openBuild } from '#server/publishing/releases/open-build.ts'
import {
  openReleases,
  releaseNameOf,
  removeUnusedReleases,
} from '#server/publishing/releases/releases.ts'
import { rollbackWatcher } from '#server/publishing/releases/watch-rollback.ts'

/** The source tree that this file is part of. */
const ROOT = resolve(import.meta.dirname, '../../..')
/** How soon a request or a rollback by an operator's command takes effect. */
export const POLL_MS = 1_000
/** For releases that a running request still used when they were replaced. */
const CLEAN_UP_MS = 60_000

export type PublishingOptions = {
  readonly env: PublishingEnv
  readonly buildDir: string
  readonly content: ContentEnv
  /** The environment that a build takes its variables from. */
  readonly source: Source
  readonly logger: Logger
  /** Replaces Astro's build in tests. */
  readonly build?: BuildPages
  readonly timers?: Timers
}

export type Publishing = {
  readonly live: Live
  /** Requests a build durably; throws when the disk refuses. */
  request(): void
  /** Continues unfinished requests of the last run; `onPublished` is called after each publication. */
  start(onPublished: () => void): void
  stop(): Promise<void>
}

type Builder = 'deploy-hook' | 'own' | 'none'

function builderOf({ env, build }: PublishingOptions): Builder {
  if (env.deployHookUrl !== undefined) return 'deploy-hook'
  return build !== undefined || canBuildIn(ROOT) ? 'own' : 'none'
}

/**
 * Publishing from end to end: the webhook calls `request`, which writes the build request to the disk; the publisher
 * debounces requests and starts one build at a time; the new release is checked and shown. With DEPLOY_HOOK_URL a
 * hosting service builds instead.
 */
export function openPublishing(options: PublishingOptions): Publishing {
  const { env, logger } = options
  const builder = builderOf(options)
  const buildsItself = builder === 'own'
  const first = openBuild(options.buildDir)
  const live = buildsItself ? openReleases(env.releasesDir, first, logger) : createLive(first)
  const buildRequest = buildsItself
    ? buildRequestIn(env.releasesDir)
    : toleratingWriteErrors(buildRequestIn(env.releasesDir), logger)
  const status = publishingStatusGateway(options.content, env.writeToken, logger)
  let onPublished = () => {}
  const publish = publishBy(builder, options, live)
  const publisher = createPublisher({
    publish: async (stop) => {
      const published = await publish(stop)
      if (published.result === 'done') onPublished()
      return published
    },
    buildRequest,
    status,
    logger,
    timers: options.timers ?? SYSTEM_TIMERS,
    clock: () => new Date(),
  })
  const followRollback = buildsItself ? rollbackWatcher(env.releasesDir, live, logger) : () => {}
  const cleanUp = () => {
    // The release that is being built is not in use yet and would be removed.
    if (buildsItself && !publisher.isBuilding)
      void removeUnusedReleases(env.releasesDir, live, logger)
  }
  const intervals: NodeJS.Timeout[] = []
  return {
    live,
    request: publisher.request,
    start(then) {
      onPublished = then
      if (buildsItself) repair(options, live, buildRequest.writtenAt(), publisher.request)
      cleanUp()
      publisher.resume()
      if (buildRequest.writtenAt() === undefined) {
        void status.tell({ state: 'live', at: new Date() })
      }
      const poll = () => {
        publisher.resume()
        followRollback()
      }
      intervals.push(setInterval(poll, POLL_MS), setInterval(cleanUp, CLEAN_UP_MS))
    },
    async stop() {
      for (const interval of intervals) clearInterval(interval)
      await publisher.stop()
    },
  }
}

function publishBy(builder: Builder, options: PublishingOptions, live: Live): Publish {
  const { env, source, logger } = options
  const now = () => new Date()
  if (env.deployHookUrl !== undefined) {
    return publishByDeployHook(deployHookGateway(env.deployHookUrl), logger, now)
  }
  if (builder === 'none') return publishWithoutBuilder(logger)
  const { releasesDir, dataDir } = env
  const logFile = join(resolve(releasesDir), 'build.log')
  return publishByOwnBuild({
    live,
    releasesDir,
    logger,
    now,
    build: options.build ?? astroBuild({ root: ROOT, source, logFile }),
    removePicturesSince: (sinceMs) => removePicturesSince(dataDir, sinceMs),
  })
}

/**
 * Cleans up after the last run: removes pictures of a killed build, and requests a build when the current release
 * cannot be shown or belongs to another first build, which is older than what was published since.
 */
function repair(
  { env, logger }: PublishingOptions,
  live: Live,
  pendingSinceMs: number | undefined,
  request: () => void,
): void {
  if (pendingSinceMs !== undefined) removePicturesSince(env.dataDir, pendingSinceMs)
  const current = readCurrentRelease(env.releasesDir)
  const isOurs = current?.base === live.first.manifest.id
  const isShown = isOurs && current.live === releaseNameOf(live, live.current)
  if (isShown || !hasCurrentRelease(env.releasesDir)) return
  try {
    request()
    if (!isOurs) removeCurrentRelease(env.releasesDir)
  } catch (error) {
    logger.error({ error: (error as NodeJS.ErrnoException).code }, 'cannot store build request')
  }
}

/** Where a hosting service builds, a request need not survive a restart: an unwritable disk is only logged. */
function toleratingWriteErrors(buildRequest: BuildRequest, logger: Logger): BuildRequest {
  return {
    ...buildRequest,
    write() {
      try {
        return buildRequest.write()
      } catch (error) {
        logger.warn({ error: (error as NodeJS.ErrnoException).code }, 'cannot store build request')
        return ''
      }
    },
  }
}
