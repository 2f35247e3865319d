import type { IdentifiedSanityDocumentStub } from '@sanity/client'
import type { ContentFault, PublishedFault } from '#content/rules/content-fault.ts'
import type { ReleaseRecord } from '#content/rules/release-record.ts'
import type { PublishingState } from '#core/rules/publishing-status.ts'
import { causeOf } from '#core/server/cause.ts'
import type { ContentEnv } from '#core/server/config/env.ts'
import { lakeClient } from '#core/server/gateways/content-lake.ts'
import type { Logger } from '#core/server/logger.ts'
import { PUBLISHING_STATUS_ID, RELEASE_RECORD_ID } from '#shared/content-lake.ts'

/** The state of a publication, for editors. `at` is when the state began. */
export type PublishingStatus = {
  readonly state: PublishingState
  readonly at: Date
  /** Text for editors. */
  readonly message?: string
  /** Set when the content made a build fail: the Studio links to the document. */
  readonly fault?: ContentFault
  /** The duration of the previous build in milliseconds, as an estimate for this one. */
  readonly expectedMs?: number
  /** Documents that the live build shows in an earlier version, or not at all. */
  readonly faults?: readonly PublishedFault[]
}

/**
 * Reports the state of the website to editors. Writes happen in the order of the calls. No function throws: a failure is
 * logged, and the next call writes the latest record and state that could not be written. */
export type PublishingStatusGateway = {
  tell(status: PublishingStatus): Promise<void>
  /** Reports what the running release was built from. */
  record(release: ReleaseRecord): Promise<void>
  /** Reports that the website still runs, with the last state. */
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
  const client = lakeClient({ ...env, token: writeToken }, { timeout: TIME_OUT_MS, maxRetries: 1 })
  /** Pending writes, the record first: editors must never read 'live' with the record of another release. */
  const waiting: { record?: ReleaseRecord; state?: PublishingStatus } = {}
  let last: Promise<unknown> = Promise.resolve()
  const inOrder = (write: () => Promise<unknown>) => {
    last = last.then(write)
    return last.then(() => undefined)
  }
  /** Returns whether the write succeeded. */
  const attempt = (what: string, write: Promise<unknown>): Promise<boolean> =>
    write.then(
      () => true,
      (error: unknown) => {
        logger.warn({ what, error: causeOf(error) }, 'the publishing status could not be written')
        return false
      },
    )
  const replace = (what: string, document: IdentifiedSanityDocumentStub) =>
    attempt(what, client.createOrReplace(document, { visibility: 'async' }))
  const writeRecord = async () => {
    const { record } = waiting
    if (record === undefined) return
    const isWritten = await replace('record', recordDocument(record))
    if (isWritten && waiting.record === record) delete waiting.record
  }
  /** Writes the state. `seenAt`: when the website last ran. */
  const writeState = async (seenAt?: Date) => {
    const { state } = waiting
    if (state === undefined) return
    const isWritten = await replace(state.state, stateDocument(state, seenAt ?? state.at))
    if (isWritten && waiting.state === state) delete waiting.state
  }
  return {
    tell(status) {
      waiting.state = status
      return inOrder(async () => {
        await writeRecord()
        await writeState()
      })
    },
    record(release) {
      waiting.record = release
      return inOrder(writeRecord)
    },
    seen: (at) =>
      inOrder(async () => {
        await writeRecord()
        if (waiting.state !== undefined) return writeState(at)
        const seenAt = at.toISOString()
        await attempt('seen', client.patch(PUBLISHING_STATUS_ID).set({ seenAt }).commit())
      }),
  }
}

function stateDocument({ at, faults, ...status }: PublishingStatus, seenAt: Date) {
  // Sanity requires a `_key` on the items of arrays.
  const list = faults?.map((fault, index) => ({ _key: `fault-${index}`, ...fault }))
  return {
    _id: PUBLISHING_STATUS_ID,
    _type: STATUS_TYPE,
    ...status,
    ...(list && { faults: list }),
    at: at.toISOString(),
    seenAt: seenAt.toISOString(),
  }
}

const recordDocument = ({ documents }: ReleaseRecord) => ({
  _id: RELEASE_RECORD_ID,
  _type: RECORD_TYPE,
  documents: documents.map((document) => ({ _key: document.id, ...document })),
})
