import { createClient } from '@sanity/client'
import type { ContentFault, PublishedFault } from '#domain/content-fault.ts'
import type { PublishingState } from '#domain/publishing-status.ts'
import type { ReleaseRecord } from '#domain/release-record.ts'
import type { ContentEnv } from '#server/config/env.ts'
import type { Logger } from '#server/logger.ts'
import {
  PUBLISHING_STATUS_ID,
  RELEASE_RECORD_ID,
  SANITY_API_VERSION,
} from '#shared/content-lake.ts'

/** The state of a publication, for editors. `at` is when the state began. */
export type PublishingStatus = {
  readonly state: PublishingState
  readonly at: Date
  /** Text for editors. */
  readonly message?: string
  /** Set when the content made a build fail: the Studio links to the document. */
  readonly fault?: ContentFault
  /** How long the build may take, by the one before, in milliseconds. */
  readonly expectedMs?: number
  /** Of the live build: documents that it shows in their former version, or not at all. */
  readonly faults?: readonly PublishedFault[]
}

/** What editors read about the website. Every function writes in the order of the calls and never throws: failures are logged. */
export type PublishingStatusGateway = {
  tell(status: PublishingStatus): Promise<void>
  /** Says what the running release was built from. */
  record(release: ReleaseRecord): Promise<void>
  /** Says that the website still runs, as it was told last. */
  seen(at: Date): Promise<void>
}

const STATUS_TYPE = 'sitePublishing'
const RECORD_TYPE = 'siteRelease'
const TIME_OUT_MS = 5_000

/**
 * Writes the documents `site.publishing` and `site.release` into the content lake; the Studio listens to them. An id with
 * a dot is not publicly readable. Without `writeToken` nothing is written.
 */
export function publishingStatusGateway(
  env: ContentEnv,
  writeToken: string | undefined,
  logger: Logger,
): PublishingStatusGateway {
  if (writeToken === undefined) {
    const nothing = () => Promise.resolve()
    return { tell: nothing, record: nothing, seen: nothing }
  }
  const client = clientOf(env, writeToken)
  let last = Promise.resolve()
  const inOrder = (what: string, write: () => Promise<unknown>) => {
    last = last.then(write).then(
      () => undefined,
      (error: { name?: string; statusCode?: number }) =>
        logger.warn(
          { what, error: error.name, status: error.statusCode },
          'the publishing status could not be written',
        ),
    )
    return last
  }
  return {
    tell: ({ at, faults, ...status }) =>
      inOrder(status.state, () => {
        const when = { at: at.toISOString(), seenAt: at.toISOString() }
        // Entries of lists have keys in Sanity's documents.
        const list = faults?.map((fault, index) => ({ _key: `fault-${index}`, ...fault }))
        const document = {
          _id: PUBLISHING_STATUS_ID,
          _type: STATUS_TYPE,
          ...status,
          ...(list && { faults: list }),
          ...when,
        }
        return client.createOrReplace(document, { visibility: 'async' })
      }),
    record: ({ documents }) =>
      inOrder('record', () => {
        const listed = documents.map((document) => ({ _key: document.id, ...document }))
        const document = { _id: RELEASE_RECORD_ID, _type: RECORD_TYPE, documents: listed }
        return client.createOrReplace(document, { visibility: 'async' })
      }),
    seen: (at) =>
      inOrder('seen', () =>
        client.patch(PUBLISHING_STATUS_ID).set({ seenAt: at.toISOString() }).commit(),
      ),
  }
}

const clientOf = (env: ContentEnv, token: string) =>
  createClient({
    projectId: env.projectId,
    dataset: env.dataset,
    apiVersion: SANITY_API_VERSION,
    useCdn: false,
    token,
    timeout: TIME_OUT_MS,
    maxRetries: 1,
    ...(env.apiHost === undefined ? {} : { apiHost: env.apiHost, useProjectHostname: false }),
  })
