import { basename } from 'node:path'
import type { DeployHook } from '#server/gateways/deploy-hook.ts'
import type { PublishingStatus } from '#server/gateways/publishing-status.ts'
import type { Logger } from '#server/logger.ts'
import type { BuildPages, Built } from '#server/publishing/astro-build.ts'
import { type Build, openBuild } from '#server/publishing/build.ts'
import { faultOf } from '#server/publishing/check.ts'
import { syncFiles } from '#server/publishing/durable-file.ts'
import type { Live } from '#server/publishing/live.ts'
import { readPointer, writePointer } from '#server/publishing/pointer.ts'
import { folderOf, nameOf, newName, prune, removeRelease } from '#server/publishing/releases.ts'
import type { Ending } from '#server/publishing/schedule.ts'
import { contentFault, STATUS_MESSAGES } from '#server/publishing/status-messages.ts'

/** How one publication ended, and what staff are told of it; nothing when it was stopped with the process. */
export type Published = {
  readonly ending: Ending | 'stopped'
  readonly status?: Pick<PublishingStatus, 'state' | 'message'>
}

/** One way from the content to the public pages. Never throws. */
export type Publish = (stop: AbortSignal) => Promise<Published>

export type SelfHosted = {
  readonly live: Live
  readonly releasesDir: string
  readonly build: BuildPages
  /** Forgets pictures that a killed build may have left half written since then. */
  readonly forgetPictures: (since: number) => void
  readonly logger: Logger
  readonly now: () => Date
}

const failed = (ending: 'failed' | 'later', message: string): Published => ({
  ending,
  status: { state: 'failed', message },
})

function buildFailed(built: Built & { ok: false }, at: Date): Published {
  if (built.cause === 'stopped') return { ending: 'stopped' }
  const fault = contentFault(built.output)
  if (fault !== undefined) return failed('failed', STATUS_MESSAGES.content(fault))
  return failed(
    'later',
    built.cause === 'too-slow' ? STATUS_MESSAGES.slow(at) : STATUS_MESSAGES.failed(at),
  )
}

/** Builds beside the live files, looks at the result, and shows it; whatever fails leaves the live site as it was. */
export function selfHosted(options: SelfHosted): Publish {
  const { live, releasesDir, logger, now } = options
  return async (stop) => {
    const name = newName(now())
    const folder = folderOf(releasesDir, name)
    const started = now().getTime()
    const before = readPointer(releasesDir)
    logger.info({ release: name }, 'the pages are being built')
    let published: Published
    try {
      const built = await options.build(folder, stop)
      // A full disk, or whoever killed it, may have left a picture half written.
      if (!built.ok && contentFault(built.output) === undefined) options.forgetPictures(started)
      published = built.ok ? await show(options, folder, before?.live) : buildFailed(built, now())
      // Visitors have it by now; the notice stays until no power cut can take it back.
      if (live.isInUse(folder)) await syncFiles(folder)
    } catch (error) {
      logger.error({ release: name, error: (error as Error).name }, 'a publication failed')
      published = failed('later', STATUS_MESSAGES.failed(now()))
    }
    if (!live.isInUse(folder)) await removeRelease(folder, logger)
    const ms = now().getTime() - started
    logger.info({ release: name, ending: published.ending, ms }, 'the publication has ended')
    return published
  }
}

/** Whether nobody chose another release meanwhile: a rollback by an operator is not undone by a build that ran already. */
const isStill = (releasesDir: string, liveBefore: string | undefined) =>
  readPointer(releasesDir)?.live === liveBefore

async function show(
  options: SelfHosted,
  folder: string,
  liveBefore: string | undefined,
): Promise<Published> {
  const { live, releasesDir, logger } = options
  let build: Build
  try {
    build = openBuild(folder)
  } catch {
    return failed('later', STATUS_MESSAGES.notWhole('its files are not complete'))
  }
  if (build.manifest.code !== live.first.manifest.code) {
    logger.error('the code has changed since the process started: restart it')
    return failed('failed', STATUS_MESSAGES.otherCode)
  }
  const fault = await faultOf(build, live.current)
  if (fault !== undefined) {
    logger.error({ release: basename(folder), fault }, 'a build did not pass its check')
    return failed('later', STATUS_MESSAGES.notWhole(fault))
  }
  if (!isStill(releasesDir, liveBefore)) {
    return { ending: 'done', status: { state: 'live', message: STATUS_MESSAGES.rolledBack } }
  }
  const previous = nameOf(live, live.current)
  writePointer(releasesDir, {
    base: live.first.manifest.id,
    baseDir: live.first.dir,
    live: basename(folder),
    previous,
  })
  live.switchTo(build)
  await prune(releasesDir, live, logger)
  return { ending: 'done', status: { state: 'live' } }
}

/** Asks another service to build and deploy. */
export function byDeployHook(hook: DeployHook, logger: Logger, now: () => Date): Publish {
  return async (stop) => {
    const { ok, reason } = await hook.ask(stop)
    if (stop.aborted && !ok) return { ending: 'stopped' }
    if (ok)
      return { ending: 'done', status: { state: 'building', message: STATUS_MESSAGES.handedOver } }
    logger.error({ reason }, 'the deploy hook did not answer as it should')
    return failed('later', STATUS_MESSAGES.hookFailed(now()))
  }
}

/** Where neither is possible: the content is safe, the pages stay, and staff hear of it. */
export function cannotBuild(logger: Logger): Publish {
  return () => {
    logger.error('no build is possible here and DEPLOY_HOOK_URL is not set')
    return Promise.resolve(failed('failed', STATUS_MESSAGES.cannotBuild))
  }
}
