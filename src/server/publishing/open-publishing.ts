import { join, resolve } from 'node:path'
import type { ContentEnv, PublishingEnv } from '#server/config/env.ts'
import type { Source } from '#server/config/env-variables.ts'
import { deployHookGateway } from '#server/gateways/deploy-hook.ts'
import { publishedDocumentsGateway } from '#server/gateways/published-documents.ts'
import {
  type PublishingStatusGateway,
  publishingStatusGateway,
} from '#server/gateways/publishing-status.ts'
import { redirectsGateway } from '#server/gateways/redirects.ts'
import type { Logger } from '#server/logger.ts'
import { astroBuild, type BuildPages, canBuildIn } from '#server/publishing/build/astro-build.ts'
import { distrustBundles } from '#server/publishing/build/kept-bundles.ts'
import { removePicturesSince } from '#server/publishing/build/picture-cache.ts'
import { contentFaultsOf } from '#server/publishing/content/good-content.ts'
import { type GoodKeeper, goodKeeper } from '#server/publishing/content/good-keeper.ts'
import { type BuildRequest, buildRequestIn } from '#server/publishing/publish/build-request.ts'
import { catchUp } from '#server/publishing/publish/catch-up.ts'
import {
  publishByDeployHook,
  publishWithoutBuilder,
} from '#server/publishing/publish/deploy-hook.ts'
import { keepUp } from '#server/publishing/publish/keep-up.ts'
import { publishByOwnBuild } from '#server/publishing/publish/own-build.ts'
import { liveStatus, type Publish } from '#server/publishing/publish/publication.ts'
import {
  createPublisher,
  type Publisher,
  SYSTEM_TIMERS,
  type Timers,
} from '#server/publishing/publish/publisher.ts'
import { type RollbackHold, rollbackHold } from '#server/publishing/publish/rollback-hold.ts'
import { STATUS_MESSAGES } from '#server/publishing/publish/status-messages.ts'
import { storeLeftAddresses } from '#server/publishing/publish/store-redirects.ts'
import { timedChanges } from '#server/publishing/publish/timed-changes.ts'
import {
  hasCurrentRelease,
  readCurrentRelease,
  removeCurrentRelease,
} from '#server/publishing/releases/current-release.ts'
import { createLive, type Live } from '#server/publishing/releases/live.ts'
import type { Manifest } from '#server/publishing/releases/manifest.ts'
import { openBuild } from '#server/publishing/releases/open-build.ts'
import {
  newestManifestOf,
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

const clock = () => new Date()

/**
 * Publishing from end to end: the webhook calls `request`, which writes the build request to the disk; the publisher
 * debounces requests and starts one build at a time; the new release is checked and shown. With DEPLOY_HOOK_URL a
 * hosting service builds instead.
 */
export function openPublishing(options: PublishingOptions): Publishing {
  const { env, logger, timers = SYSTEM_TIMERS } = options
  const builder = builderOf(options)
  const buildsItself = builder === 'own'
  const first = openBuild(options.buildDir)
  const live = buildsItself ? openReleases(env.releasesDir, first, logger) : createLive(first)
  const buildRequest = buildsItself
    ? buildRequestIn(env.releasesDir)
    : toleratingWriteErrors(buildRequestIn(env.releasesDir), logger)
  const status = publishingStatusGateway(options.content, env.writeToken, logger)
  const storeRedirects = redirectStore(builder, options)
  let onPublished = () => {}
  const keeper = keeperOf(options)
  const publish = publishBy(builder, options, live, keeper)
  const publisher = createPublisher({
    publish: async (stop) => {
      const published = await publish(stop)
      if (published.result === 'done') {
        onPublished()
        // The record before the state: editors must never read 'live' with the record of another release.
        void status.record(live.current.manifest)
        storeRedirects()
      }
      return published
    },
    buildRequest,
    status,
    logger,
    timers,
    clock,
  })
  const tellLive = liveReport(env.releasesDir, live, status, clock)
  const newest = buildsItself
    ? newestManifestOf(env.releasesDir, live)
    : () => live.current.manifest
  const { check, followTimes, rollback } = quietChanges(options, newest, publisher)
  const followRollback = buildsItself
    ? followRollbacks(options, live, keeper, tellLive, rollback)
    : () => {}
  // A release that is being built is not in use yet and would be removed.
  const cleanUp = () =>
    buildsItself &&
    !publisher.isBuilding &&
    void removeUnusedReleases(env.releasesDir, live, logger)
  // Without a webhook secret this server publishes nothing.
  const publishes = env.webhookSecret !== undefined
  let stopPolling = () => {}
  let stopKeepingUp = () => {}
  return {
    live,
    request: publisher.request,
    start(then) {
      onPublished = then
      if (buildsItself) repair(options, live, keeper, buildRequest.writtenAt(), publisher.request)
      cleanUp()
      publisher.resume()
      storeRedirects()
      if (publishes) stopKeepingUp = keepUp({ check, status, tellLive, timers, clock })
      const checks = [publisher.resume, followRollback, ...(publishes ? [followTimes] : [])]
      stopPolling = atIntervals(checks, cleanUp)
    },
    async stop() {
      stopKeepingUp()
      stopPolling()
      await Promise.all([publisher.stop(), keeper.stop()])
    },
  }
}

const keeperOf = ({ env, content, logger }: PublishingOptions): GoodKeeper =>
  goodKeeper({ releasesDir: env.releasesDir, apiHost: content.apiHost, logger })

/** Polls until the returned function is called. */
function atIntervals(checks: readonly (() => void)[], cleanUp: () => void): () => void {
  const poll = () => {
    for (const check of checks) check()
  }
  const intervals = [setInterval(poll, POLL_MS), setInterval(cleanUp, CLEAN_UP_MS)]
  return () => {
    for (const interval of intervals) clearInterval(interval)
  }
}

/** Checks for changes without a webhook: missed webhooks, and documents that appear or disappear at a set time. */
function quietChanges(
  { env, content, logger }: PublishingOptions,
  newest: () => Manifest,
  publisher: Publisher,
) {
  const { request } = publisher
  const isPending = () => publisher.isPending
  const readPublished = publishedDocumentsGateway(content)
  const rollback = rollbackHold(env.releasesDir, readPublished, logger)
  return {
    rollback,
    check: catchUp({ readPublished, newest, isPending, request, rollback, logger }),
    followTimes: timedChanges({ newest, request, isHeld: rollback.isHeld, clock, logger }),
  }
}

/** Stores former addresses of documents as redirects, which editors can change. */
function redirectStore(builder: Builder, { env, content, logger }: PublishingOptions): () => void {
  const store = redirectsGateway(content, env.writeToken, logger)
  return () => {
    if (builder === 'own') void storeLeftAddresses(env.releasesDir, store)
  }
}

/** Reports to editors that the release is live, what it was built from, and whether an operator has chosen it. */
const liveReport =
  (releasesDir: string, live: Live, status: PublishingStatusGateway, clock: () => Date) => () => {
    const isEarlier = readCurrentRelease(releasesDir)?.rolledBack === true
    const message = isEarlier ? { message: STATUS_MESSAGES.rolledBack } : {}
    void status.record(live.current.manifest)
    void status.tell({ ...liveStatus(contentFaultsOf(live.current.dir)), at: clock(), ...message })
  }

function publishBy(
  builder: Builder,
  options: PublishingOptions,
  live: Live,
  keeper: GoodKeeper,
): Publish {
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
    onLive: () => keeper.keep(live.current.dir),
    removePicturesSince: (sinceMs) => removePicturesSince(dataDir, sinceMs),
    distrustBundles: () => distrustBundles(dataDir),
  })
}

