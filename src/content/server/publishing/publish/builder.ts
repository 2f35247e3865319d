import { join, resolve } from 'node:path'
import { deployHookGateway } from '#content/server/gateways/deploy-hook.ts'
import { publishedDocumentsGateway } from '#content/server/gateways/published-documents.ts'
import { redirectsGateway } from '#content/server/gateways/redirects.ts'
import {
  astroBuild,
  type BuildPages,
  canBuildIn,
} from '#content/server/publishing/build/astro-build.ts'
import { invalidateBundles } from '#content/server/publishing/build/kept-bundles.ts'
import { removePicturesSince } from '#content/server/publishing/build/picture-cache.ts'
import type { LastGoodStore } from '#content/server/publishing/content/last-good-store.ts'
import {
  type BuildRequest,
  buildRequestIn,
} from '#content/server/publishing/publish/build-request.ts'
import {
  publishByDeployHook,
  publishWithoutBuilder,
} from '#content/server/publishing/publish/deploy-hook.ts'
import { publishByOwnBuild } from '#content/server/publishing/publish/own-build.ts'
import type { Publish } from '#content/server/publishing/publish/publication.ts'
import { SYSTEM_CLOCK, type Timers } from '#content/server/publishing/publish/publisher.ts'
import { storeLeftAddresses } from '#content/server/publishing/publish/store-redirects.ts'
import type { Live } from '#content/server/publishing/releases/live.ts'
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
  return publishByOwnBuild({
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
