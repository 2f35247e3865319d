import type { DeployHook } from '#content/server/gateways/deploy-hook.ts'
import { type Publish, publicationFailed } from '#content/server/publishing/publish/publication.ts'
import { STATUS_MESSAGES } from '#content/server/publishing/publish/status-messages.ts'
import type { Logger } from '#core/server/logger.ts'

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
