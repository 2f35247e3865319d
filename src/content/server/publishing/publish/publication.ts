import type { ContentFault, PublishedFault } from '#content/rules/content-fault.ts'
import { contentFaultSentence } from '#content/rules/content-fault-text.ts'
import type { PublishingStatus } from '#content/server/gateways/publishing-status.ts'
import type { PublicationResult } from '#content/server/publishing/publish/schedule.ts'
import type { PublishingFailure } from '#core/rules/publishing-status.ts'
import { EVENT_TIME_ZONE } from '#core/rules/time.ts'

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

const LOCAL_TIME = new Intl.DateTimeFormat('en-GB', {
  timeZone: EVENT_TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
})

const STILL = 'The website still shows the previous version.'
const TELL = 'Please tell the person who looks after the website.'

/** What staff read in the Studio about a publication. Technical details are in the log only. */
export const STATUS_MESSAGES = {
  content: (fault: ContentFault) => `${contentFaultSentence(fault)} ${STILL}`,
  failed: (at: Date) =>
    `The new version could not be built at ${LOCAL_TIME.format(at)}. ${STILL} ${TELL}`,
  slow: (at: Date) =>
    `The new version was not ready at ${LOCAL_TIME.format(at)}, and its build was stopped. ${STILL} ${TELL}`,
  checkFailed: (fault: string) =>
    `The new version did not pass its check: ${fault}. ${STILL} ${TELL}`,
  otherCode: `The website’s program was changed and has not been restarted. ${STILL} ${TELL}`,
  rolledBack:
    'An earlier version was chosen meanwhile. It stays until something is published again.',
  noBuilder: `What you published is saved, but this website cannot build its pages itself. ${TELL}`,
  handedOver: 'The hosting service is building the pages: that takes a few minutes.',
  hookFailed: (at: Date) =>
    `The hosting service could not be asked to build the pages at ${LOCAL_TIME.format(at)}. ${STILL} ${TELL}`,
} as const
