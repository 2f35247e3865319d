import { createClient } from '@sanity/client'
import type { ContentFault } from '#domain/content-fault.ts'
import type { PublishingState } from '#domain/publishing-status.ts'
import type { ContentEnv } from '#server/config/env.ts'
import type { Logger } from '#server/logger.ts'
import { PUBLISHING_STATUS_ID, SANITY_API_VERSION } from '#shared/content-lake.ts'

/** The state of a publication, for editors. `at` is when the state began. */
export type PublishingStatus = {
  readonly state: PublishingState
  readonly at: Date
  /** Text for editors. */
  readonly message?: string
  /** Set when the content made a build fail: the Studio links to the document. */
  readonly fault?: ContentFault
}

export type PublishingStatusGateway = {
  /** Writes the status, in the order of the calls. Never throws: failures are logged. */
  tell(status: PublishingStatus): Promise<void>
}

const TYPE = 'sitePublishing'
const TIME_OUT_MS = 5_000

/**
 * Writes the document `site.publishing` into the content lake; the Studio listens to it. An id with a dot is not
 * publicly readable. Without `writeToken` nothing is written.
 */
export function publishingStatusGateway(
  env: ContentEnv,
  writeToken: string | undefined,
  logger: Logger,
): PublishingStatusGateway {
  if (writeToken === undefined) return { tell: () => Promise.resolve() }
  const client = createClient({
    projectId: env.projectId,
    dataset: env.dataset,
    apiVersion: SANITY_API_VERSION,
    useCdn: false,
    token: writeToken,
    timeout: TIME_OUT_MS,
    maxRetries: 1,
    ...(env.apiHost === undefined ? {} : { apiHost: env.apiHost, useProjectHostname: false }),
  })
  const write = async ({ at, ...status }: PublishingStatus) => {
    const document = { _id: PUBLISHING_STATUS_ID, _type: TYPE, ...status, at: at.toISOString() }
    try {
      await client.createOrReplace(document, { visibility: 'async' })
    } catch (error) {
      const { name, statusCode } = error as { name?: string; statusCode?: number }
      logger.warn(
        { state: status.state, error: name, status: statusCode },
        'the publishing status could not be written',
      )
    }
  }
  let last = Promise.resolve()
  return {
    tell(status) {
      last = last.then(() => write(status))
      return last
    },
  }
}
