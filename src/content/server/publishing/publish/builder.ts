import { join, resolve } from 'node:path'
import type { LeftAddress } from '#content/rules/redirects.ts'
import { type DeployHook, deployHookGateway } from '#content/server/gateways/deploy-hook.ts'
import { publishedDocumentsGateway } from '#content/server/gateways/published-documents.ts'
import { redirectsGateway } from '#content/server/gateways/redirects.ts'
import {
  astroBuild,
  type BuildPages,
  canBuildIn,
} from '#content/server/publishing/build/astro-build.ts'
import { removePicturesSince } from '#content/server/publishing/build/picture-cache.ts'
import { invalidateBundles } from '#content/server/publishing/build/reused-bundles.ts'
import type { LastGoodStore } from '#content/server/publishing/content/last-good-store.ts'
import {
  type BuildRequest,
  buildRequestIn,
} from '#content/server/publishing/publish/build-request.ts'
import { publishByLocalBuild } from '#content/server/publishing/publish/local-build.ts'
import {
  type Publish,
  publicationFailed,
  STATUS_MESSAGES,
} from '#content/server/publishing/publish/publication.ts'
import { SYSTEM_CLOCK, type Timers } from '#content/server/publishing/publish/publisher.ts'
import type { Live } from '#content/server/publishing/releases/live.ts'
import {
  readLeftAddresses,
  writeLeftAddresses,
} from '#content/server/publishing/releases/redirects.ts'
import { causeOf } from '#core/server/cause.ts'
import type { ContentEnv, PublishingEnv } from '#core/server/config/env.ts'
import type { Source } from '#core/server/config/env-variables.ts'
import type { Logger } from '#core/server/logger.ts'

/** The source tree that this file is part of. */
const ROOT = resolve(import.meta.dirname, '../../../../..')

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

export type Builder = 'deploy-hook' | 'own' | 'none'

/** What builds the site after a publication. */
export function builderOf({ env, build }: PublishingOptions): Builder {
  if (env.deployHookUrl !== undefined) return 'deploy-hook'
  return build !== undefined || canBuildIn(ROOT) ? 'own' : 'none'
}

/** How a publication is made. */
export function publishBy(
  builder: Builder,
  options: PublishingOptions,
  live: Live,
  lastGood: LastGoodStore,
): Publish {
  const { env, source, logger } = options
  if (env.deployHookUrl !== undefined) {
    return publishByDeployHook(deployHookGateway(env.deployHookUrl), logger, SYSTEM_CLOCK)
  }
  if (builder === 'none') return publishWithoutBuilder(logger)
  const { releasesDir, dataDir } = env
  const logFile = join(resolve(releasesDir), 'build.log')
  return publishByLocalBuild({
    live,
    releasesDir,
    logger,
    now: SYSTEM_CLOCK,
    build: options.build ?? astroBuild({ root: ROOT, source, logFile }),
    readPublished: publishedDocumentsGateway(options.content),
    onLive: () => lastGood.keep(live.current.dir),
    removePicturesSince: (sinceMs) => removePicturesSince(dataDir, sinceMs),
    invalidateBundles: () => invalidateBundles(dataDir),
  })
}

/** Stores former addresses of documents as redirects, which editors can change. */
export function redirectStore(
  builder: Builder,
  { env, content, logger }: PublishingOptions,
): () => void {
  const store = redirectsGateway(content, env.writeToken, logger)
  return () => {
    if (builder === 'own') void storeLeftAddresses(env.releasesDir, store)
  }
}

/** Where the request for a build is kept. */
export const requestOf = (builder: Builder, { env, logger }: PublishingOptions): BuildRequest =>
  builder === 'own'
    ? buildRequestIn(env.releasesDir)
    : toleratingWriteErrors(buildRequestIn(env.releasesDir), logger)

/** Where a hosting service builds, a request need not survive a restart: an unwritable disk is only logged. */
function toleratingWriteErrors(buildRequest: BuildRequest, logger: Logger): BuildRequest {
  return {
    ...buildRequest,
    write() {
      try {
        return buildRequest.write()
      } catch (error) {
        logger.warn({ error: causeOf(error) }, 'cannot store build request')
        return ''
      }
    },
  }
}

/** Publishes by asking a hosting service to build and deploy. */
export function publishByDeployHook(hook: DeployHook, logger: Logger, now: () => Date): Publish {
  return async (stop) => {
    const { ok, reason } = await hook.ask(stop)
    if (stop.aborted && !ok) return { result: 'stopped' }
    if (ok) {
      return { result: 'done', status: { state: 'building', message: STATUS_MESSAGES.handedOver } }
    }
    logger.error({ reason }, 'the deploy hook request failed')
    return publicationFailed('retry', STATUS_MESSAGES.hookFailed(now()), 'hosting')
  }
}

/** For a server that cannot build or call a deploy hook: every publication fails with a message for staff. */
export function publishWithoutBuilder(logger: Logger): Publish {
  return () => {
    logger.error('no build is possible here and DEPLOY_HOOK_URL is not set')
    return Promise.resolve(publicationFailed('failed', STATUS_MESSAGES.noBuilder, 'program'))
  }
}

/** Moves former addresses from the disk into the content lake. Those that the lake does not accept stay on the disk. */
export async function storeLeftAddresses(
  releasesDir: string,
  store: (addresses: readonly LeftAddress[]) => Promise<boolean>,
): Promise<void> {
  const addresses = readLeftAddresses(releasesDir)
  if (addresses.length === 0 || !(await store(addresses))) return
  // A publication may have added one in the meantime.
  const stored = new Set(addresses.map(({ from, id }) => `${from} ${id}`))
  const rest = readLeftAddresses(releasesDir).filter(({ from, id }) => !stored.has(`${from} ${id}`))
  writeLeftAddresses(releasesDir, rest)
}
