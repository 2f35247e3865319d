import { basename } from 'node:path'
import type { PublishedDocument } from '#content/rules/release-record.ts'
import type { BuildPages, BuildWay, Built } from '#content/server/publishing/build/astro-build.ts'
import { type BuildCause, causeOfError } from '#content/server/publishing/build/log-cause.ts'
import {
  type ExclusionStore,
  exclusionStore,
} from '#content/server/publishing/content/excluded-documents.ts'
import { contentFaultsOf } from '#content/server/publishing/content/good-content.ts'
import {
  type ExclusionOptions,
  mayBeContent,
  publishWithoutCulprits,
  type Tried,
} from '#content/server/publishing/publish/exclude-culprits.ts'
import {
  liveStatus,
  type Publish,
  type Published,
  publicationFailed,
  STATUS_MESSAGES,
} from '#content/server/publishing/publish/publication.ts'
import { findBuildFault } from '#content/server/publishing/releases/check-build.ts'
import {
  readCurrentRelease,
  writeCurrentRelease,
} from '#content/server/publishing/releases/current-release.ts'
import { syncFiles } from '#content/server/publishing/releases/durable-file.ts'
import type { Live } from '#content/server/publishing/releases/live.ts'
import { type Build, openBuild } from '#content/server/publishing/releases/open-build.ts'
import { redirectLeftAddresses } from '#content/server/publishing/releases/redirects.ts'
import {
  newReleaseName,
  releaseFolder,
  releaseNameOf,
  removeRelease,
  removeUnusedReleases,
} from '#content/server/publishing/releases/releases.ts'
import { causeOf } from '#core/server/cause.ts'
import type { Logger } from '#core/server/logger.ts'

export type LocalBuildOptions = {
  readonly live: Live
  readonly releasesDir: string
  readonly build: BuildPages
  /** Reads the published documents with their revisions. */
  readonly readPublished: () => Promise<readonly PublishedDocument[]>
  /** Called after the switch to the new release. */
  readonly onLive: () => void
  /** Removes cached pictures written since then: a killed build may have left them half written. */
  readonly removePicturesSince: (sinceMs: number) => void
  /** Called when pages made with reused bundles were refused twice, and the pages of a full build were not. */
  readonly invalidateBundles: () => void
  readonly logger: Logger
  readonly now: () => Date
}

function buildFailed(built: Built & { ok: false }, at: Date): Published {
  const { cause, fault, why } = built
  if (cause === 'stopped') return { result: 'stopped' }
  if (fault !== undefined) {
    return {
      result: 'failed',
      kind: 'document',
      status: { state: 'failed', message: STATUS_MESSAGES.content(fault), fault },
    }
  }
  return cause === 'too-slow'
    ? publicationFailed('retry', STATUS_MESSAGES.slow(at), 'too-slow')
    : publicationFailed('retry', STATUS_MESSAGES.failed(at), why?.kind ?? 'unknown')
}

/** What became of one build, and whether it used the bundles of an earlier one. */
type Attempt = Tried & { readonly reused: boolean }

/** A network that failed once, or a file that was damaged, is not a reason to give kept bundles up: a full build keeps new ones. */
const WRONG_IN_A_ROW = 2

/**
 * Publishes by building a new release beside the live one, checking it, and switching to it. Any failure leaves the
 * live release as it was. A build with kept bundles that fails is followed immediately by a full one. When that fails too, the
 * changed documents that make it fail are excluded, and the rest is published.
 */
export function publishByLocalBuild(options: LocalBuildOptions): Publish {
  const { logger } = options
  let wrongInARow = 0
  const attemptTwice = async (stop: AbortSignal): Promise<Attempt> => {
    const first = await attempt(options, stop, 'reuse')
    const { published, reused } = first
    if (published.result === 'done') wrongInARow = 0
    if (!reused || published.result !== 'retry' || stop.aborted) return first
    logger.warn('a build with kept bundles failed: building in full')
    const again = await attempt(options, stop, 'full')
    if (again.published.result === 'done') wrongInARow += 1
    if (wrongInARow === WRONG_IN_A_ROW) invalidate(options)
    return again
  }
  return async (stop) => {
    const store = exclusionStore(options.releasesDir, options.live.first.manifest.code)
    forgetTrial(store, logger)
    const { published, pages } = await attemptTwice(stop)
    if (published.result !== 'retry' || !mayBeContent(published) || stop.aborted) return published
    const without = await publishWithoutCulprits(searchWith(options, store, stop), pages)
    return stop.aborted ? { result: 'stopped' } : (without ?? published)
  }
}

