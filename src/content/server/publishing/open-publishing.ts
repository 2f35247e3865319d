import { publishedDocumentsGateway } from '#content/server/gateways/published-documents.ts'
import {
  type PublishingStatusGateway,
  publishingStatusGateway,
} from '#content/server/gateways/publishing-status.ts'
import { contentFaultsOf } from '#content/server/publishing/content/good-content.ts'
import {
  type LastGoodStore,
  lastGoodStore,
} from '#content/server/publishing/content/last-good-store.ts'
import {
  type Builder,
  builderOf,
  type PublishingOptions,
  publishBy,
  redirectStore,
  requestOf,
} from '#content/server/publishing/publish/builder.ts'
import {
  catchUp,
  startContentCheck,
  timedChanges,
} from '#content/server/publishing/publish/catch-up.ts'
import { noteFailing } from '#content/server/publishing/publish/failing-since.ts'
import {
  liveStatus,
  type Published,
  STATUS_MESSAGES,
} from '#content/server/publishing/publish/publication.ts'
import {
  createPublisher,
  type Publisher,
  SYSTEM_CLOCK,
  SYSTEM_TIMERS,
} from '#content/server/publishing/publish/publisher.ts'
import { repair } from '#content/server/publishing/publish/repair.ts'
import {
  type RollbackHold,
  rollbackHold,
  rollbackWatcher,
} from '#content/server/publishing/publish/rollback.ts'
import type { Publishing } from '#content/server/publishing/publishing.ts'
import { readCurrentRelease } from '#content/server/publishing/releases/current-release.ts'
import { createLive, type Live } from '#content/server/publishing/releases/live.ts'
import type { Manifest } from '#content/server/publishing/releases/manifest.ts'
import { oneBuilder } from '#content/server/publishing/releases/one-builder.ts'
import { openBuild } from '#content/server/publishing/releases/open-build.ts'
import {
  newestManifestOf,
  openReleases,
  removeUnusedReleases,
} from '#content/server/publishing/releases/releases.ts'

/** How soon a request or a rollback by an operator's command takes effect. */
export const POLL_MS = 1_000
/** For releases that a running request still used when they were replaced. */
const CLEAN_UP_MS = 60_000

/**
 * Publishing from end to end: the webhook calls `request`, which writes the build request to the disk; the publisher
 * debounces requests and starts one build at a time; the new release is checked and shown. With DEPLOY_HOOK_URL a
 * hosting service builds instead.
 */
export function openPublishing(options: PublishingOptions): Publishing {
  const builder = builderOf(options)
  const own = publishingBy(builder, options)
  return builder === 'own' ? oneBuilder(own, options, POLL_MS) : own
}

function publishingBy(builder: Builder, options: PublishingOptions): Publishing {
  const { env, logger, timers = SYSTEM_TIMERS } = options
  const buildsItself = builder === 'own'
  const first = openBuild(options.buildDir)
  const live = buildsItself ? openReleases(env.releasesDir, first, logger) : createLive(first)
  const buildRequest = requestOf(builder, options)
  const status = publishingStatusGateway(options.content, env.writeToken, logger)
  const storeRedirects = redirectStore(builder, options)
  let onPublished = () => {}
  const store = lastGoodStoreOf(options)
  const publish = publishBy(builder, options, live, store)
  const publisher = createPublisher({
    publish: async (stop) => {
      const published = await publish(stop)
      if (published.result !== 'stopped')
        noteFailing(env.releasesDir, published.kind, SYSTEM_CLOCK())
      if (isDone(published)) {
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
    clock: SYSTEM_CLOCK,
  })
  const tellLive = liveReport(env.releasesDir, live, status)
  const newest = buildsItself
    ? newestManifestOf(env.releasesDir, live)
    : () => live.current.manifest
  const { check, followTimes, rollback } = quietChanges(options, newest, publisher)
  const followRollback = buildsItself
    ? followRollbacks(options, live, store, tellLive, rollback)
    : () => {}
  // A release that is being built is not in use yet and would be removed.
  const cleanUp = () =>
    buildsItself &&
    !publisher.isBuilding &&
    void removeUnusedReleases(env.releasesDir, live, logger)
  // Without a webhook secret this server publishes nothing.
  const publishes = env.webhookSecret !== undefined
  let stopPolling = () => {}
  let stopCheck = () => {}
  return {
    live,
    request: publisher.request,
    start(then) {
      onPublished = then
      if (buildsItself) repair(options, live, store, buildRequest.writtenAt(), publisher.request)
      cleanUp()
      publisher.resume()
      storeRedirects()
      if (publishes)
        stopCheck = startContentCheck({ check, status, tellLive, timers, clock: SYSTEM_CLOCK })
      const checks = [publisher.resume, followRollback, ...(publishes ? [followTimes] : [])]
      stopPolling = atIntervals(checks, cleanUp)
    },
    async stop() {
      stopCheck()
      stopPolling()
      await Promise.all([publisher.stop(), store.stop()])
    },
  }
}

/** A search for documents at fault may end live, and go on later. */
const isDone = ({ result, status }: Published) => result === 'done' || status?.state === 'live'

const lastGoodStoreOf = ({ env, content, logger }: PublishingOptions): LastGoodStore =>
  lastGoodStore({ releasesDir: env.releasesDir, apiHost: content.apiHost, logger })

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
    followTimes: timedChanges({
      newest,
      request,
      isHeld: rollback.isHeld,
      clock: SYSTEM_CLOCK,
      logger,
    }),
  }
}

/** Reports to editors that the release is live, what it was built from, and whether an operator has chosen it. */
const liveReport = (releasesDir: string, live: Live, status: PublishingStatusGateway) => () => {
  const isEarlier = readCurrentRelease(releasesDir)?.rolledBack === true
  const message = isEarlier ? { message: STATUS_MESSAGES.rolledBack } : {}
  void status.record(live.current.manifest)
  void status.tell({
    ...liveStatus(contentFaultsOf(live.current.dir)),
    at: SYSTEM_CLOCK(),
    ...message,
  })
}

/** After a rollback the content of the restored release counts as good, not that of the newer one. */
const followRollbacks = (
  options: PublishingOptions,
  live: Live,
  store: LastGoodStore,
  tellLive: () => void,
  rollback: RollbackHold,
) =>
  rollbackWatcher(options.env.releasesDir, live, options.logger, () => {
    store.keep(live.current.dir)
    tellLive()
    void rollback.noticed()
  })
