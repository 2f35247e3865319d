import type { PublishingStatus } from '#server/gateways/publishing-status.ts'
import type { PublicationResult } from '#server/publishing/publish/schedule.ts'

/** How one publication ended, and the status for staff; it has none when the process was stopped. */
export type Published = {
  readonly result: PublicationResult | 'stopped'
  readonly status?: Pick<PublishingStatus, 'state' | 'message' | 'fault'>
}

/** Publishes the current content. Never throws. */
export type Publish = (stop: AbortSignal) => Promise<Published>

/** `retry` when a later try may succeed without a change by a person. */
export const publicationFailed = (result: 'failed' | 'retry', message: string): Published => ({
  result,
  status: { state: 'failed', message },
})