/**
 * Cleans up after the last run: removes pictures of a killed build, and requests a build when the current release
 * cannot be shown or belongs to another first build, which is older than what was published since.
 */
function repair(
  { env, logger }: Pick<PublishingOptions, 'env' | 'logger'>,
  live: Live,
  keeper: GoodKeeper,
  pendingSinceMs: number | undefined,
  request: () => void,
): void {
  if (pendingSinceMs !== undefined) removePicturesSince(env.dataDir, pendingSinceMs)
  const current = readCurrentRelease(env.releasesDir)
  const isOurs = current?.base === live.first.manifest.id
  const isShown = isOurs && current.live === releaseNameOf(live, live.current)
  if (isShown || !hasCurrentRelease(env.releasesDir)) {
    // The last process may have been killed after the switch to its release and before its content was stored.
    keeper.keep(live.current.dir)
    return
  }
  try {
    request()
    if (!isOurs) removeCurrentRelease(env.releasesDir)
  } catch (error) {
    logger.error({ error: (error as NodeJS.ErrnoException).code }, 'cannot store build request')
  }
}

/** After a rollback the content of the restored release counts as good, not that of the newer one. */
const followRollbacks = (
  options: PublishingOptions,
  live: Live,
  keeper: GoodKeeper,
  tellLive: () => void,
  rollback: RollbackHold,
) =>
  rollbackWatcher(options.env.releasesDir, live, options.logger, () => {
    keeper.keep(live.current.dir)
    tellLive()
    void rollback.noticed()
  })

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