/** Each build of the search is published when it succeeds. A rollback by an operator ends the search. */
function searchWith(
  options: LocalBuildOptions,
  store: ExclusionStore,
  stop: AbortSignal,
): ExclusionOptions {
  const { live, logger, readPublished, releasesDir } = options
  const current = () => readCurrentRelease(releasesDir)?.live
  let release = current()
  return {
    store,
    logger,
    readPublished,
    live: live.current.manifest,
    mayGoOn: () => !stop.aborted && current() === release,
    async publish() {
      const tried = await attempt(options, stop, 'reuse')
      if (tried.published.status?.message === undefined) release = current()
      return tried
    },
  }
}

/** A search may have been interrupted: only what it confirmed stays excluded. */
function forgetTrial(store: ExclusionStore, logger: Logger): void {
  try {
    store.confirm([])
  } catch (error) {
    logger.warn({ error: causeOf(error) }, 'cannot change what is held back')
  }
}

function invalidate({ invalidateBundles, logger }: LocalBuildOptions): void {
  logger.error('pages made with kept bundles are wrong: publications are built in full from now on')
  try {
    invalidateBundles()
  } catch (error) {
    logger.warn({ error: causeOf(error) }, 'cannot remove kept bundles')
  }
}

async function attempt(
  options: LocalBuildOptions,
  stop: AbortSignal,
  way: BuildWay,
): Promise<Attempt> {
  const { live, releasesDir, logger, now } = options
  const name = newReleaseName(now())
  const folder = releaseFolder(releasesDir, name)
  const startedMs = now().getTime()
  const liveBefore = readCurrentRelease(releasesDir)?.live
  logger.info({ release: name }, 'build started')
  let published: Published
  let reused = false
  let why: BuildCause | undefined
  try {
    const built = await options.build(folder, stop, way)
    reused = built.reused === true
    why = built.ok ? undefined : built.why
    // A full disk or a kill may have left a picture half written.
    if (!built.ok && built.fault === undefined) options.removePicturesSince(startedMs)
    if (!built.ok && built.fault) logger.warn({ release: name, ...built.fault }, 'content fault')
    published = built.ok ? await release(options, folder, liveBefore) : buildFailed(built, now())
    // Visitors have the release already; the build request stays until its files survive a power cut.
    if (live.isInUse(folder)) await syncFiles(folder)
  } catch (error) {
    why = causeOfError(error)
    logger.error({ release: name, error: causeOf(error) }, 'publication failed')
    published = publicationFailed('retry', STATUS_MESSAGES.failed(now()), why.kind)
  }
  if (!live.isInUse(folder)) await removeRelease(folder, logger)
  const ms = now().getTime() - startedMs
  const { result, kind } = published
  const failure = kind && { kind, code: why?.code, pages: why?.pages }
  logger.info({ release: name, result, reused, ms, ...failure }, 'publication ended')
  return { published, reused, pages: why?.pages ?? [] }
}

/** False when an operator rolled back during the build: the new release must not undo that. */
const isStillLive = (releasesDir: string, liveBefore: string | undefined) =>
  readCurrentRelease(releasesDir)?.live === liveBefore

async function release(
  options: LocalBuildOptions,
  folder: string,
  liveBefore: string | undefined,
): Promise<Published> {
  const { live, releasesDir, logger } = options
  let build: Build
  try {
    redirectLeftAddresses(releasesDir, live.current.manifest, folder)
    build = openBuild(folder)
  } catch {
    return publicationFailed(
      'retry',
      STATUS_MESSAGES.checkFailed('its files are not complete'),
      'check',
    )
  }
  if (build.manifest.code !== live.first.manifest.code) {
    logger.error('the code has changed since the process started: restart it')
    return publicationFailed('failed', STATUS_MESSAGES.otherCode, 'program')
  }
  const fault = await findBuildFault(build, live.current)
  if (fault !== undefined) {
    logger.error({ release: basename(folder), fault }, 'the new build failed its check')
    return publicationFailed('retry', STATUS_MESSAGES.checkFailed(fault), 'check')
  }
  if (!isStillLive(releasesDir, liveBefore)) {
    return { result: 'done', status: { state: 'live', message: STATUS_MESSAGES.rolledBack } }
  }
  const previous = releaseNameOf(live, live.current)
  writeCurrentRelease(releasesDir, {
    base: live.first.manifest.id,
    baseDir: live.first.dir,
    live: basename(folder),
    previous,
  })
  live.switchTo(build)
  options.onLive()
  await removeUnusedReleases(releasesDir, live, logger)
  const faults = contentFaultsOf(folder)
  for (const fault of faults) logger.warn({ release: basename(folder), ...fault }, 'content fault')
  return { result: 'done', status: liveStatus(faults) }
}
