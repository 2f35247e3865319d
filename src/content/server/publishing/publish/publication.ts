import type { PublishedFault } from '#content/rules/content-fault.ts'
import type { PublishingStatus } from '#content/server/gateways/publishing-status.ts'
import type { PublicationResult } from '#content/server/publishing/publish/schedule.ts'
import type { PublishingFailure } from '#core/rules/publishing-status.ts'

/** How one publication ended, and the status for staff; it has none when the process was stopped. */
export type Published = {
  readonly result: PublicationResult | 'stopped'
  /** Why it failed. */
  readonly kind?: PublishingFailure
  readonly status?: Pick<PublishingStatus, 'state' | 'message' | 'fault' | 'faults'>
}

/** Publishes the current content. Never throws. */
export type Publish = (stop: AbortSignal) => Promise<Published>

/** `retry` when a later try may succeed without a change by a person. */
export const publicationFailed = (
  result: 'failed' | 'retry',
  message: string,
  kind: PublishingFailure,
): Published => ({
  result,
  kind,
  status: { state: 'failed', message },
})

/** The status of a live build: up to date, or with documents that it shows in an earlier version or not at all (CMS-06). */
export const liveStatus = (faults: readonly PublishedFault[]): NonNullable<Published['status']> =>
  faults.length === 0 ? { state: 'live' } : { state: 'live', faults }
